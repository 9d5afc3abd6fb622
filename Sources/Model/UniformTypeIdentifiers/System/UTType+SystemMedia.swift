/// The declared types of pictures, sound, folders and the rest that programs name in code.
///
/// Source: Apple's `UTCoreTypes.h`, up to the SDKs of 2026.
extension UTType {
  // MARK: Images

  /// Image: `public.image`, a kind of `public.data` and `public.content`.
  public static let image = UTType(declared: "public.image")
  /// JPEG image: `public.jpeg`, a kind of `public.image`.
  public static let jpeg = UTType(declared: "public.jpeg")
  /// TIFF image: `public.tiff`, a kind of `public.image`.
  public static let tiff = UTType(declared: "public.tiff")
  /// GIF image: `com.compuserve.gif`, a kind of `public.image`.
  public static let gif = UTType(declared: "com.compuserve.gif")
  /// PNG image: `public.png`, a kind of `public.image`.
  public static let png = UTType(declared: "public.png")
  /// Apple icon image: `com.apple.icns`, a kind of `public.image`.
  public static let icns = UTType(declared: "com.apple.icns")
  /// Windows BMP image: `com.microsoft.bmp`, a kind of `public.image`.
  public static let bmp = UTType(declared: "com.microsoft.bmp")
  /// Windows icon image: `com.microsoft.ico`, a kind of `public.image`.
  public static let ico = UTType(declared: "com.microsoft.ico")
  /// Camera raw image: `public.camera-raw-image`, a kind of `public.image`.
  public static let rawImage = UTType(declared: "public.camera-raw-image")
  /// SVG image: `public.svg-image`, a kind of `public.image` and `public.xml`.
  public static let svg = UTType(declared: "public.svg-image")
  /// Live Photo: `com.apple.live-photo`, a root.
  public static let livePhoto = UTType(declared: "com.apple.live-photo")
  /// Heif: `public.heif`, a kind of `public.heif-standard`.
  public static let heif = UTType(declared: "public.heif")
  /// Heic: `public.heic`, a kind of `public.heif-standard`.
  public static let heic = UTType(declared: "public.heic")
  /// HEIF Image Sequence: `public.heics`, a kind of `public.heif-standard`.
  public static let heics = UTType(declared: "public.heics")
  /// WebP Image: `org.webmproject.webp`, a kind of `public.image`.
  public static let webP = UTType(declared: "org.webmproject.webp")
  /// OpenEXR image: `com.ilm.openexr-image`, a kind of `public.image`.
  public static let exr = UTType(declared: "com.ilm.openexr-image")
  /// Digital Negative: `com.adobe.raw-image`, a kind of `public.camera-raw-image`.
  public static let dng = UTType(declared: "com.adobe.raw-image")
  /// JPEG XL image: `public.jpeg-xl`, a kind of `public.image`.
  public static let jpegxl = UTType(declared: "public.jpeg-xl")

  // MARK: Three dimensions

  /// 3D Content: `public.3d-content`, a kind of `public.content`.
  public static let threeDContent = UTType(declared: "public.3d-content")
  /// Universal Scene Description: `com.pixar.universal-scene-description`, a kind of
  /// `public.3d-content` and `public.data`.
  public static let usd = UTType(declared: "com.pixar.universal-scene-description")
  /// Universal Scene Description Package: `com.pixar.universal-scene-description-mobile`, a kind
  /// of `public.3d-content` and `public.data`.
  public static let usdz = UTType(declared: "com.pixar.universal-scene-description-mobile")
  /// Reality File: `com.apple.reality`, a kind of `public.data`.
  public static let realityFile = UTType(declared: "com.apple.reality")
  /// SceneKit serialized format: `com.apple.scenekit.scene`, a kind of `public.data` and
  /// `public.3d-content`.
  public static let sceneKitScene = UTType(declared: "com.apple.scenekit.scene")
  /// AR Reference Object: `com.apple.arobject`, a kind of `public.data`.
  public static let arReferenceObject = UTType(declared: "com.apple.arobject")

  // MARK: Audio and video

