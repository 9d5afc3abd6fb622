// Made by Scripts/system-types; changes by hand belong into SystemTypes+Linux.swift.
extension SystemTypes {
  /// Folders, packages, bundles and what belongs to a system.
  static let directories: StaticString = """
    public.folder|public.directory|||folder
    com.apple.drop-folder|public.folder|||
    com.apple.applications-folder|public.folder|||
    com.apple.server-applications-folder|public.folder|||
    com.apple.library-folder|public.folder|||
    com.apple.trash-empty|public.folder|||Trash
    com.apple.trash-full|public.folder|||Full Trash
    com.apple.sites-folder|public.folder|||Sites Folder
    com.apple.groups-folder|public.folder|||Groups Folder
    com.apple.servers-folder|public.folder|||
    com.apple.desktop-folder|public.folder|||Desktop Folder
    com.apple.documents-folder|public.folder|||Documents Folder
    com.apple.downloads-folder|public.folder|||Downloads Folder
    com.apple.movie-folder|public.folder|||Movie Folder
    com.apple.music-folder|public.folder|||Music Folder
    com.apple.pictures-folder|public.folder|||Pictures Folder
    com.apple.public-folder|public.folder|||Public Folder
    com.apple.home-folder|public.folder|||Home Folder
    com.apple.developer-folder|public.folder|||Developer Folder
    com.apple.users-folder|public.folder|||Users Folder
    com.apple.utilities-folder|public.folder|||Utilities Folder
    public.volume|public.folder|||volume
    com.apple.package|public.directory|||Package
    com.apple.bundle|public.directory|||bundle
    com.apple.generic-bundle|com.apple.bundle,com.apple.package||bundle|bundle
    com.apple.systempreference.prefpane|com.apple.package,com.apple.bundle||prefPane|System \
    Preference pane
    com.apple.systempreference.screen-saver|com.apple.package,com.apple.bundle||saver|Screen Saver
    com.apple.systempreference.screen-slide-saver|com.apple.package,com.apple.bundle||slideSaver|\
    Screen Slide Saver
    com.apple.menu-extra|com.apple.package,com.apple.bundle||menu|System Menu Extra
    com.apple.localizable-name-bundle|com.apple.bundle|||
    com.apple.framework|com.apple.bundle||framework|framework
    com.apple.application-bundle|com.apple.application,com.apple.localizable-name-bundle,\
    com.apple.package||app|
    com.apple.application-file|com.apple.application,public.data||app|
    com.apple.deprecated-application-file|com.apple.application-file|||
    com.apple.flat-rtfd|public.data,public.composite-content|||rich text with attachments (RTFD) \
    data
    com.apple.installer-package|com.apple.bundle,com.apple.package||pkg|Installer package
    com.apple.installer-distribution-package|com.apple.bundle,com.apple.package||dist,distz|\
    Installer distribution
    com.apple.installer-meta-package|com.apple.bundle,com.apple.package||mpkg|Installer package
    com.apple.intelligentsuggestions.assets|com.apple.bundle,com.apple.package||suggestionsassets|\
    Intelligent Suggestions assets
    com.apple.rtfd|com.apple.package,public.composite-content||rtfd|rich text with attachments \
    (RTFD)
    com.apple.application-placeholder|com.apple.application-bundle||placeholder|
    com.apple.service-application|com.apple.application-bundle||service|
    com.apple.plugin|com.apple.bundle,com.apple.package||plugin|plug-in
    com.apple.xpc-service|com.apple.bundle,com.apple.package||xpc|XPC Service
    com.apple.kernel-extension|com.apple.bundle,com.apple.package||kext|Kernel Extension
    com.apple.application-and-system-extension|com.apple.xpc-service||appex|Application and \
    System Extension
    com.apple.pluginkit|com.apple.bundle,com.apple.package||pluginkit|PlugInKit plug-in
    com.apple.webkit-plugin|com.apple.plugin||webplugin|WebKit plug-in
    com.apple.metadata-importer|com.apple.plugin||mdimporter|Spotlight importer
    com.apple.quicklook-generator|com.apple.plugin||qlgenerator|QuickLook preview generator
    com.apple.dashboard-widget|com.apple.localizable-name-bundle,com.apple.package||wdgt|\
    Dashboard widget
    com.apple.driver-extension|com.apple.localizable-name-bundle,com.apple.package||dext|Driver \
    Extension
    com.apple.system-extension|com.apple.localizable-name-bundle,com.apple.package||\
    systemextension|System Extension
    com.apple.ppp-plug-in|com.apple.plugin||ppp|PPP Plug-in
    com.apple.file-system-plug-in|com.apple.plugin||fs|File System Plug-in
    com.apple.data-container|public.folder,com.apple.localizable-name-bundle|||
    org.openxmlformats.openxml|public.data|||Office Open XML
    org.oasis-open.opendocument|public.data|||Open Document
    com.rsa.pkcs-12|public.data|application/x-pkcs12|p12,pfx|personal information exchange \
    (PKCS#12)
    public.x509-certificate|public.data|application/x-x509-ca-cert|cer,der,crt,pem|certificate \
    (X.509)
    com.apple.webarchive|public.data,public.composite-content|application/x-webarchive|webarchive|\
    web archive
    org.idpf.epub-container|public.data,public.composite-content|application/epub+zip|epub|EPUB \
    publication
    com.apple.localized-pdf-bundle|com.apple.localizable-name-bundle,com.apple.package,\
    public.composite-content||lpdf|localized PDF
    org.aafassociation.advanced-authoring-format|public.data,public.composite-content||aaf|\
    Advanced Authoring Format
    com.apple.txn.text-multimedia-data|public.data,public.composite-content|||text with multimedia
    com.apple.colorsync-profile|public.data||icc,icm,pf|ColorSync profile
    com.apple.profile-background-color|public.data|||Profile Background Color
    com.apple.profile-font-and-color|public.data|||Profile Font And Color
    com.apple.color-file|public.data||clr,ccl|Color File
    com.apple.ink.inktext|public.data|||writing
    com.apple.mobileconfig|public.xml|application/x-apple-aspen-config|mobileconfig,mobile|mobile \
    configuration
    com.apple.provisionprofile|public.xml||provisionprofile|provision profile
    com.apple.configprofile|public.xml||configprofile|configuration profile
    com.apple.help-document|public.data|||Help Document
    com.apple.mobileprovision|public.data|application/x-apple-aspen-mobileprovision|\
    mobileprovision|mobile provision
    com.apple.pkpass|com.apple.bundle,com.apple.package|application/vnd.apple.pkpass|pkpass|Pass
    com.apple.pkpass-data|public.data||pkpass|Pass
    com.apple.pkpasses-data|public.data|application/vnd.apple.pkpasses|pkpasses|Passes
    com.apple.watchface|public.data,public.content||watchface|Watchface
    com.apple.structured-text|public.plain-text|||Structured Text
    com.apple.structured-text.date|com.apple.structured-text|||Date (Structured Text)
    com.apple.structured-text.address|com.apple.structured-text|||Address (Structured Text)
    com.apple.structured-text.telephone-number|com.apple.structured-text|||Telephone Number \
    (Structured Text)
    com.apple.structured-text.transit-information|com.apple.structured-text|||Transit Information \
    (Structured Text)
    """
}
