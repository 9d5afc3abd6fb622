import Testing

@testable import UniformTypeIdentifiers

@Suite("Installed declarations")
struct TypeCatalogueTests {
  private static let ticket = TypeDeclaration(
    identifier: "com.example.Ticket",
    parents: ["public.json", "public.content"],
    mimeTypes: ["Application/Vnd.Example.Ticket+JSON"],
    filenameExtensions: ["Ticket", "tkt"],
    pasteboardTypes: ["EXAMPLE_TICKET"],
    localizedDescription: "Ticket",
    referenceURL: "https://example.com/ticket"
  )

  @Test func `a declared type is found by all its names`() throws {
    let catalogue = TypeCatalogue(declarations: [Self.ticket])
    let type = try #require(catalogue.type(identifier: "COM.EXAMPLE.TICKET"))
    #expect(type.identifier == "com.example.Ticket")
    let names: [(String, UTTagClass)] = [
      ("application/vnd.example.ticket+json", .mimeType), ("TICKET", .filenameExtension),
      ("application/vnd.example.ticket+json; charset=utf-8", .mimeType),
      ("tkt", .filenameExtension), ("EXAMPLE_TICKET", .pasteboardType),
    ]
    for (name, tagClass) in names {
      #expect(catalogue.type(bearing: name, of: tagClass, SupertypeWish(.data)) == type)
    }
    let other = catalogue.type(bearing: "example_ticket", of: .pasteboardType, SupertypeWish(.data))
    #expect(other?.isDynamic == true)
    #expect(catalogue.isSubtype(type, of: .text) && !catalogue.isSubtype(type, of: .plainText))
    #expect(catalogue.parents(of: type) == [.json, .content])
    #expect(catalogue.description(of: type) == "Ticket")
    let index = try #require(catalogue.index(of: type.identifier))
    #expect(catalogue.declaration(at: index).mimeTypes == ["application/vnd.example.ticket+json"])
    #expect(catalogue.declaration(at: index).referenceURL == "https://example.com/ticket")
  }

  @Test(arguments: [false, true])
  func `an exported declaration beats an imported one, whichever comes first`(isFirst: Bool) {
    let mine = TypeDeclaration(identifier: "com.example.a", parents: ["public.json"])
    var theirs = TypeDeclaration(identifier: "com.example.a", parents: ["public.image"])
    theirs.isImported = true
    theirs.filenameExtensions = ["theirs"]
    let catalogue = TypeCatalogue(declarations: isFirst ? [mine, theirs] : [theirs, mine])
    let type = UTType(declared: "com.example.a")
    #expect(catalogue.parents(of: type) == [.json])
    #expect(catalogue.tags(of: type).isEmpty)
    #expect(catalogue.index(of: type.identifier).map { catalogue.entries[$0].isImported } == false)
  }

  @Test(arguments: [false, true])
  func `the first of two declarations counts, if both are exported or imported`(imported: Bool) {
    var first = TypeDeclaration(identifier: "com.example.a", parents: ["public.json"])
    var second = TypeDeclaration(identifier: "COM.example.A", parents: ["public.image"])
    (first.isImported, second.isImported) = (imported, imported)
    let catalogue = TypeCatalogue(declarations: [first, second])
    #expect(catalogue.parents(of: UTType(declared: "com.example.a")) == [.json])
  }

  @Test func `a declaration of a system type extends it`() {
    let catalogue = TypeCatalogue(declarations: [
      TypeDeclaration(
        identifier: "public.PNG",
        parents: ["public.content", "com.example.picture"],
        mimeTypes: ["image/x-png", "image/png"],
        filenameExtensions: ["pngx"],
        localizedDescription: "Bild"
      ),
      TypeDeclaration(identifier: "com.example.picture", mimeTypes: ["image/x-png"]),
    ])
    #expect(catalogue.parents(of: .png).map(\.identifier).first == "public.image")
    #expect(catalogue.isSubtype(.png, of: UTType(declared: "com.example.picture")))
    #expect(catalogue.tags(of: .png, .mimeType) == ["image/png", "image/x-png"])
    #expect(catalogue.tags(of: .png, .filenameExtension) == ["png", "pngx"])
    #expect(catalogue.description(of: .png) == "Bild")
    #expect(catalogue.type(bearing: "image/x-png", of: .mimeType, SupertypeWish(.data)) == .png)
    #expect(catalogue.type(identifier: "public.png") == .png)
  }

  @Test func `installed bearers of a tag come before the system's`() {
    let catalogue = TypeCatalogue(declarations: [
      TypeDeclaration(
        identifier: "com.example.sheet",
        parents: ["public.text"],
        mimeTypes: ["text/csv"],
        filenameExtensions: ["csv"]
      )
    ])
    let types = catalogue.types(bearing: "csv", of: .filenameExtension, SupertypeWish(.data))
    #expect(types.map(\.identifier) == ["com.example.sheet", "public.comma-separated-values-text"])
    let plain = catalogue.type(bearing: "text/csv", of: .mimeType, SupertypeWish(.plainText))
    #expect(plain == .commaSeparatedText)
  }