  /// Audiovisual content: `public.audiovisual-content`, a kind of `public.data` and
  /// `public.content`.
  public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
  /// Movie: `public.movie`, a kind of `public.audiovisual-content`.
  public static let movie = UTType(declared: "public.movie")
  /// Video: `public.video`, a kind of `public.movie`.
  public static let video = UTType(declared: "public.video")
  /// Audio: `public.audio`, a kind of `public.audiovisual-content`.
  public static let audio = UTType(declared: "public.audio")
  /// QuickTime movie: `com.apple.quicktime-movie`, a kind of `public.movie`.
  public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
  /// MPEG movie: `public.mpeg`, a kind of `public.movie`.
  public static let mpeg = UTType(declared: "public.mpeg")
  /// MPEG-2 video: `public.mpeg-2-video`, a kind of `public.video`.
  public static let mpeg2Video = UTType(declared: "public.mpeg-2-video")
  /// MPEG-2 Transport Stream: `public.mpeg-2-transport-stream`, a kind of `public.movie`.
  public static let mpeg2TransportStream = UTType(declared: "public.mpeg-2-transport-stream")
  /// MP3 audio: `public.mp3`, a kind of `public.audio`.
  public static let mp3 = UTType(declared: "public.mp3")
  /// MPEG-4 movie: `public.mpeg-4`, a kind of `public.movie`.
  public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
  /// MPEG-4 audio: `public.mpeg-4-audio`, a kind of `public.audio`.
  public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
  /// Protected MPEG-4 audio: `com.apple.protected-mpeg-4-audio`, a kind of `public.audio`.
  public static let appleProtectedMPEG4Audio = UTType(declared: "com.apple.protected-mpeg-4-audio")
  /// Protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`, a kind of `com.apple.m4v-video`.
  public static let appleProtectedMPEG4Video = UTType(declared: "com.apple.protected-mpeg-4-video")
  /// AVI movie: `public.avi`, a kind of `public.movie`.
  public static let avi = UTType(declared: "public.avi")
  /// AIFF audio: `public.aiff-audio`, a kind of `public.aifc-audio`.
  public static let aiff = UTType(declared: "public.aiff-audio")
  /// Waveform audio: `com.microsoft.waveform-audio`, a kind of `public.audio`.
  public static let wav = UTType(declared: "com.microsoft.waveform-audio")
  /// MIDI audio: `public.midi-audio`, a kind of `public.audio`.
  public static let midi = UTType(declared: "public.midi-audio")
  /// Playlist: `public.playlist`, a root.
  public static let playlist = UTType(declared: "public.playlist")
  /// M3U Playlist: `public.m3u-playlist`, a kind of `public.plain-text` and `public.playlist`.
  public static let m3uPlaylist = UTType(declared: "public.m3u-playlist")

  // MARK: Directories, bundles and programs

  /// Folder: `public.folder`, a kind of `public.directory`.
  public static let folder = UTType(declared: "public.folder")
  /// Volume: `public.volume`, a kind of `public.folder`.
  public static let volume = UTType(declared: "public.volume")
  /// Package: `com.apple.package`, a kind of `public.directory`.
  public static let package = UTType(declared: "com.apple.package")
  /// Bundle: `com.apple.bundle`, a kind of `public.directory`.
  public static let bundle = UTType(declared: "com.apple.bundle")
  /// Plug-in: `com.apple.plugin`, a kind of `com.apple.bundle` and `com.apple.package`.
  public static let pluginBundle = UTType(declared: "com.apple.plugin")
  /// Spotlight importer: `com.apple.metadata-importer`, a kind of `com.apple.plugin`.
  public static let spotlightImporter = UTType(declared: "com.apple.metadata-importer")
  /// QuickLook preview generator: `com.apple.quicklook-generator`, a kind of `com.apple.plugin`.
  public static let quickLookGenerator = UTType(declared: "com.apple.quicklook-generator")
  /// XPC Service: `com.apple.xpc-service`, a kind of `com.apple.bundle` and `com.apple.package`.
  public static let xpcService = UTType(declared: "com.apple.xpc-service")
  /// Framework: `com.apple.framework`, a kind of `com.apple.bundle`.
  public static let framework = UTType(declared: "com.apple.framework")
  /// Application: `com.apple.application`, a kind of `public.executable`.
  public static let application = UTType(declared: "com.apple.application")
  /// Application bundle: `com.apple.application-bundle`, a kind of `com.apple.application`,
  /// `com.apple.localizable-name-bundle` and `com.apple.package`.
  public static let applicationBundle = UTType(declared: "com.apple.application-bundle")
  /// Application and System Extension: `com.apple.application-and-system-extension`, a kind of
  /// `com.apple.xpc-service`.
  public static let applicationExtension = UTType(
    declared: "com.apple.application-and-system-extension"
  )
  /// Unix executable: `public.unix-executable`, a kind of `public.data` and `public.executable`.
  public static let unixExecutable = UTType(declared: "public.unix-executable")
  /// Microsoft Windows application: `com.microsoft.windows-executable`, a kind of `public.data`
  /// and `public.executable`.
  public static let exe = UTType(declared: "com.microsoft.windows-executable")
  /// System Preference pane: `com.apple.systempreference.prefpane`, a kind of `com.apple.package`
  /// and `com.apple.bundle`.
  public static let systemPreferencesPane = UTType(declared: "com.apple.systempreference.prefpane")

