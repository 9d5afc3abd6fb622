import Declarations
import Testing
import UniformTypeIdentifiers

@testable import Daemon

// What needs declared types is tested through xfer: the registry is the process's, and other tests
// are in it.
@Suite("Type check")
struct TypeCheckTests {
  private func text(_ result: TypeCheck.Result) -> String {
    String(decoding: result.output, as: UTF8.self)
  }

  private func facts(_ name: String) throws -> TypeFacts {
    TypeFacts(try #require(UTType(named: name)), nil, SystemDeclarations())
  }

  @Test func `a table has columns on a terminal and tabs off it`() throws {
    let types = [try facts("public.png"), try facts("public.utf8-plain-text")]
    let table = text(TypeCheckText(isTerminal: true, isJSON: false).list(types))
    let lines = table.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("TYPE                    MIME TYPE"))
    #expect(lines[1].hasPrefix("public.png              image/png"))
    #expect(lines.allSatisfy { $0.last != " " })
    let rows = text(TypeCheckText(isTerminal: false, isJSON: false).list(types))
    #expect(rows.hasPrefix("public.png\timage/png\tpng\tPNG image\tsystem\n"))
  }

  @Test func `control characters of names are shown, not sent`() {
    let check = TypeCheckText(isTerminal: true, isJSON: false)
    #expect(check.shown("a\u{1B}[31m\tb\u{7F}\u{9B}") == "a␛[31m␉b␡\u{FFFD}")
  }

  @Test func `an answer is words for people and nothing for programs`() {
    let terminal = TypeCheckText(isTerminal: true, isJSON: false)
    #expect(text(terminal.answer(true, "a.b", "c.d")) == "a.b conforms to c.d\n")
    #expect(text(terminal.answer(false, "a.b", "c.d")) == "a.b does not conform to c.d\n")
    let program = TypeCheckText(isTerminal: false, isJSON: false)
    #expect(program.answer(true, "a.b", "c.d").output.isEmpty)
    let json = TypeCheckText(isTerminal: true, isJSON: true)
    #expect(
      text(json.answer(true, "a.b", "c.d"))
        == "{\"schema\":1,\"type\":\"a.b\",\"supertype\":\"c.d\",\"conforms\":true}\n"
    )
  }

  @Test func `the targets of a type stand in the order in which they are offered`() throws {
    #expect(
      try facts("public.utf8-plain-text").targets.prefix(3) == [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain",
      ]
    )
  }

  @Test func `the tree has every type, and what is below it once`() throws {
    let lines = TypeTree().lines
    #expect(Set(lines.map(\.identifier)).count == TypeRegistry.declaredTypes.count)
    let images = lines.filter { $0.identifier == "public.image" }
    #expect(images.count { !$0.isRepeated } == 1)
    let index = try #require(lines.firstIndex { $0.identifier == "public.image" })
    #expect(lines[index + 1].depth == lines[index].depth + 1)
  }

  @Test func `the tree around a type leads to it and goes on below it`() throws {
    let lines = TypeTree(around: try #require(UTType("public.xml"))).lines
    let identifiers = lines.map(\.identifier)
    #expect(identifiers.prefix(3) == ["public.content", "public.text", "public.xml"])
    #expect(identifiers.contains("public.svg-image"))
    #expect(!identifiers.contains("public.json"))
  }

  @Test(arguments: [
    ("public.json", "public.json"), (".json", "public.json"), ("image/png", "public.png"),
    ("UTF8_STRING", "public.utf8-plain-text"), ("PUBLIC.JSON", "public.json"),
  ])
  func `a type is known by any of its names`(name: String, identifier: String) {
    #expect(UTType(named: name)?.identifier == identifier)
  }

  @Test(arguments: ["", "com.example.unheard-of", "TARGETS", "json", "."])
  func `a name that nobody declares names no type`(name: String) {
    #expect(UTType(named: name) == nil)
  }
}
