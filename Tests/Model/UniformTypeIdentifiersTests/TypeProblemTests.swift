import Testing

@testable import UniformTypeIdentifiers

@Suite("Problems of declarations")
struct TypeProblemTests {
  @Test(arguments: [
    "", "ticket", "com.", ".com", "com..ticket", "com.exam ple", "com.exämple", "com.example.a|b",
    "com.example/ticket", "dyn.ah62d4rv4ge81g6pq", "DYN.x", "com.\u{212A}ey",
    "com." + String(repeating: "x", count: 252),
  ])
  func `an identifier that is none is refused`(identifier: String) {
    let declaration = TypeDeclaration(identifier: identifier, filenameExtensions: ["bad"])
    let catalogue = TypeCatalogue(declarations: [declaration])
    #expect(catalogue.problems.map(\.kind) == [.badIdentifier(identifier)])
    let type = catalogue.type(bearing: "bad", of: .filenameExtension, SupertypeWish(.data))
    #expect(type?.isDynamic == true)
  }

  @Test(arguments: [
    "com.example.ticket", "a.b", "A-1.b-2.C", "com." + String(repeating: "x", count: 251),
  ])
  func `a good identifier is taken`(identifier: String) {
    let declarations = [TypeDeclaration(identifier: identifier, parents: ["public.data"])]
    #expect(TypeRegistry.problems(in: declarations).isEmpty)
  }

  @Test func `bad names are left out and the rest is in force`() {
    let declaration = TypeDeclaration(
      identifier: "com.example.ticket",
      parents: ["com.example.nobody", "public.json"],
      mimeTypes: ["ticket", "application/", "application/x-ticket"],
      filenameExtensions: [".ticket", "", "a/b", "ticket"],
      pasteboardTypes: ["", String(repeating: "x", count: 256), "TICKET"]
    )
    let good = TypeDeclaration(identifier: "com.example.good", parents: ["public.data"])
    let catalogue = TypeCatalogue(declarations: [good, declaration])
    #expect(catalogue.problems.allSatisfy { $0.index == 1 })
    #expect(
      Set(catalogue.problems.map(\.kind)) == [
        .unknownParent("com.example.nobody", of: "com.example.ticket"), .badMIMEType("ticket"),
        .badMIMEType("application/"), .badFilenameExtension(".ticket"), .badFilenameExtension(""),
        .badFilenameExtension("a/b"), .badPasteboardType(""),
        .badPasteboardType(String(repeating: "x", count: 256)),
      ]
    )
    let type = UTType(declared: "com.example.ticket")
    #expect(catalogue.parents(of: type) == [.json])
    #expect(
      catalogue.tags(of: type) == [
        .mimeType: ["application/x-ticket"], .filenameExtension: ["ticket"],
        .pasteboardType: ["TICKET"],
      ]
    )
  }

  @Test func `a circle is cut where it closes`() {
    let catalogue = TypeCatalogue(declarations: [
      TypeDeclaration(identifier: "com.example.a", parents: ["com.example.b"]),
      TypeDeclaration(identifier: "com.example.b", parents: ["com.example.c", "public.json"]),
      TypeDeclaration(identifier: "com.example.c", parents: ["com.example.A"]),
      TypeDeclaration(identifier: "com.example.self", parents: ["com.example.self"]),
      TypeDeclaration(identifier: "public.data", parents: ["com.example.a"]),
    ])
    let cycles = catalogue.problems.map { ($0.index, $0.kind) }
    #expect(cycles.map(\.0) == [2, 3, 4])
    #expect(
      cycles.map(\.1) == [
        .cycle(["com.example.c", "com.example.a", "com.example.b", "com.example.c"]),
        .cycle(["com.example.self", "com.example.self"]),
        .cycle([
          "public.data", "com.example.a", "com.example.b", "public.json", "public.text",
          "public.data",
        ]),
      ]
    )
    #expect(catalogue.isSubtype(UTType(declared: "com.example.a"), of: .json))
    #expect(!catalogue.isSubtype(.data, of: UTType(declared: "com.example.a")))
    for index in catalogue.entries.indices {
      #expect(!catalogue.isDeclaredSubtype(index, of: index))
    }
  }

  @Test(arguments: [false, true])
  func `a chain of ten thousand does not hang`(isBackwards: Bool) {
    var declarations = (0..<10_000).map { number in
      TypeDeclaration(
        identifier: "com.example.n\(number)",
        parents: ["com.example.n\((number + 1) % 10_000)"]
      )
    }
    if isBackwards { declarations.reverse() }
    let catalogue = TypeCatalogue(declarations: declarations)
    #expect(!catalogue.problems.isEmpty)
    let limit = Int32(CatalogueBuilder.mostSupertypes)
    #expect(catalogue.entries.allSatisfy { ($0.ancestors?.count ?? 0) <= limit })
  }

  @Test(arguments: [
    TypeProblem.Kind.badIdentifier("a\nb"), .twoOwners("com.example.a", first: 0),
    .unknownParent("x", of: "com.example.a"), .cycle(["com.example.a", "com.example.a"]),
    .tooManySupertypes("com.example.a"), .badMIMEType(String(repeating: "x", count: 4096)),
    .badFilenameExtension(".a"), .badPasteboardType(""),
  ])
  func `a problem is one line of advice`(kind: TypeProblem.Kind) {
    let text = TypeProblem(0, kind).description
    #expect(text.utf8.count < 300 && text.contains(": "))
    #expect(!text.contains("\n"))
  }
}
