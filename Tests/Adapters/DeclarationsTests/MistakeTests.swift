import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Declarations

@Suite("Mistakes in declarations")
struct MistakeTests {
  /// What is wrong with a document, without the name of the file.
  private func mistakes(_ text: String) -> [String] {
    var documents = DeclarationDocuments()
    documents.add(Array(text.utf8), file: "f")
    let user = UserDeclarations(documents, stamps: [], system: BuiltInTypes())
    return user.problems.map { String($0.description.dropFirst(2)) }
  }

  /// A type of one line before `rest`, which begins on line 4.
  private func type(_ rest: String) -> String {
    "[[type]]\nidentifier = \"com.example.a\"\nconformsTo = [\"public.json\"]\n" + rest
  }

  @Test(arguments: [
    ("[[type]]\n", "1:1: the key 'identifier' is missing"),
    ("[[type]]\nidentifier = 3\n", "2:14: 'identifier' must be a string"),
    ("type = 3\n", "1:8: 'type' must be written [[…type]]"),
    ("type = [3]\n", "1:9: 'type' must hold only tables"),
    ("[[tpye]]\n", "1:3: unknown key 'tpye'; did you mean 'type'?"),
    ("[[type]\n", "1:8: "),
  ])
  func `a document of another form is refused with its place`(text: String, mistake: String) {
    let found = mistakes(text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(mistake) == true, "\(found)")
  }

  @Test(arguments: [
    "", "ticket", ".com.example", "com..example", "com.example.", "com.exa mple", "com.example/a",
    "com.exämple.a", "com.example_a", String(repeating: "a.", count: 128) + "a", "com.", ".com",
    "com.example.a|b", "com.\u{212A}ey", "com." + String(repeating: "x", count: 252),
  ])
  func `a bad identifier is refused with advice`(identifier: String) {
    let found = mistakes("[[type]]\nidentifier = \"\(identifier)\"\nconformsTo = []\n")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2:14: '") == true, "\(found)")
    let advice = "is no identifier; write letters, digits, '-' and at least one '.', as in"
    #expect(found.first?.contains(advice) == true, "\(found)")
  }

  @Test(arguments: [
    "com.example.ticket", "a.b", "A-1.b-2.C", "com." + String(repeating: "x", count: 251),
  ])
  func `a good identifier is taken`(identifier: String) {
    #expect(mistakes("[[type]]\nidentifier = \"\(identifier)\"\nconformsTo = []\n").isEmpty)
  }

  @Test func `a type that conforms to too many others is told with its place`() {
    let parents = (0..<256).map { "com.example.n\($0)" }
    func type(_ name: String, _ parents: [String]) -> String {
      "[[type]]\nidentifier = \"\(name)\"\nconformsTo = \(parents)\n"
    }
    let text = parents.map { type($0, []) }.joined() + type("com.example.a", parents)
    let limit = "it conforms to more than 255 types"
    let advice = "name fewer parents, or shorten the chain of types"
    #expect(mistakes(text) == ["770:14: com.example.a: \(limit); \(advice)"])
  }

  @Test(arguments: [
    ("mimeType = []", "4:1: com.example.a: unknown key 'mimeType'; did you mean 'mimeTypes'?"),
    ("nonsense = 1", "4:1: com.example.a: unknown key 'nonsense'"),
    ("mimeTypes = \"text/x-a\"", "4:13: com.example.a: 'mimeTypes' must be a list of strings"),
    ("mimeTypes = [\"text/x-a\", 3]", "4:26: com.example.a: 'mimeTypes' must hold only strings"),
    (
      "mimeTypes = [\"text\"]",
      "4:14: com.example.a: 'text' is no MIME type; one is written type/subtype, as in text/plain"
    ),
    (
      "mimeTypes = [\"image/*\"]",
      "4:14: com.example.a: 'image/*' is no MIME type; one is written type/subtype, as in text/plain"
    ),
    (
      "mimeTypes = [\"text/plain; x\"]",
      "4:14: com.example.a: 'text/plain; x' is no MIME type; "
        + "one is written type/subtype, as in text/plain"
    ),
    (
      "extensions = [\".a\"]",
      "4:15: com.example.a: '.a' is no extension; write it without dots and slashes, as in \"png\""
    ),
    (
      "extensions = [\"a/b\"]",
      "4:15: com.example.a: 'a/b' is no extension; write it without dots and slashes, as in \"png\""
    ),
    (
      "targets = [\"A\\u0007\"]",
      "4:12: com.example.a: 'A\u{FFFD}' is no name of a target; "
        + "it has 1 to 255 bytes, no control characters, and no meaning in X11 already"
    ),
    ("imported = 1", "4:12: com.example.a: 'imported' must be true or false"),
    (
      "representation = 1",
      "4:18: com.example.a: 'representation' must be written [[…representation]]"
    ),
    ("validate = 1", "4:12: com.example.a: 'validate' must be a table"),
    (
      "[type.validate]\nneeded = []", "5:1: com.example.a: unknown key 'needed'"
    ),
    (
      "[type.validate]\nrequired = [\"a..b\"]",
      "5:13: com.example.a: 'a..b' is no path to a field; "
        + "write the names of fields with dots between them, as in author.name"
    ),
  ])
  func `a key that is wrong is refused with its type and place`(line: String, mistake: String) {
    #expect(mistakes(type(line)) == [mistake])
  }

