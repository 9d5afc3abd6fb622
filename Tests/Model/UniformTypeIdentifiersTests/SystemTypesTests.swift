import Testing

@testable import UniformTypeIdentifiers

@Suite("System types")
struct SystemTypesTests {
  @Test(arguments: ReferenceTable.rows)
  func `a type is declared as the reference has it`(row: ReferenceTable.Row) throws {
    let type = try #require(UTType(row.description))
    #expect(type.isDeclared)
    #expect(type.parents.map(\.identifier) == row.parents)
    #expect(type.tags(of: .filenameExtension).starts(with: row.filenameExtensions))
    let mimeTypes = type.tags(of: .mimeType)
    #expect(row.mimeTypes.allSatisfy(mimeTypes.contains))
    #expect(row.mimeTypes.isEmpty || Self.preferred(row) == type.preferredMIMEType)
  }

  /// Where Linux spells the preferred MIME type differently.
  private static let linuxSpellings = [
    "public.yaml": "application/yaml", "public.rust-source": "text/rust",
    "public.python-script": "text/x-python", "public.perl-script": "application/x-perl",
    "public.ruby-script": "application/x-ruby", "public.php-script": "application/x-php",
    "com.truevision.tga-image": "image/x-tga", "public.avi": "video/x-msvideo",
    "com.microsoft.waveform-audio": "audio/x-wav", "public.aiff-audio": "audio/x-aiff",
    "public.m3u-playlist": "audio/x-mpegurl", "org.gnu.gnu-zip-archive": "application/gzip",
    "com.rsa.pkcs-12": "application/pkcs12",
    "com.microsoft.windows-executable": "application/vnd.microsoft.portable-executable",
  ]

  private static func preferred(_ row: ReferenceTable.Row) -> String? {
    linuxSpellings[row.description] ?? row.mimeTypes.first
  }

  @Test(arguments: [
    ("public.c-source", "text/x-csrc"), ("public.shell-script", "application/x-shellscript"),
    ("public.patch-file", "text/x-patch"), ("com.ilm.openexr-image", "image/x-exr"),
    ("org.gnu.gnu-zip-tar-archive", "application/x-compressed-tar"),
    ("public.swift-source", "text/x-swift"), ("com.apple.icns", "image/x-icns"),
    ("public.cpio-archive", "application/x-cpio"), ("public.folder", "inode/directory"),
    ("public.file-url", "text/uri-list"), ("public.url", "text/x-moz-url"),
    ("com.apple.color", "application/x-color"), ("public.symlink", "inode/symlink"),
  ])
  func `a type without a MIME type has the one that Linux gives it`(
    identifier: String,
    mimeType: String
  ) throws {
    #expect(try #require(UTType(identifier)).preferredMIMEType == mimeType)
    #expect(UTType(mimeType: mimeType)?.identifier == identifier)
  }