  @Test func `a name that only looks like another is another`() {
    let catalogue = TypeCatalogue(declarations: [
      TypeDeclaration(identifier: "com.example.k", parents: ["public.data"])
    ])
    #expect(catalogue.type(identifier: "com.example.\u{212A}") == nil)
    #expect(catalogue.type(identifier: "com.example.K")?.identifier == "com.example.k")
    #expect(UTType(declared: "com.example.\u{212A}") != UTType(declared: "com.example.k"))
    let mime = catalogue.type(bearing: "image/png\u{212A}", of: .mimeType, SupertypeWish(.data))
    #expect(mime == nil)
  }

  @Test func `what a program says of a type counts until somebody declares it`() {
    let claims = [
      TypeCatalogue.Claim(identifier: "com.example.claimed", parent: "public.json"),
      TypeCatalogue.Claim(identifier: "no identifier", parent: "public.json"),
      TypeCatalogue.Claim(identifier: "public.png", parent: "public.json"),
    ]
    let type = UTType(declared: "com.example.claimed")
    let claimed = TypeCatalogue(claims: claims)
    #expect(claimed.type(identifier: type.identifier) == nil)
    #expect(claimed.isSubtype(type, of: .text) && !claimed.isSubtype(.png, of: .json))
    let declaration = TypeDeclaration(identifier: type.identifier, parents: ["public.image"])
    let declared = TypeCatalogue(declarations: [declaration], claims: claims)
    #expect(declared.type(identifier: type.identifier) == type)
    #expect(declared.isSubtype(type, of: .image) && !declared.isSubtype(type, of: .text))
  }

  @Test(arguments: [
    "", "ticket", "com.", ".com", "com..ticket", "com.exam ple", "com.exämple", "com.example.a|b",
    "com.example/ticket", "dyn.ah62d4rv4ge81g6pq", "DYN.x", "com.\u{212A}ey",
    "com." + String(repeating: "x", count: 252),
  ])
  func `a declaration without a proper identifier is left out`(identifier: String) {
    let declaration = TypeDeclaration(identifier: identifier, filenameExtensions: ["bad"])
    let catalogue = TypeCatalogue(declarations: [declaration])
    let type = catalogue.type(bearing: "bad", of: .filenameExtension, SupertypeWish(.data))
    #expect(type?.isDynamic == true)
  }

  @Test func `bad names are left out and the rest is in force`() {
    let declaration = TypeDeclaration(
      identifier: "com.example.ticket",
      parents: ["com.example.nobody", "public.json"],
      mimeTypes: ["ticket", "application/", "/x", "a/b/c", "application/x-ticket"],
      filenameExtensions: [".ticket", "", "a/b", "ticket"],
      pasteboardTypes: ["", String(repeating: "x", count: 256), "TICKET"]
    )
    let catalogue = TypeCatalogue(declarations: [declaration])
    let type = UTType(declared: "com.example.ticket")
    #expect(catalogue.parents(of: type) == [.json])
    #expect(
      catalogue.tags(of: type) == [
        .mimeType: ["application/x-ticket"], .filenameExtension: ["ticket"],
        .pasteboardType: ["TICKET"],
      ]
    )
  }

  @Test func `types in a circle conform to each other and are none of their own`() {
    let catalogue = TypeCatalogue(declarations: [
      TypeDeclaration(identifier: "com.example.a", parents: ["com.example.b"]),
      TypeDeclaration(identifier: "com.example.b", parents: ["com.example.c", "public.json"]),
      TypeDeclaration(identifier: "com.example.c", parents: ["com.example.A"]),
      TypeDeclaration(identifier: "com.example.self", parents: ["com.example.self"]),
    ])
    let circle = Set(["a", "b", "c"].map { UTType(declared: "com.example.\($0)") })
    let above = catalogue.supertypes(of: .json).union([.json])
    for type in circle {
      #expect(catalogue.supertypes(of: type) == circle.union(above).subtracting([type]))
    }
    for index in catalogue.entries.indices {
      #expect(!catalogue.isDeclaredSubtype(index, of: index))
    }
  }

  @Test(arguments: [false, true])
  func `a chain may have any length`(isBackwards: Bool) {
    var declarations = (0..<10_000).map { number in
      TypeDeclaration(
        identifier: "com.example.n\(number)",
        parents: [number == 0 ? "public.json" : "com.example.n\(number - 1)"]
      )
    }
    if isBackwards { declarations.reverse() }
    let catalogue = TypeCatalogue(declarations: declarations)
    let last = UTType(declared: "com.example.n9999")
    #expect(catalogue.isSubtype(last, of: .json) && !catalogue.isSubtype(.json, of: last))
    #expect(catalogue.isSubtype(last, of: UTType(declared: "com.example.n0")))
    #expect(!catalogue.isSubtype(last, of: .image))
    #expect(catalogue.supertypes(of: last).count > 10_000)
  }

  @Test func `ten thousand declarations are installed, each in its place`() {
    let declarations = (0..<10_000).map { number in
      TypeDeclaration(
        identifier: "com.example.type-\(number)",
        parents: [number % 10 == 0 ? "public.json" : "com.example.type-\(number - 1)"],
        mimeTypes: ["application/x-\(number)"],
        filenameExtensions: ["e\(number)"]
      )
    }
    let catalogue = TypeCatalogue(declarations: declarations)
    for number in stride(from: 9, to: 10_000, by: 997) {
      let type = UTType(declared: "com.example.type-\(number)")
      #expect(catalogue.isSubtype(type, of: .json))
      let name = "application/x-\(number)"
      #expect(catalogue.type(bearing: name, of: .mimeType, SupertypeWish(.data)) == type)
    }
  }
}
