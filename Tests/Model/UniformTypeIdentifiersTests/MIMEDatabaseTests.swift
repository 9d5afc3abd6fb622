import Testing

@testable import UniformTypeIdentifiers

@Suite("The desktop's database")
struct MIMEDatabaseTests {
  private func mime(_ name: String, in catalogue: TypeCatalogue) -> UTType? {
    catalogue.type(bearing: name, of: .mimeType, SupertypeWish(.data))
  }

  private func file(_ name: String, in catalogue: TypeCatalogue) -> UTType? {
    catalogue.type(bearing: name, of: .filenameExtension, SupertypeWish(.data))
  }

  @Test func `an alias stands for the declared type, from either side`() {
    let declaration = TypeDeclaration(
      identifier: "com.example.tgz",
      parents: ["public.archive"],
      mimeTypes: ["application/x-tgz-old"]
    )
    let catalogue = TypeCatalogue(declarations: [declaration], database: SmallDatabase.desktop)
    #expect(mime("application/x-pdf", in: catalogue) == .pdf)
    #expect(mime("application/x-pdf;charset=utf-8", in: catalogue) == .pdf)
    // Here the declaration has the alias, and the database's own name is declared by nobody.
    #expect(mime("application/x-tgz-new", in: catalogue)?.identifier == "com.example.tgz")
    let image = catalogue.type(bearing: "application/x-pdf", of: .mimeType, SupertypeWish(.image))
    #expect(image?.isDynamic == true)
  }

  @Test func `a MIME type that nobody declared keeps its name and its parent in key 0`() throws {
    let with = TypeCatalogue(database: SmallDatabase.desktop)
    for name in ["application/x-blend", "application/x-blender-old", "text/x-note"] {
      let type = try #require(mime(name, in: with))
      #expect(type == UTType(mimeType: name))
      #expect(type.preferredMIMEType == name)
    }
  }

  @Test func `a dynamic type conforms to what the database names`() throws {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    let note = try #require(mime("text/x-note", in: catalogue))
    #expect(catalogue.isSubtype(note, of: .plainText) && catalogue.isSubtype(note, of: .text))
    let comic = try #require(mime("application/x-comic", in: catalogue))
    #expect(catalogue.isSubtype(comic, of: .zip) && catalogue.isSubtype(comic, of: .archive))
    let old = try #require(mime("application/x-blender-old", in: catalogue))
    let blend = try #require(mime("application/x-blend", in: catalogue))
    #expect(catalogue.isSubtype(old, of: blend) && !catalogue.isSubtype(blend, of: old))
    #expect(!TypeCatalogue().isSubtype(note, of: .plainText))
  }

  @Test func `declared conformance wins over the database`() {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    #expect(!catalogue.isSubtype(.json, of: .javaScript))
    #expect(!catalogue.isSubtype(.html, of: .plainText))
    let bare = TypeDeclaration(identifier: "com.example.bare", mimeTypes: ["application/x-comic"])
    let type = UTType(declared: "com.example.bare")
    let more = TypeCatalogue(declarations: [bare], database: SmallDatabase.desktop)
    #expect(more.isSubtype(type, of: .zip))
    #expect(TypeCatalogue(declarations: [bare]).supertypes(of: type).isEmpty)
  }

