// Made by Scripts/system-types; changes by hand belong into SystemTypes+Linux.swift.
extension SystemTypes {
  /// The roots, text, source code and archives.
  static let foundations: StaticString = """
    public.item||||item
    public.data|public.item|application/octet-stream||data
    public.directory|public.item|||directory
    public.content||||content
    public.composite-content|public.content|||content
    public.named-pipe|public.item|||
    public.character-special|public.item|||
    public.block-special|public.item|||
    public.socket|public.item|||
    public.executable||||executable
    public.unix-executable|public.data,public.executable|||Unix executable
    com.apple.application|public.executable|||application
    public.archive||||file archive
    public.bookmark||||Bookmark
    public.database||||database
    com.apple.csstore|public.data,public.database||csstore|
    public.presentation|public.composite-content|||presentation
    public.spreadsheet|public.content|||Spreadsheet
    com.apple.iCloud|public.item|||iCloud
    public.3d-content|public.content|||3D Content
    public.alembic|public.3d-content,public.data||abc|Alembic 3D Scene
    public.geometry-definition-format|public.3d-content,public.text||obj|Geometry Definition File \
    Format
    public.standard-tesselated-geometry-format|public.3d-content,public.data||stl|Standard \
    Tesselated Geometry File Format
    public.polygon-file-format|public.3d-content,public.data||ply|Polygon File Format
    com.pixar.universal-scene-description|public.3d-content,public.data||usd,usda,usdc|Universal \
    Scene Description
    com.pixar.universal-scene-description-mobile|public.3d-content,public.data|model/vnd.usdz+zip|\
    usdz|Universal Scene Description Package
    com.apple.reality|public.data|model/vnd.reality|reality|Reality File
    com.apple.scenekit.scene|public.data,public.3d-content||scn,scnz|SceneKit serialized format
    com.apple.arobject|public.data||arobject|AR Reference Object
    public.message||||message
    public.email-message|public.message|||email message
    public.to-do-item||||to-do item
    public.calendar-event||||calendar event
    com.apple.ical.vcs|public.text,public.item,public.calendar-event|text/x-vcalendar|vcs,vcal|\
    VCS File
    com.apple.ical.ics|public.text,public.item,public.calendar-event|text/calendar|ics|ICS File
    public.contact||||contact information
    public.vcard|public.text,public.contact|text/vcard,text/directory,text/x-vcard|vcf,vcard|\
    electronic business card
    com.apple.shazamsignature|public.data||shazamsignature|Shazam Signature Data
    com.apple.shazamcatalog|public.data||shazamcatalog|Shazam Catalog
    public.text|public.data,public.content|||text
    public.plain-text|public.text|text/plain|txt,text|
    public.utf8-plain-text|public.plain-text|text/plain;charset=utf-8||
    public.utf16-external-plain-text|public.plain-text|||
    public.utf16-plain-text|public.plain-text|text/plain;charset=utf-16||
    com.apple.traditional-mac-plain-text|public.plain-text|||
    public.case-insensitive-text|public.text|||
    public.log|public.item|||Log file
    com.apple.log|public.plain-text,public.log||log|
    com.apple.shutdownStall|public.utf8-plain-text,public.log||shutdownStall|Shutdown Stall
    com.apple.gpuRestart|public.utf8-plain-text,public.log||gpuRestart|GPU Restart
    com.apple.crashreport|public.utf8-plain-text,public.log||crash|Crash Report
    com.apple.hangreport|public.utf8-plain-text,public.log||hang|Hang Report
    com.apple.spinreport|public.utf8-plain-text,public.log||spin|Spin Report
    com.apple.panicreport|public.utf8-plain-text,public.log||panic|Panic Report
    com.apple.ktrace|public.data,public.log||ktrace|Darwin kernel trace file
    public.filename-extension|public.case-insensitive-text|||file name extension
    public.mime-type|public.case-insensitive-text|||MIME type
    com.apple.ostype|public.text|||four-character code
    com.apple.nspboard-type|public.text|||NSPasteboard type
    com.apple.device-model-code|public.text|||device model code
    com.apple.pasteboard.promised-file-url||||Promised file URL
    com.apple.pasteboard.promised-file-content-type||||Promised file content type
    com.apple.cocoa.pasteboard.color|public.data|||color
    com.apple.cocoa.pasteboard.sound|public.data|||sound
    com.apple.cocoa.pasteboard.character-formatting|public.data|||character format
    com.apple.cocoa.pasteboard.paragraph-formatting|public.data|||paragraph format
    com.apple.cocoa.pasteboard.multiple-text-selection|public.data|||text selection
    com.apple.cocoa.pasteboard.find-panel-search-options|public.data|||search options
    com.apple.mapkit.map-item|public.data|||Map Item
    com.apple.resolvable||||resolvable
    public.symlink|public.item,com.apple.resolvable|||symbolic link
    com.apple.mount-point|public.item,com.apple.resolvable|||mount point
    com.apple.bookmark|public.data,com.apple.resolvable|||bookmark
    com.apple.alias-file|public.data,com.apple.resolvable|||alias
    com.apple.alias-record|public.data,com.apple.resolvable|||alias data
    com.apple.icloud-file-fault|public.data||icloud|iCloud synchronization file
    com.apple.finder.clipping|public.data|||clipping
    com.apple.finder.sound-clipping|com.apple.finder.clipping||sndClipping|Sound Clipping
    com.apple.finder.textclipping|com.apple.finder.clipping||textclipping|text clipping
    com.apple.finder.pictclipping|com.apple.finder.clipping,public.image||pictclipping|picture \
    clipping
    com.apple.finder.burn-folder|public.folder||fpbf|Burn Folder
    com.apple.iconset|public.folder||iconset|Icon Set
    com.apple.finder.smart-folder|public.data||savedSearch|Smart Folder
    com.apple.finder.recent-items|com.apple.finder.smart-folder|||Recent Items
    public.object-code|public.data,public.executable||o|object code
    com.apple.mach-o-binary|public.unix-executable|||Mach-O binary
    com.apple.mach-o-object|com.apple.mach-o-binary|||Mach-O object
    com.apple.mach-o-executable|com.apple.mach-o-binary|||Mach-O executable
    com.apple.x11-mach-o-executable|com.apple.mach-o-binary|||X11 application
    com.apple.mach-o-core|com.apple.mach-o-binary|||Mach-O core
    com.apple.mach-o-dylib|com.apple.mach-o-binary||dylib|Mach-O dynamic library
    com.apple.mach-o-bundle|com.apple.mach-o-binary|||Mach-O bundle
    com.apple.pef-binary|public.data,public.executable|||PEF binary
    public.elf-binary|public.data,public.executable|||ELF binary
    com.microsoft.windows-executable|public.data,public.executable|application/x-msdownload|exe|\
    Microsoft Windows application
    com.microsoft.windows-dynamic-link-library|public.data,public.executable|\
    application/x-msdownload|dll|Microsoft dynamic link library
    com.sun.java-class|public.data,public.executable||class|Java class
    com.sun.java-archive|public.zip-archive,public.executable|application/java-archive|jar|Java \
    archive
    com.sun.web-application-archive|com.sun.java-archive||war|web application archive
    com.apple.quartz-composer-composition|public.data,public.executable|\
    application/x-quartzcomposer|qtz|Quartz Composer compostion
    com.apple.bom-archive|public.archive|||BOM-compatible archive
    public.disk-image|public.archive|||disk image
    org.gnu.gnu-tar-archive|public.data,public.archive|application/x-gtar|gtar|GNU tar archive
    public.tar-archive|org.gnu.gnu-tar-archive|application/x-tar,application/tar|tar|tar archive
    org.gnu.gnu-zip-archive|public.data,public.archive|application/x-gzip,application/gzip|gz,\
    gzip|GZip archive
    org.gnu.gnu-zip-tar-archive|org.gnu.gnu-zip-archive||tgz|gzip tar archive
    public.bzip2-archive|public.data,public.archive|application/x-bzip2,application/x-bzip,\
    application/bzip2,application/bzip,application/x-bz2|bz2,bz|Bzip2 archive
    public.tar-bzip2-archive|public.bzip2-archive||tbz2,tbz|Bzip2 compressed tar archive
    com.apple.binhex-archive|public.data,public.archive|application/mac-binhex40,\
    application/mac-binhex,application/binhex|hqx|BinHex archive
    com.apple.macbinary-archive|public.data,public.archive|application/macbinary,\
    application/x-macbinary||MacBinary archive
    com.apple.applesingle-archive|public.data,public.archive||as|AppleSingle archive
    public.uuencoded-archive|public.data,public.archive|text/x-uuencode|uu|UUEncoded archive
    public.z-archive|public.data,public.archive|application/x-compress|z|Z archive
    com.apple.bom-compressed-cpio|public.data,com.apple.bom-archive||cpgz|BOM-generated \
    compressed CPIO archive
    public.cpio-archive|public.data,public.archive||cpio,pax|CPIO archive
    com.pkware.zip-archive|public.data,public.archive|||PKZip archive
    public.zip-archive|com.pkware.zip-archive|application/zip,application/x-zip-compressed|zip|\
    Zip archive
    com.apple.xar-archive|public.data,public.archive||xar|XAR Archive
    com.apple.xip-archive|com.apple.xar-archive||xip|XIP Secure Archive
    com.apple.installer-package-archive|public.data,public.archive||pkg,mpkg|Installer package \
    archive
    com.apple.archive|public.data,public.archive||aar,yaa|Apple Archive
    com.apple.encrypted-archive|public.data,public.archive||aea|Apple Encrypted Archive
    public.url|public.data|||URL
    public.file-url|public.url|||file URL
    public.url-name|public.data|||URL name
    public.stored-url||||
    com.apple.internet-location|public.stored-url,public.data|||internet location
    com.apple.web-internet-location|com.apple.internet-location||webloc|web internet location
    com.apple.vnc-internet-location|com.apple.internet-location||vncloc|VNC Internet Location
    com.apple.mail-internet-location|com.apple.internet-location||mailloc|mail internet location
    com.apple.afp-internet-location|com.apple.internet-location||afploc|AFP internet location
    com.apple.file-internet-location|com.apple.internet-location||fileloc|file internet location
    com.apple.ftp-internet-location|com.apple.internet-location||ftploc|FTP internet location
    com.apple.news-internet-location|com.apple.internet-location||newsloc|news internet location
    com.apple.generic-internet-location|com.apple.internet-location||inetloc|internet location
    com.microsoft.internet-shortcut|public.stored-url,public.data||url|Windows Internet shortcut
    com.apple.itunes.store-url|public.url||itms|iTunes store URL
    public.delimited-values-text|public.text|||delimited text values
    public.comma-separated-values-text|public.plain-text,public.delimited-values-text|text/csv,\
    text/comma-separated-values|csv|comma-separated values
    public.tab-separated-values-text|public.plain-text,public.delimited-values-text|\
    text/tab-separated-values|tsv|tab-separated values
    public.utf8-tab-separated-values-text|public.tab-separated-values-text,public.utf8-plain-text|\
    ||
    public.rtf|public.text|text/rtf|rtf|rich text (RTF)
    public.html|public.text|text/html|html,htm,shtml,shtm|HTML text
    public.xml|public.text|application/xml,text/xml|xml|XML text
    public.xhtml|public.xml|application/xhtml+xml|xhtml,xhtm,xht|XHTML
    public.rss|public.xml|application/rss+xml|rss|RSS web feed
    public.xfd|public.xml||xfd|XML Form (XFD)
    public.css|public.text|text/css|css|CSS
    public.patch-file|public.plain-text||patch,diff|patch file
    public.json|public.text|application/json|json|JSON
    public.ndjson|public.text|application/x-ndjson|ndjson|NDJSON
    public.yaml|public.text|application/x-yaml|yml,yaml|YAML
    com.scenarist.closed-caption|public.text||scc|Scenarist Closed Caption
    org.w3.webvtt|public.text|text/vtt|vtt|WebVTT Format
    com.apple.generic-stationery|public.data|||Stationery
    com.apple.property-list|public.data||plist|property list
    com.apple.xml-property-list|public.xml,com.apple.property-list||plist|XML property list
    com.apple.binary-property-list|com.apple.property-list||plist|binary property list
    com.apple.ascii-property-list|public.text,com.apple.property-list||plist|ascii property list
    public.source-code|public.plain-text|||source code
    public.source-code.preprocessed|public.source-code|||preprocessed source code
    public.c-source|public.source-code||c|C source code
    public.c-source.preprocessed|public.c-source,public.source-code.preprocessed||i|preprocessed \
    C source code
    com.apple.iig-source|public.c-source||iig|IOKit Interface Generator source code
    public.objective-c-source|public.source-code||m|Objective-C source code
    public.objective-c-source.preprocessed|public.objective-c-source,\
    public.source-code.preprocessed||mi|preprocessed Objective-C source code
    public.c-plus-plus-source|public.source-code||cp,cpp,c++,cc,cxx|C++ source code
    public.c-plus-plus-source.preprocessed|public.c-plus-plus-source,\
    public.source-code.preprocessed||ii|preprocessed C++ source code
    public.objective-c-plus-plus-source|public.source-code||mm|Objective-C++ source code
    public.objective-c-plus-plus-source.preprocessed|public.objective-c-plus-plus-source,\
    public.source-code.preprocessed||mii|preprocessed Objective-C++ source code
    public.c-header|public.source-code||h|C header code
    public.precompiled-c-header|public.source-code||pch|precompiled C header
    public.c-plus-plus-header|public.source-code||hh,hp,hpp,hxx,h++,ipp|C++ header code
    public.c-plus-plus-inline-header|public.c-plus-plus-header||inl|C++ Inline Header
    public.precompiled-c-plus-plus-header|public.source-code||pch++|precompiled C++ header
    public.swift-source|public.source-code||swift|Swift Source Code
    com.sun.java-source|public.source-code||java,jav|Java source code
    public.script|public.source-code|||script
    public.assembly-source|public.source-code||s|assembly source code
    com.apple.rez-source|public.source-code||r|Rez source code
    public.lex-source|public.source-code||l,lm,lmm,lpp,lxx,ll|Lex source code
    public.yacc-source|public.source-code||y,ym,ymm,ypp,yxx,yy|Yacc source code
    public.mig-source|public.source-code||defs,mig|Mig definition source code
    com.apple.symbol-export|public.source-code||exp|symbol export list
    public.fortran-source|public.source-code||f,for|Fortran source code
    public.fortran-77-source|public.fortran-source||f77|
    public.fortran-90-source|public.fortran-source||f90|
    public.fortran-95-source|public.fortran-source||f95|
    public.pascal-source|public.source-code||pas|Pascal source code
    public.ada-source|public.source-code||ada,adb,ads|Ada source code
    public.dylan-source|public.source-code||dlyan,lid|Dylan source code
    com.netscape.javascript-source|public.script,public.executable|text/javascript|js,jscript,\
    javascript,mjs|JavaScript
    com.apple.xcode.dsym|com.apple.package||dsym|
    public.shell-script|public.script||sh|shell script
    public.bash-script|public.shell-script||bash|Bourne-Again Shell script
    public.csh-script|public.shell-script||csh|C Shell script
    public.ksh-script|public.shell-script||ksh|Korn Shell script
    public.tcsh-script|public.shell-script||tcsh|Tenex C Shell script
    public.zsh-script|public.shell-script||zsh|Z Shell script
    public.perl-script|public.shell-script|text/x-perl-script|pl,pm|Perl script
    public.python-script|public.shell-script|text/x-python-script|py|Python script
    public.ruby-script|public.shell-script|text/x-ruby-script|rb,rbw|Ruby script
    public.php-script|public.shell-script|text/php,text/x-php-script,application/php|php,php3,\
    php4,ph3,ph4,phtml|PHP script
    com.sun.java-web-start|public.xml|application/x-java-jnlp-file,application/jnlp|jnlp|Java web \
    start
    public.make-source|public.script||make,mak,gmk,mk|Makefile
    """
}
