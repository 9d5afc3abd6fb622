import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers
import Wire

@testable import Daemon

@Suite("Types by name, and what is offered of them")
struct TypeNamesTests {
  @Test(arguments: [
    ("public.json", "public.json"),
    ("application/json", "public.json"),
    (".json", "public.json"),
    (".PNG", "public.png"),
    ("UTF8_STRING", "public.utf8-plain-text"),
    ("STRING", "public.utf8-plain-text"),
    ("text/plain;charset=utf-8", "public.utf8-plain-text"),
    ("image/x-MS-bmp", "com.microsoft.bmp"),
  ])
  func `identifier, MIME type, target and extension name one type`(
    text: String,
    identifier: String
  ) throws {
    #expect(try NamedType(parsing: text).type.identifier == identifier)
  }

  @Test(arguments: ["", "TARGETS", "DELETE", "INSERT_SELECTION", "SAVE_TARGETS", "MULTIPLE"])
  func `what is no content cannot be put`(text: String) {
    #expect(throws: PasteboardError.self) { try NamedType(parsing: text) }
  }

  @Test
  func `an unknown name keeps its spelling`() throws {
    let named = try NamedType(parsing: "com.example.Unheard-Of")
    #expect(named.type.isDynamic)
    #expect(TargetName.names(for: named.type) == ["com.example.Unheard-Of"])
  }

  @Test(arguments: [
    ("public.jsno", "public.json"),
    ("com.example.Unheard-Of", nil),
  ])
  func `a name like an identifier that nobody declares is noticed`(
    name: String,
    nearest: String?
  ) {
    let types = ["public.json", "text/x-unheard", name, "public.jsom"]
    let representations = types.map { PutRepresentation(type: $0, text: "x") }
    let request = PutRequest(items: [PutItem(representations: representations)])
    let noticed = UndeclaredType(name: name, nearest: nearest, mistake: "a.toml:1:1: x")
    #expect(request.undeclared(mistake: "a.toml:1:1: x") == noticed)
  }

  @Test(arguments: [
    "public.json", "UTF8_STRING", "text/x-unheard", ".json", "x", "com.example.two words", "a/b.c",
    "dyn.ah62d4rv4ge80g5a",
  ])
  func `other names are no identifier that nobody declares`(name: String) {
    let representations = [PutRepresentation(type: name, text: "x"), PutRepresentation(type: nil)]
    let request = PutRequest(items: [PutItem(representations: representations)])
    #expect(request.undeclared(mistake: nil) == nil)
  }

  @Test
  func `targets group by type in the sender's order, text by our preference`() {
    let offered = OfferedTypes([
      "TARGETS", "text/html", "STRING", "UTF8_STRING", "image/png", "TEXT", "TIMESTAMP",
    ])
    #expect(
      offered.groups.map(\.type.identifier)
        == ["public.html", "public.utf8-plain-text", "public.png"]
    )
    #expect(offered.groups[1].targets == ["UTF8_STRING", "STRING", "TEXT"])
  }

  @Test
  func `a target that is asked by its very name comes first and unchanged`() throws {
    let offered = OfferedTypes(["TARGETS", "UTF8_STRING", "STRING"])
    let wanted = [try NamedType(wished: "STRING")]
    let first = try #require(offered.candidates(wanted: wanted, richest: false).first)
    #expect(first.target == "STRING")
    #expect(first.isRaw)
  }

  @Test
  func `what is not offered is not asked for, whatever the owner would answer`() throws {
    let offered = OfferedTypes(["TARGETS", "UTF8_STRING"])
    #expect(offered.candidates(wanted: [try NamedType(wished: "image/png")], richest: true).isEmpty)
    #expect(
      offered.candidates(wanted: [try NamedType(wished: "application/x-nope")], richest: true)
        .isEmpty
    )
  }

  @Test(arguments: [
    ("public.utf8-plain-text", true), ("public.plain-text", true), ("public.json", true),
    ("public.html", false), ("public.rtf", false), ("public.utf16-plain-text", false),
    ("public.png", false), ("public.svg-image", false),
  ])
  func `UTF-8 is demanded of types that are nothing else`(type: String, expected: Bool) throws {
    #expect(try #require(UTType(type)).isUTF8Text == expected)
    #expect(try #require(UTType(mimeType: "text/plain;charset=koi8-r")).isUTF8Text == false)
  }

  @Test(arguments: [
    ("a.png", ["public.png"]), ("a.tar.gz", ["org.gnu.gnu-zip-archive"]),
    ("a.HTML", ["public.html"]),
    ("notes.md", ["net.daringfireball.markdown"] + plainText),
    ("a.json", ["public.json"]), ("a.qqq", []), (".png", []), ("a.", []), ("a", []),
    ("", []), ("a.bin", []),
  ])
  func `a file's name says what it wants, and text takes plain text`(name: String, types: [String])
  {
    #expect(NamedType.wishes(forFile: name).map(\.type.identifier) == types)
  }

  private static let plainText = ["public.utf8-plain-text", "public.plain-text"]

  @Test
  func `a representation has one content`() {
    var representation = PutRepresentation(type: nil, text: "a")
    representation.data = "Zg=="
    #expect(throws: PasteboardError.self) { try PutSource(representation) }
    #expect(throws: PasteboardError.self) { try PutSource(PutRepresentation()) }
  }
}