  @Test func `tags are declared ones, then what the database adds and nobody else bears`() {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    #expect(catalogue.tags(of: .pdf, .mimeType) == ["application/pdf", "application/x-pdf"])
    #expect(catalogue.tags(of: .pdf, .filenameExtension) == ["pdf", "pdfa"])
    #expect(catalogue.tags(of: .tarArchive, .mimeType) == ["application/x-tar", "application/tar"])
    #expect(catalogue.preferredTag(of: .pdf, .mimeType) == "application/pdf")
    let blend = UTType(mimeType: "application/x-blend").map { catalogue.tags(of: $0) }
    #expect(
      blend == [
        .mimeType: ["application/x-blend", "application/x-blender-old"],
        .filenameExtension: ["blend"],
      ]
    )
  }

  @Test func `an extension is found among declarations first, then in the database`() {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    #expect(file("pdf", in: catalogue) == .pdf)
    #expect(file("BLEND", in: catalogue) == mime("application/x-blend", in: catalogue))
    #expect(file("pdfa", in: catalogue) == .pdf)
    #expect(file("nobody", in: catalogue)?.tags[.filenameExtension] == ["nobody"])
    let types = catalogue.types(bearing: "ts", of: .filenameExtension, SupertypeWish(.data))
    #expect(
      types.map(\.preferredMIMEType) == ["video/mp2t", "application/typescript", "text/x-qt"]
    )
    let foreign = UTType(filenameExtension: "blend")
    #expect(
      foreign.map { catalogue.parents(of: $0).first } == mime("application/x-blend", in: catalogue)
    )
  }

  @Test func `descriptions come from the database where declarations have none`() throws {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    let blend = try #require(mime("application/x-blend", in: catalogue))
    #expect(catalogue.description(of: blend) == "scene")
    #expect(catalogue.description(of: .pdf) == "PDF document")
    #expect(catalogue.description(of: try #require(mime("a/b", in: catalogue))) == nil)
  }

  @Test func `a database that goes in circles makes nobody his own ancestor`() throws {
    let declarations = [
      TypeDeclaration(identifier: "com.example.x", mimeTypes: ["application/x-round-x"]),
      TypeDeclaration(identifier: "com.example.y", mimeTypes: ["application/x-round-y"]),
    ]
    let catalogue = TypeCatalogue(declarations: declarations, database: SmallDatabase.desktop)
    let left = try #require(mime("application/x-circle-a", in: catalogue))
    let right = try #require(mime("application/x-circle-b", in: catalogue))
    #expect(catalogue.isSubtype(left, of: right) && catalogue.isSubtype(right, of: left))
    #expect(!catalogue.isSubtype(left, of: left))
    let declared = UTType(declared: "com.example.x")
    #expect(catalogue.supertypes(of: declared) == [UTType(declared: "com.example.y")])
  }

  @Test func `text in an encoding of its own is no kind of the same text in UTF-8`() throws {
    let catalogue = TypeCatalogue(database: SmallDatabase.desktop)
    let foreign = try #require(mime("text/html;charset=koi8-r", in: catalogue))
    #expect(catalogue.isSubtype(foreign, of: .text) && !catalogue.isSubtype(foreign, of: .html))
    let level = try #require(mime("text/html;level=1", in: catalogue))
    #expect(catalogue.isSubtype(level, of: .html))
  }
}

/// A database of a few types, some of them absurd.
struct SmallDatabase: MIMEDatabase {
  struct Entry {
    var aliases: [String] = []
    var parents: [String] = []
    var filenameExtensions: [String] = []
    var description: String?
  }

  let entries: [String: Entry]

  static let desktop = SmallDatabase(entries: [
    "application/pdf": Entry(
      aliases: ["application/x-pdf"],
      filenameExtensions: ["pdf", "pdfa"],
      description: "paper"
    ),
    "application/x-tar": Entry(aliases: ["application/x-gtar"], filenameExtensions: ["tar"]),
    "application/x-tgz-new": Entry(aliases: ["application/x-tgz-old"]),
    "application/json": Entry(parents: ["application/javascript"]),
    "text/html": Entry(parents: ["text/plain"]),
    "text/x-note": Entry(parents: ["text/plain"]),
    "text/x-qt": Entry(filenameExtensions: ["ts"]),
    "video/mp2t": Entry(filenameExtensions: ["ts"]),
    "application/x-comic": Entry(parents: ["application/zip"]),
    "application/x-blend": Entry(
      aliases: ["application/x-blender-old"],
      filenameExtensions: ["blend"],
      description: "scene"
    ),
    "application/x-circle-a": Entry(parents: ["application/x-circle-b"]),
    "application/x-circle-b": Entry(parents: ["application/x-circle-a"]),
    "application/x-round-x": Entry(parents: ["application/x-round-y", "application/x-round-x"]),
    "application/x-round-y": Entry(parents: ["application/x-round-x"]),
  ])

  func canonical(_ mimeType: String) -> String {
    entries.first { $0.value.aliases.contains(mimeType) }?.key ?? mimeType
  }
  func isKnown(_ mimeType: String) -> Bool { entries[mimeType] != nil }
  func aliases(of mimeType: String) -> [String] { entries[mimeType]?.aliases ?? [] }
  func parents(of mimeType: String) -> [String] { entries[mimeType]?.parents ?? [] }
  func filenameExtensions(of mimeType: String) -> [String] {
    entries[mimeType]?.filenameExtensions ?? []
  }
  func mimeTypes(ofFilenameExtension filenameExtension: String) -> [String] {
    entries.filter { $0.value.filenameExtensions.contains(filenameExtension) }.keys.sorted()
  }
  func localizedDescription(of mimeType: String) -> String? { entries[mimeType]?.description }
}
