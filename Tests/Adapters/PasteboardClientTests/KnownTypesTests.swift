import Testing

@testable import CoreTransferable
@testable import PasteboardClient

/// Each test in a process of its own, whose registry it changes.
@Suite("Types that the daemon declares", .timeLimit(.minutes(4)))
struct KnownTypesTests {
  private static func ticket(_ name: String) -> [TypeDeclaration] {
    [TypeDeclaration(identifier: "com.example.known.\(name)", parents: ["public.json"])]
  }

  private static func isDeclared(_ name: String) -> Bool {
    UTType("com.example.known.\(name)") != nil
  }

  @Test func `what is declared no longer is forgotten, and what the program added stays`() async {
    await #expect(processExitsWith: .success) {
      TypeRegistry.add(Self.ticket("own"))
      KnownTypes.install(Self.ticket("first"), answering: KnownTypes.beginQuestion())
      #expect(Self.isDeclared("first") && Self.isDeclared("own"))
      KnownTypes.install(Self.ticket("second"), answering: KnownTypes.beginQuestion())
      #expect(!Self.isDeclared("first") && Self.isDeclared("second") && Self.isDeclared("own"))
      KnownTypes.install([], answering: KnownTypes.beginQuestion())
      #expect(!Self.isDeclared("second") && Self.isDeclared("own"))
    }
  }

  @Test func `an answer that comes after that of a later question is too old`() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (KnownTypes.beginQuestion(), KnownTypes.beginQuestion())
      KnownTypes.install(Self.ticket("new"), answering: second)
      KnownTypes.install(Self.ticket("old"), answering: first)
      #expect(Self.isDeclared("new") && !Self.isDeclared("old"))
      KnownTypes.install(Self.ticket("old"), answering: KnownTypes.beginQuestion())
      #expect(!Self.isDeclared("new") && Self.isDeclared("old"))
    }
  }
}
