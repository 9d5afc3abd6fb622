/// The declared types that programs name in code.
///
/// Source: Apple's `UTCoreTypes.h`, up to the SDKs of 2026.
extension UTType {
  // MARK: Abstract types and the roots of both trees

  public static let item = UTType(declared: "public.item")
  public static let content = UTType(declared: "public.content")
  public static let compositeContent = UTType(declared: "public.composite-content")
  public static let data = UTType(declared: "public.data")
  public static let directory = UTType(declared: "public.directory")
  public static let resolvable = UTType(declared: "com.apple.resolvable")
  public static let symbolicLink = UTType(declared: "public.symlink")
  public static let executable = UTType(declared: "public.executable")
  public static let mountPoint = UTType(declared: "com.apple.mount-point")
  public static let aliasFile = UTType(declared: "com.apple.alias-file")
  public static let urlBookmarkData = UTType(declared: "com.apple.bookmark")
  public static let diskImage = UTType(declared: "public.disk-image")
  public static let url = UTType(declared: "public.url")
  public static let fileURL = UTType(declared: "public.file-url")

  // MARK: Text

  public static let text = UTType(declared: "public.text")
  public static let plainText = UTType(declared: "public.plain-text")
  public static let utf8PlainText = UTType(declared: "public.utf8-plain-text")
  public static let utf16ExternalPlainText = UTType(declared: "public.utf16-external-plain-text")
  public static let utf16PlainText = UTType(declared: "public.utf16-plain-text")
  public static let delimitedText = UTType(declared: "public.delimited-values-text")
  public static let commaSeparatedText = UTType(declared: "public.comma-separated-values-text")
  public static let tabSeparatedText = UTType(declared: "public.tab-separated-values-text")
  public static let utf8TabSeparatedText = UTType(declared: "public.utf8-tab-separated-values-text")
  public static let rtf = UTType(declared: "public.rtf")
  public static let html = UTType(declared: "public.html")
  public static let xml = UTType(declared: "public.xml")
  public static let yaml = UTType(declared: "public.yaml")
  public static let css = UTType(declared: "public.css")
  public static let markdown = UTType(declared: "net.daringfireball.markdown")

  // MARK: Source code and scripts

  public static let sourceCode = UTType(declared: "public.source-code")
  public static let assemblyLanguageSource = UTType(declared: "public.assembly-source")
  public static let cSource = UTType(declared: "public.c-source")
  public static let objectiveCSource = UTType(declared: "public.objective-c-source")
  public static let swiftSource = UTType(declared: "public.swift-source")
  public static let cPlusPlusSource = UTType(declared: "public.c-plus-plus-source")
  public static let objectiveCPlusPlusSource = UTType(
    declared: "public.objective-c-plus-plus-source"
  )
  public static let cHeader = UTType(declared: "public.c-header")
  public static let cPlusPlusHeader = UTType(declared: "public.c-plus-plus-header")
  public static let script = UTType(declared: "public.script")
  public static let appleScript = UTType(declared: "com.apple.applescript.text")
  public static let osaScript = UTType(declared: "com.apple.applescript.script")
  public static let osaScriptBundle = UTType(declared: "com.apple.applescript.script-bundle")
  public static let javaScript = UTType(declared: "com.netscape.javascript-source")
  public static let shellScript = UTType(declared: "public.shell-script")
  public static let perlScript = UTType(declared: "public.perl-script")
  public static let pythonScript = UTType(declared: "public.python-script")
  public static let rubyScript = UTType(declared: "public.ruby-script")
  public static let phpScript = UTType(declared: "public.php-script")
  public static let makefile = UTType(declared: "public.make-source")

  // MARK: Data with a structure

  public static let json = UTType(declared: "public.json")
  public static let geoJSON = UTType(declared: "public.geojson")
  public static let propertyList = UTType(declared: "com.apple.property-list")
  public static let xmlPropertyList = UTType(declared: "com.apple.xml-property-list")
  public static let binaryPropertyList = UTType(declared: "com.apple.binary-property-list")
  public static let ahap = UTType(declared: "com.apple.haptics.ahap")
  public static let linkPresentationMetadata = UTType(
    declared: "com.apple.linkpresentation.metadata"
  )

  // MARK: Documents

  public static let pdf = UTType(declared: "com.adobe.pdf")
  public static let rtfd = UTType(declared: "com.apple.rtfd")
  public static let flatRTFD = UTType(declared: "com.apple.flat-rtfd")
  public static let webArchive = UTType(declared: "com.apple.webarchive")
  public static let epub = UTType(declared: "org.idpf.epub-container")
  public static let spreadsheet = UTType(declared: "public.spreadsheet")
  public static let presentation = UTType(declared: "public.presentation")
  public static let database = UTType(declared: "public.database")

  // MARK: Images

