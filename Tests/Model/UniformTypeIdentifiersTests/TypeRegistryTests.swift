import Testing
import UniformTypeIdentifiers

/// Each test in a process of its own: what one installs the others would see, in all suites.
@Suite("The registry", .timeLimit(.minutes(4)))
struct TypeRegistryTests {
  private static let declarations = [
    TypeDeclaration(
      identifier: "com.example.registry.Card",
      parents: ["public.json"],
      mimeTypes: ["application/vnd.example.card+json"],
      filenameExtensions: ["registrycard"]
    )
  ]

  @Test func `what is installed is seen by look-ups, and goes with the next installation`() async {
    await #expect(processExitsWith: .success) {
      TypeRegistry.install(Self.declarations, database: nil)
      let type = try #require(UTType("com.example.registry.card"))
      #expect(type.identifier == "com.example.registry.Card" && type.isDeclared)
      #expect(UTType(mimeType: "application/vnd.example.card+json") == type)
      #expect(UTType(filenameExtension: "registrycard") == type)
      #expect(type.conforms(to: .text) && TypeRegistry.declaredTypes.last == type)
      let gold = TypeDeclaration(
        identifier: "com.example.registry.gold",
        parents: ["com.example.registry.card"]
      )
      TypeRegistry.add([gold])
      let golden = try #require(UTType("com.example.registry.gold"))
      #expect(golden.isSubtype(of: type) && type.isSupertype(of: golden))
      TypeRegistry.install([], database: nil)
      #expect(UTType("com.example.registry.card") == nil && !type.isDeclared)
      #expect(type.supertypes.isEmpty)
      #expect(UTType(mimeType: "application/vnd.example.card+json")?.isDynamic == true)
    }
  }

  @Test func `a type that a program owns or uses is undeclared until it is declared`() async {
    await #expect(processExitsWith: .success) {
      let owned = UTType(exportedAs: "com.example.registry.owned", conformingTo: .json)
      let used = UTType(importedAs: "com.example.registry.used")
      #expect(!owned.isDeclared && !owned.isDynamic && owned.conforms(to: .text))
      #expect(used.conforms(to: .data) && !used.conforms(to: .text))
      #expect(UTType(owned.identifier) == nil && owned.tags.isEmpty)
      let again = UTType(exportedAs: "com.example.registry.owned", conformingTo: .image)
      #expect(again == owned && !again.conforms(to: .image))
      let declaration = TypeDeclaration(identifier: owned.identifier, parents: ["public.image"])
      TypeRegistry.install([declaration], database: nil)
      #expect(owned.isDeclared && owned.conforms(to: .image) && !owned.conforms(to: .text))
      TypeRegistry.install([], database: nil)
      #expect(owned.conforms(to: .json))
      #expect(UTType(exportedAs: "public.png", conformingTo: .text).conforms(to: .image))
      #expect(UTType(exportedAs: "not an identifier").supertypes.isEmpty)
    }
  }

  @Test func `an undeclared identity is kept where that is allowed`() throws {
    #expect(UTType(identifier: "com.example.registry.unknown", allowUndeclared: false) == nil)
    let type = try #require(
      UTType(identifier: "com.example.registry.unknown", allowUndeclared: true)
    )
    #expect(!type.isDeclared && !type.isDynamic && type.supertypes.isEmpty && type.tags.isEmpty)
    #expect(UTType(identifier: "PUBLIC.png", allowUndeclared: true) == .png)
    #expect(UTType(identifier: "nonsense", allowUndeclared: true) == nil)
    #expect(type.conforms(to: type) && !type.conforms(to: .data))
  }

  @Test func `look-ups go on while declarations change`() async {
    await #expect(processExitsWith: .success) {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (0..<200).allSatisfy { _ in
              UTType(filenameExtension: "png") == .png && UTType.json.conforms(to: .text)
            }
          }
        }
        for _ in 0..<5 { TypeRegistry.install(Self.declarations, database: nil) }
        for await isRight in group { #expect(isRight) }
      }
    }
  }
}