  @Test(arguments: [
    ("public.rtf", ["text/rtf", "application/rtf"]),
    ("org.gnu.gnu-zip-archive", ["application/gzip", "application/x-gzip"]),
    ("com.microsoft.bmp", ["image/bmp", "image/x-bmp", "image/x-ms-bmp"]),
    ("com.microsoft.ico", ["image/vnd.microsoft.icon", "image/x-icon"]),
    ("public.yaml", ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"]),
    ("com.rsa.pkcs-12", ["application/pkcs12", "application/x-pkcs12"]),
    (
      "com.microsoft.waveform-audio",
      ["audio/x-wav", "audio/vnd.wave", "audio/wav", "audio/wave"]
    ),
  ])
  func `all spellings are kept, that of Linux first`(identifier: String, names: [String]) throws {
    let type = try #require(UTType(identifier))
    #expect(type.tags[.mimeType] == names)
    for name in names { #expect(UTType(mimeType: name) == type) }
  }

  @Test(arguments: [
    ("public.json", "public.plain-text"), ("public.html", "public.plain-text"),
    ("public.rtf", "public.plain-text"), ("public.xml", "public.plain-text"),
    ("public.folder", "public.data"), ("public.url", "public.text"),
    ("public.plain-text", "public.utf8-plain-text"),
  ])
  func `a type does not conform to what it is not`(identifier: String, other: String) throws {
    #expect(!(try #require(UTType(identifier)).conforms(to: #require(UTType(other)))))
  }

  @Test func `a file URL is a URL and a URL is data`() {
    #expect(UTType.fileURL.conforms(to: .url))
    #expect(UTType.url.isSubtype(of: .data))
    #expect(UTType.data.isSupertype(of: .url))
    #expect(!UTType.url.isSubtype(of: .url) && !UTType.url.isSupertype(of: .url))
    #expect(UTType.svg.supertypes == [.image, .xml, .text, .data, .content, .item])
    #expect(UTType.item.supertypes.isEmpty)
  }

  @Test(arguments: [
    ("ts", ["public.mpeg-2-transport-stream", "com.microsoft.typescript"]),
    ("m", ["public.objective-c-source", "com.mathworks.matlab.source"]),
    ("mp4", ["public.mpeg-4", "public.mpeg-4-audio"]),
    (
      "plist",
      [
        "com.apple.property-list", "com.apple.xml-property-list", "com.apple.binary-property-list",
        "com.apple.ascii-property-list",
      ]
    ),
    ("key", ["com.apple.iWork.Keynote.sffkey", "com.apple.iWork.Keynote.key"]),
    ("pages", ["com.apple.iWork.Pages.sffpages", "com.apple.iWork.Pages.pages"]),
    ("app", ["com.apple.application-file", "com.apple.application-bundle"]),
    ("xml", ["public.xml", "com.microsoft.word.wordml"]),
    ("framework", ["com.apple.framework"]),
  ])
  func `files come before packages, then Apple's order decides`(tag: String, expected: [String]) {
    let types = UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: .data)
    #expect(types.map(\.identifier) == expected)
    #expect(UTType(filenameExtension: tag)?.identifier == expected.first)
  }

  @Test(arguments: [
    ("key", UTType.package, "com.apple.iWork.Keynote.key"),
    ("app", .bundle, "com.apple.application-bundle"),
    ("ts", .sourceCode, "com.microsoft.typescript"),
    ("mp4", .audio, "public.mpeg-4-audio"), ("plist", .xml, "com.apple.xml-property-list"),
    ("PNG", .image, "public.png"),
  ])
  func `a supertype chooses among the bearers of an extension`(
    tag: String,
    supertype: UTType,
    expected: String
  ) {
    #expect(UTType(filenameExtension: tag, conformingTo: supertype)?.identifier == expected)
  }

  @Test func `a supertype that no bearer conforms to gives a dynamic type`() throws {
    let type = try #require(UTType(filenameExtension: "png", conformingTo: .text))
    #expect(type.isDynamic && type.conforms(to: .text))
    #expect(type.tags[.filenameExtension] == ["png"])
    let none = UTType.types(tag: "png", tagClass: .filenameExtension, conformingTo: .text)
    #expect(none == [type])
    #expect(
      UTType(tag: "pages", tagClass: .filenameExtension, conformingTo: nil)?.isDeclared == true
    )
  }

  @Test func `every parent in the table is declared, and nobody is his own ancestor`() {
    let catalogue = TypeCatalogue()
    #expect(catalogue.entries.count > 530)
    for index in catalogue.entries.indices {
      #expect(!catalogue.isDeclaredSubtype(index, of: index))
      let type = catalogue.type(at: index)
      #expect(TypeIdentifier.isValid(type.identifier))
      #expect(catalogue.description(of: type) != "")
    }
    // All that is named as a parent is there: a name that is not would have been left out silently.
    let tables = SystemTypes.tables + [SystemTypes.linux]
    for table in tables.map(\.description) {
      for row in table.split(separator: "\n") {
        let fields = row.split(separator: "|", omittingEmptySubsequences: false)
        #expect(fields.count == 5, "\(row)")
        for parent in fields[1].split(separator: ",") {
          #expect(catalogue.index(of: String(parent)) != nil, "\(row)")
        }
        for mimeType in fields[2].split(separator: ",") {
          #expect(MIMEType(String(mimeType)) != nil, "\(row)")
        }
      }
    }
  }

  @Test func `names and descriptions are those of the declarations`() throws {
    #expect(UTType.png.localizedDescription == "PNG image")
    #expect(UTType.png.isPublic && !UTType.pdf.isPublic && !UTType.png.isDynamic)
    #expect(UTType.png.version == nil && UTType.png.referenceURL == nil)
    #expect(TypeRegistry.declaration(of: .png)?.isImported == false)
    #expect(TypeRegistry.declaration(of: .markdown)?.isImported == true)
    #expect(TypeRegistry.declaredTypes.contains(.markdown))
    #expect(TypeRegistry.declaredTypes.first == .item)
  }
}