  public static let image = UTType(declared: "public.image")
  public static let jpeg = UTType(declared: "public.jpeg")
  public static let tiff = UTType(declared: "public.tiff")
  public static let gif = UTType(declared: "com.compuserve.gif")
  public static let png = UTType(declared: "public.png")
  public static let icns = UTType(declared: "com.apple.icns")
  public static let bmp = UTType(declared: "com.microsoft.bmp")
  public static let ico = UTType(declared: "com.microsoft.ico")
  public static let rawImage = UTType(declared: "public.camera-raw-image")
  public static let svg = UTType(declared: "public.svg-image")
  public static let livePhoto = UTType(declared: "com.apple.live-photo")
  public static let heif = UTType(declared: "public.heif")
  public static let heic = UTType(declared: "public.heic")
  public static let heics = UTType(declared: "public.heics")
  public static let webP = UTType(declared: "org.webmproject.webp")
  public static let exr = UTType(declared: "com.ilm.openexr-image")
  public static let dng = UTType(declared: "com.adobe.raw-image")
  public static let jpegxl = UTType(declared: "public.jpeg-xl")

  // MARK: Three dimensions

  public static let threeDContent = UTType(declared: "public.3d-content")
  public static let usd = UTType(declared: "com.pixar.universal-scene-description")
  public static let usdz = UTType(declared: "com.pixar.universal-scene-description-mobile")
  public static let realityFile = UTType(declared: "com.apple.reality")
  public static let sceneKitScene = UTType(declared: "com.apple.scenekit.scene")
  public static let arReferenceObject = UTType(declared: "com.apple.arobject")

  // MARK: Audio and video

  public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
  public static let movie = UTType(declared: "public.movie")
  public static let video = UTType(declared: "public.video")
  public static let audio = UTType(declared: "public.audio")
  public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
  public static let mpeg = UTType(declared: "public.mpeg")
  public static let mpeg2Video = UTType(declared: "public.mpeg-2-video")
  public static let mpeg2TransportStream = UTType(declared: "public.mpeg-2-transport-stream")
  public static let mp3 = UTType(declared: "public.mp3")
  public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
  public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
  public static let appleProtectedMPEG4Audio = UTType(declared: "com.apple.protected-mpeg-4-audio")
  public static let appleProtectedMPEG4Video = UTType(declared: "com.apple.protected-mpeg-4-video")
  public static let avi = UTType(declared: "public.avi")
  public static let aiff = UTType(declared: "public.aiff-audio")
  public static let wav = UTType(declared: "com.microsoft.waveform-audio")
  public static let midi = UTType(declared: "public.midi-audio")
  public static let playlist = UTType(declared: "public.playlist")
  public static let m3uPlaylist = UTType(declared: "public.m3u-playlist")

  // MARK: Directories, bundles and programs

  public static let folder = UTType(declared: "public.folder")
  public static let volume = UTType(declared: "public.volume")
  public static let package = UTType(declared: "com.apple.package")
  public static let bundle = UTType(declared: "com.apple.bundle")
  public static let pluginBundle = UTType(declared: "com.apple.plugin")
  public static let spotlightImporter = UTType(declared: "com.apple.metadata-importer")
  public static let quickLookGenerator = UTType(declared: "com.apple.quicklook-generator")
  public static let xpcService = UTType(declared: "com.apple.xpc-service")
  public static let framework = UTType(declared: "com.apple.framework")
  public static let application = UTType(declared: "com.apple.application")
  public static let applicationBundle = UTType(declared: "com.apple.application-bundle")
  public static let applicationExtension = UTType(
    declared: "com.apple.application-and-system-extension"
  )
  public static let unixExecutable = UTType(declared: "public.unix-executable")
  public static let exe = UTType(declared: "com.microsoft.windows-executable")
  public static let systemPreferencesPane = UTType(declared: "com.apple.systempreference.prefpane")

  // MARK: Archives

  public static let archive = UTType(declared: "public.archive")
  public static let gzip = UTType(declared: "org.gnu.gnu-zip-archive")
  public static let bz2 = UTType(declared: "public.bzip2-archive")
  public static let zip = UTType(declared: "public.zip-archive")
  public static let appleArchive = UTType(declared: "com.apple.archive")
  public static let tarArchive = UTType(declared: "public.tar-archive")

  // MARK: Messages, people, dates and addresses

  public static let message = UTType(declared: "public.message")
  public static let contact = UTType(declared: "public.contact")
  public static let vCard = UTType(declared: "public.vcard")
  public static let toDoItem = UTType(declared: "public.to-do-item")
  public static let calendarEvent = UTType(declared: "public.calendar-event")
  public static let emailMessage = UTType(declared: "public.email-message")
  public static let internetLocation = UTType(declared: "com.apple.internet-location")
  public static let internetShortcut = UTType(declared: "com.microsoft.internet-shortcut")
  public static let bookmark = UTType(declared: "public.bookmark")

  // MARK: Fonts, certificates and logs

  public static let font = UTType(declared: "public.font")
  public static let pkcs12 = UTType(declared: "com.rsa.pkcs-12")
  public static let x509Certificate = UTType(declared: "public.x509-certificate")
  public static let log = UTType(declared: "public.log")
}