  @Test(arguments: [
    (
      "type = \"public.html\"", "4:1: com.example.a: a representation needs a template or a command"
    ),
    ("template = \"x\"", "4:1: com.example.a: the key 'type' is missing"),
    (
      "type = \"public.html\"\ntemplate = \"x\"\ncommand = [\"x\"]",
      "4:1: com.example.a: a representation has a template or a command, not both"
    ),
    (
      "type = \"public.html\"\ncommand = []",
      "6:11: com.example.a: 'command' must name a program first"
    ),
    (
      "type = \"public.html\"\ncommand = [\"\", \"x\"]",
      "6:11: com.example.a: 'command' must name a program first"
    ),
    (
      "type = \"public.html\"\ncommand = [\"x\\u0000\"]",
      "6:12: com.example.a: a word of 'command' holds a NUL"
    ),
    (
      "type = \"com.example.A\"\ntemplate = \"x\"",
      "5:8: com.example.a: a type is no representation of itself"
    ),
    (
      "type = \"public.htlm\"\ntemplate = \"x\"",
      "5:8: com.example.a: there is no type 'public.htlm'; did you mean 'public.html'?"
    ),
    (
      "type = \"public.html\"\ntemplate = \"{{a\"", "6:12: com.example.a: '{{' without '}}'"
    ),
    (
      "type = \"public.html\"\ntemplate = \"{{}}\"",
      "6:12: com.example.a: '' is no path to a field; "
        + "write the names of fields with dots between them, as in author.name"
    ),
    ("type = \"public.html\"\ntemplate = \"x\"\nx = 1", "7:1: com.example.a: unknown key 'x'"),
  ])
  func `a representation that cannot be made is refused`(lines: String, mistake: String) {
    #expect(mistakes(type("[[type.representation]]\n" + lines)) == [mistake])
  }

  @Test(arguments: [
    ("title = \"A\"\ncommand = [\"x\"]", ["4:1: com.example.a: the key 'id' is missing"]),
    (
      "id = \"a\"",
      [
        "4:1: com.example.a: the key 'title' is missing",
        "4:1: com.example.a: the key 'command' is missing",
      ]
    ),
    (
      "id = \"a\"\ntitle = \"A\"\ncommand = [\"x\"]\nedge = \"top\"\nrole = \"cancel\"",
      [
        "8:8: com.example.a: 'edge' must be \"leading\" or \"trailing\"",
        "9:8: com.example.a: 'role' must be \"destructive\"",
      ]
    ),
    (
      "id = \"a\"\ntitle = \"A\"\ncommand = [\"x\"]\n[[type.action]]\nid = \"a\"\ntitle = \"B\"\n"
        + "command = [\"x\", \"{{\"]",
      [
        "9:6: com.example.a: the action 'a' is there twice",
        "11:17: com.example.a: '{{' without '}}'",
      ]
    ),
  ])
  func `an action that cannot be done is refused`(lines: String, expected: [String]) {
    #expect(mistakes(type("[[type.action]]\n" + lines)) == expected)
  }

  @Test func `every mistake of a file is named, in the order of the lines`() {
    let text = """
      typ = 1
      [[type]]
      identifier = "com.example.a"
      conformsTo = ["public.jsno"]
      [[type]]
      identifier = "bad"
      [[type]]
      identifier = "com.example.b"
      mimeTypes = ["x"]
      extensions = ["."]
      conformsTo = []
      """
    let lines = mistakes(text).map { $0.prefix { $0 != ":" } }
    #expect(lines == ["1", "4", "6", "9", "10"])
  }

  @Test(arguments: [
    ("public.ticket", "only the system declares names like this"),
    ("com.apple.ticket", "only the system declares names like this"),
    ("Public.Ticket", "only the system declares names like this"),
    ("dyn.ah62d4", "only the system declares names like this"),
  ])
  func `a reserved name can only be added to`(identifier: String, mistake: String) {
    let found = mistakes("[[type]]\nidentifier = \"\(identifier)\"\nconformsTo = []\n")
    let advice = "use a reverse domain name of your own, such as com.example.ticket"
    #expect(found == ["2:14: \(identifier): \(mistake); \(advice)"])
    #expect(mistakes("[[type]]\nidentifier = \"public.png\"\n").isEmpty)
  }

  @Test func `a value in an error is short and has no control characters`() {
    let long = String(repeating: "x", count: 400)
    let found = mistakes(type("mimeTypes = [\"\\u001b[31m\(long)\"]"))
    #expect(found.count == 1)
    #expect(found.first.map { $0.count < 200 && !$0.contains("\u{1B}") } == true)
  }
}
