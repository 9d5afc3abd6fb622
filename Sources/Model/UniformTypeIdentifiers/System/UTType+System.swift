/// The declared types that programs name in code.
///
/// Source: Apple's `UTCoreTypes.h`, up to the SDKs of 2026.
extension UTType {
  // MARK: Abstract types and the roots of both trees

  /// Item: `public.item`, a root.
  public static let item = UTType(declared: "public.item")
  /// Content: `public.content`, a root.
  public static let content = UTType(declared: "public.content")
  /// Content: `public.composite-content`, a kind of `public.content`.
  public static let compositeContent = UTType(declared: "public.composite-content")
  /// Data: `public.data`, a kind of `public.item`.
  public static let data = UTType(declared: "public.data")
  /// Directory: `public.directory`, a kind of `public.item`.
  public static let directory = UTType(declared: "public.directory")
  /// Resolvable: `com.apple.resolvable`, a root.
  public static let resolvable = UTType(declared: "com.apple.resolvable")
  /// Symbolic link: `public.symlink`, a kind of `public.item` and `com.apple.resolvable`.
  public static let symbolicLink = UTType(declared: "public.symlink")
  /// Executable: `public.executable`, a root.
  public static let executable = UTType(declared: "public.executable")
  /// Mount point: `com.apple.mount-point`, a kind of `public.item` and `com.apple.resolvable`.
  public static let mountPoint = UTType(declared: "com.apple.mount-point")
  /// Alias: `com.apple.alias-file`, a kind of `public.data` and `com.apple.resolvable`.
  public static let aliasFile = UTType(declared: "com.apple.alias-file")
  /// Bookmark: `com.apple.bookmark`, a kind of `public.data` and `com.apple.resolvable`.
  public static let urlBookmarkData = UTType(declared: "com.apple.bookmark")
  /// Disk image: `public.disk-image`, a kind of `public.archive`.
  public static let diskImage = UTType(declared: "public.disk-image")
  /// URL: `public.url`, a kind of `public.data`.
  public static let url = UTType(declared: "public.url")
  /// File URL: `public.file-url`, a kind of `public.url`.
  public static let fileURL = UTType(declared: "public.file-url")

  // MARK: Text

  /// Text: `public.text`, a kind of `public.data` and `public.content`.
  public static let text = UTType(declared: "public.text")
  /// Plain text: `public.plain-text`, a kind of `public.text`.
  public static let plainText = UTType(declared: "public.plain-text")
  /// Utf8 plain text: `public.utf8-plain-text`, a kind of `public.plain-text`.
  public static let utf8PlainText = UTType(declared: "public.utf8-plain-text")
  /// Utf16 external plain text: `public.utf16-external-plain-text`, a kind of `public.plain-text`.
  public static let utf16ExternalPlainText = UTType(declared: "public.utf16-external-plain-text")
  /// Utf16 plain text: `public.utf16-plain-text`, a kind of `public.plain-text`.
  public static let utf16PlainText = UTType(declared: "public.utf16-plain-text")
  /// Delimited text values: `public.delimited-values-text`, a kind of `public.text`.
  public static let delimitedText = UTType(declared: "public.delimited-values-text")
  /// Comma-separated values: `public.comma-separated-values-text`, a kind of `public.plain-text`
  /// and `public.delimited-values-text`.
  public static let commaSeparatedText = UTType(declared: "public.comma-separated-values-text")
  /// Tab-separated values: `public.tab-separated-values-text`, a kind of `public.plain-text` and
  /// `public.delimited-values-text`.
  public static let tabSeparatedText = UTType(declared: "public.tab-separated-values-text")
  /// Utf8 tab separated values text: `public.utf8-tab-separated-values-text`, a kind of
  /// `public.tab-separated-values-text` and `public.utf8-plain-text`.
  public static let utf8TabSeparatedText = UTType(declared: "public.utf8-tab-separated-values-text")
  /// Rich text (RTF): `public.rtf`, a kind of `public.text`.
  public static let rtf = UTType(declared: "public.rtf")
  /// HTML text: `public.html`, a kind of `public.text`.
  public static let html = UTType(declared: "public.html")
  /// XML text: `public.xml`, a kind of `public.text`.
  public static let xml = UTType(declared: "public.xml")
  /// YAML: `public.yaml`, a kind of `public.text`.
  public static let yaml = UTType(declared: "public.yaml")
  /// CSS: `public.css`, a kind of `public.text`.
  public static let css = UTType(declared: "public.css")
  /// Markdown text: `net.daringfireball.markdown`, a kind of `public.utf8-plain-text`.
  public static let markdown = UTType(declared: "net.daringfireball.markdown")

  // MARK: Source code and scripts

