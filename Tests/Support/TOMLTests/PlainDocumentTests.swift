import Testing

@testable import TOML

@Suite("Plain documents")
struct PlainDocumentTests {
  private static let declarations = """
    # A file of declarations.
    version = 1

    [[type]]
    identifier = "com.example.ticket"     # with a comment
    conformsTo = ["public.json"]
    extensions = [ "ticket", 'tkt', ]
    imported = false

    [[type.representation]]
    type = "public.utf8-plain-text"
    template = "{{key}}: \\"{{title}}\\"\\n\\t\\\\"

    [[type.representation]]
    type = "public.html"
    command = [
      "to-html",   # the program
      ["nested", [1, 20, 0]],
    ]

    [type.validate]
    required = []

    [[type]]
    identifier = ""
    [type.validate]
    required = ["a.0.b"]

    [other]
    literal = 'C:\\path\\'
    [other.inner]
    flag = true
    [[list]]
    [[list]]
    """

  /// The table with its keys in one order, since theirs means nothing.
  private func sorted(_ node: TOMLNode) -> TOMLNode {
    switch node.value {
    case .table(let table):
      let entries = table.entries
        .map { TOMLTable.Entry(key: $0.key, at: $0.keyPosition, node: sorted($0.node)) }
        .sorted { $0.key < $1.key }
      return TOMLNode(.table(TOMLTable(entries)), at: node.position)
    case .array(let nodes): return TOMLNode(.array(nodes.map(sorted)), at: node.position)
    case .string, .integer, .float, .boolean, .dateTime: return node
    }
  }

  private func sorted(_ table: TOMLTable) -> TOMLNode {
    sorted(TOMLNode(.table(table), at: TOMLPosition(file: "")))
  }

  @Test(arguments: [
    "", "\n\n", "# only a comment", "a = 1", "a=1#\nb = 'x'", "[a]\n[b]\nc = true", declarations,
    "a = [\n\n# here\n1,\n2\n]\n", "a = [[], [[]]]", "a = \"tab\there\"",
  ])
  func `a plain document is what toml++ makes of it`(text: String) throws {
    let bytes = Array(text.utf8)
    let plain = try #require(PlainDocument.read(bytes, file: "f"))
    let whole = try TOMLTable(parsingAll: bytes, file: "f")
    #expect(sorted(plain) == sorted(whole))
  }

  @Test(arguments: [
    "a = 1\na = 2", "[a]\n[a]", "[a.b]", "[a]\n[[a]]", "a = []\n[[a]]", "[[a]]\n[a]", "a.b = 1",
    "\"a\" = 1", "a = 1.5", "a = 01", "a = -1", "a = 1979-05-27", "a = \"\"\"x\"\"\"",
    "a = {b = 1}",
    "a = \"\\u00e9\"", "a = \"é\"", "a = 'x", "a = \"x", "a = [1", "a = 1 b = 2", "a", "[a",
    "[ a ]",
    "a = [1 2]", "a = truex", "a = 1\r\n", "a = \"\u{1}\"", "a = [[[[[1]]]]]", "a = ", "[]", "[a.]",
  ])
  func `what is not plain, or wrong, is left to toml++`(text: String) {
    #expect(PlainDocument.read(Array(text.utf8), file: "f") == nil)
  }

  @Test func `a damaged document is never read differently`() throws {
    var generator = SystemRandomNumberGenerator()
    let original = Array(Self.declarations.utf8)
    let marks = Array("[]\"'\\#=.,\n \t0truea\u{7F}-_{}".utf8)
    var plainCount = 0
    for _ in 0..<4000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: index)
        default: bytes[index] = marks.randomElement(using: &generator) ?? 0
        }
      }
      guard let plain = PlainDocument.read(bytes, file: "f") else { continue }
      plainCount += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let whole = try #require(try? TOMLTable(parsingAll: bytes, file: "f"), "\(text)")
      #expect(sorted(plain) == sorted(whole), "\(text)")
    }
    #expect(plainCount > 400)
  }
}