  // MARK: Archives

  /// File archive: `public.archive`, a root.
  public static let archive = UTType(declared: "public.archive")
  /// GZip archive: `org.gnu.gnu-zip-archive`, a kind of `public.data` and `public.archive`.
  public static let gzip = UTType(declared: "org.gnu.gnu-zip-archive")
  /// Bzip2 archive: `public.bzip2-archive`, a kind of `public.data` and `public.archive`.
  public static let bz2 = UTType(declared: "public.bzip2-archive")
  /// Zip archive: `public.zip-archive`, a kind of `com.pkware.zip-archive`.
  public static let zip = UTType(declared: "public.zip-archive")
  /// Apple Archive: `com.apple.archive`, a kind of `public.data` and `public.archive`.
  public static let appleArchive = UTType(declared: "com.apple.archive")
  /// Tar archive: `public.tar-archive`, a kind of `org.gnu.gnu-tar-archive`.
  public static let tarArchive = UTType(declared: "public.tar-archive")

  // MARK: Messages, people, dates and addresses

  /// Message: `public.message`, a root.
  public static let message = UTType(declared: "public.message")
  /// Contact information: `public.contact`, a root.
  public static let contact = UTType(declared: "public.contact")
  /// Electronic business card: `public.vcard`, a kind of `public.text` and `public.contact`.
  public static let vCard = UTType(declared: "public.vcard")
  /// To-do item: `public.to-do-item`, a root.
  public static let toDoItem = UTType(declared: "public.to-do-item")
  /// Calendar event: `public.calendar-event`, a root.
  public static let calendarEvent = UTType(declared: "public.calendar-event")
  /// Email message: `public.email-message`, a kind of `public.message`.
  public static let emailMessage = UTType(declared: "public.email-message")
  /// Internet location: `com.apple.internet-location`, a kind of `public.stored-url` and
  /// `public.data`.
  public static let internetLocation = UTType(declared: "com.apple.internet-location")
  /// Windows Internet shortcut: `com.microsoft.internet-shortcut`, a kind of `public.stored-url`
  /// and `public.data`.
  public static let internetShortcut = UTType(declared: "com.microsoft.internet-shortcut")
  /// Bookmark: `public.bookmark`, a root.
  public static let bookmark = UTType(declared: "public.bookmark")

  // MARK: Fonts, certificates and logs

  /// Font: `public.font`, a kind of `public.data`.
  public static let font = UTType(declared: "public.font")
  /// Personal information exchange (PKCS#12): `com.rsa.pkcs-12`, a kind of `public.data`.
  public static let pkcs12 = UTType(declared: "com.rsa.pkcs-12")
  /// Certificate (X.509): `public.x509-certificate`, a kind of `public.data`.
  public static let x509Certificate = UTType(declared: "public.x509-certificate")
  /// Log file: `public.log`, a kind of `public.item`.
  public static let log = UTType(declared: "public.log")
}