  /// Source code: `public.source-code`, a kind of `public.plain-text`.
  public static let sourceCode = UTType(declared: "public.source-code")
  /// Assembly source code: `public.assembly-source`, a kind of `public.source-code`.
  public static let assemblyLanguageSource = UTType(declared: "public.assembly-source")
  /// C source code: `public.c-source`, a kind of `public.source-code`.
  public static let cSource = UTType(declared: "public.c-source")
  /// Objective-C source code: `public.objective-c-source`, a kind of `public.source-code`.
  public static let objectiveCSource = UTType(declared: "public.objective-c-source")
  /// Swift Source Code: `public.swift-source`, a kind of `public.source-code`.
  public static let swiftSource = UTType(declared: "public.swift-source")
  /// C++ source code: `public.c-plus-plus-source`, a kind of `public.source-code`.
  public static let cPlusPlusSource = UTType(declared: "public.c-plus-plus-source")
  /// Objective-C++ source code: `public.objective-c-plus-plus-source`, a kind of
  /// `public.source-code`.
  public static let objectiveCPlusPlusSource = UTType(
    declared: "public.objective-c-plus-plus-source"
  )
  /// C header code: `public.c-header`, a kind of `public.source-code`.
  public static let cHeader = UTType(declared: "public.c-header")
  /// C++ header code: `public.c-plus-plus-header`, a kind of `public.source-code`.
  public static let cPlusPlusHeader = UTType(declared: "public.c-plus-plus-header")
  /// Script: `public.script`, a kind of `public.source-code`.
  public static let script = UTType(declared: "public.script")
  /// AppleScript text: `com.apple.applescript.text`, a kind of `public.script`.
  public static let appleScript = UTType(declared: "com.apple.applescript.text")
  /// AppleScript: `com.apple.applescript.script`, a kind of `public.data` and `public.script`.
  public static let osaScript = UTType(declared: "com.apple.applescript.script")
  /// Script bundle: `com.apple.applescript.script-bundle`, a kind of `com.apple.bundle` and
  /// `com.apple.package`.
  public static let osaScriptBundle = UTType(declared: "com.apple.applescript.script-bundle")
  /// JavaScript: `com.netscape.javascript-source`, a kind of `public.script` and
  /// `public.executable`.
  public static let javaScript = UTType(declared: "com.netscape.javascript-source")
  /// Shell script: `public.shell-script`, a kind of `public.script`.
  public static let shellScript = UTType(declared: "public.shell-script")
  /// Perl script: `public.perl-script`, a kind of `public.shell-script`.
  public static let perlScript = UTType(declared: "public.perl-script")
  /// Python script: `public.python-script`, a kind of `public.shell-script`.
  public static let pythonScript = UTType(declared: "public.python-script")
  /// Ruby script: `public.ruby-script`, a kind of `public.shell-script`.
  public static let rubyScript = UTType(declared: "public.ruby-script")
  /// PHP script: `public.php-script`, a kind of `public.shell-script`.
  public static let phpScript = UTType(declared: "public.php-script")
  /// Makefile: `public.make-source`, a kind of `public.script`.
  public static let makefile = UTType(declared: "public.make-source")

  // MARK: Data with a structure

  /// JSON: `public.json`, a kind of `public.text`.
  public static let json = UTType(declared: "public.json")
  /// GeoJSON: `public.geojson`, a kind of `public.json`.
  public static let geoJSON = UTType(declared: "public.geojson")
  /// Property list: `com.apple.property-list`, a kind of `public.data`.
  public static let propertyList = UTType(declared: "com.apple.property-list")
  /// XML property list: `com.apple.xml-property-list`, a kind of `public.xml` and
  /// `com.apple.property-list`.
  public static let xmlPropertyList = UTType(declared: "com.apple.xml-property-list")
  /// Binary property list: `com.apple.binary-property-list`, a kind of `com.apple.property-list`.
  public static let binaryPropertyList = UTType(declared: "com.apple.binary-property-list")
  /// Apple Haptics Audio Pattern: `com.apple.haptics.ahap`, a kind of `public.haptics-content` and
  /// `public.json`.
  public static let ahap = UTType(declared: "com.apple.haptics.ahap")
  /// Link metadata: `com.apple.linkpresentation.metadata`, a kind of `public.data`.
  public static let linkPresentationMetadata = UTType(
    declared: "com.apple.linkpresentation.metadata"
  )

  // MARK: Documents

  /// PDF document: `com.adobe.pdf`, a kind of `public.data` and `public.composite-content`.
  public static let pdf = UTType(declared: "com.adobe.pdf")
  /// Rich text with attachments (RTFD): `com.apple.rtfd`, a kind of `com.apple.package` and
  /// `public.composite-content`.
  public static let rtfd = UTType(declared: "com.apple.rtfd")
  /// Rich text with attachments (RTFD) data: `com.apple.flat-rtfd`, a kind of `public.data` and
  /// `public.composite-content`.
  public static let flatRTFD = UTType(declared: "com.apple.flat-rtfd")
  /// Web archive: `com.apple.webarchive`, a kind of `public.data` and `public.composite-content`.
  public static let webArchive = UTType(declared: "com.apple.webarchive")
  /// EPUB publication: `org.idpf.epub-container`, a kind of `public.data` and
  /// `public.composite-content`.
  public static let epub = UTType(declared: "org.idpf.epub-container")
  /// Spreadsheet: `public.spreadsheet`, a kind of `public.content`.
  public static let spreadsheet = UTType(declared: "public.spreadsheet")
  /// Presentation: `public.presentation`, a kind of `public.composite-content`.
  public static let presentation = UTType(declared: "public.presentation")
  /// Database: `public.database`, a root.
  public static let database = UTType(declared: "public.database")
}
