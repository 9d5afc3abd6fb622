import Testing

@testable import Declarations

@Suite("Check of declarations")
struct DeclarationCheckTests {
  /// Declarations of types `com.x.NAME` with their parents; a `!` marks an imported one.
  private func check(_ lines: [(String, [String])]) -> DeclarationCheck {
    let subjects = lines.map { name, parents in
      DeclarationCheck.Subject(
        identifier: name.filter { $0 != "!" },
        parents: parents,
        isImported: name.hasSuffix("!")
      )
    }
    return DeclarationCheck(subjects, system: system)
  }

  private let system = BuiltInTypes(
    parents: {
      ["public.data": [], "public.text": ["public.data"], "public.json": ["public.text"]][$0]
    },
    identifiers: { ["public.data", "public.text", "public.json"] }
  )

  @Test func `a name brings back one type, the system's or the first`() {
    let subjects = [
      DeclarationCheck.Subject(identifier: "com.x.a", parents: [], names: ["application/JSON"]),
      DeclarationCheck.Subject(identifier: "com.x.b", parents: [], names: ["text/x-b", "X_B"]),
      DeclarationCheck.Subject(identifier: "com.x.c", parents: [], names: ["TEXT/X-B"]),
      DeclarationCheck.Subject(identifier: "public.json", parents: [], names: ["application/json"]),
    ]
    let known = BuiltInTypes(
      parents: { $0 == "public.json" ? [] : nil },
      identifiers: { ["public.json"] },
      bearer: { $0 == "application/json" ? "public.json" : nil }
    )
    let result = DeclarationCheck(subjects, system: known)
    #expect(
      result.findings == [
        [.nameTaken("application/JSON", by: "public.json")], [],
        [.nameTaken("TEXT/X-B", by: "com.x.b")], [],
      ]
    )
  }

  @Test func `a chain is told where it becomes too long, and costs what goes on from there`() {
    let chain = (0..<20_000).map { ("com.x.t\($0)", ["com.x.t\($0 + 1)"]) }
    let result = check(chain + [("com.x.t20000", ["public.json"])])
    // Above the last stand three types of the system.
    #expect(result.valid == Array(19_748...20_000))
    #expect(result.findings[19_747] == [.tooManySupertypes])
    #expect(result.findings[..<19_747].allSatisfy { $0 == [.unknown(.parent(0), isLeftOut: true)] })
  }

  @Test(arguments: [(255, true), (256, false)])
  func `a type may have 255 supertypes`(count: Int, isValid: Bool) {
    let parents = (1..<count).map { "com.x.t\($0)" }
    let result = check(parents.map { ($0, ["public.data"]) } + [("com.x.t", parents)])
    #expect(result.valid.count == parents.count + (isValid ? 1 : 0))
    #expect(result.findings.last == (isValid ? [] : [.tooManySupertypes]))
  }

  @Test(.timeLimit(.minutes(4)))
  func `a type with too many supertypes does not cost them for each that builds on it`() {
    let parents = (0..<50_000).map { "com.x.p\($0)" }
    let children = (0..<50_000).map { ("com.x.c\($0)", ["com.x.hub"]) }
    let result = check(parents.map { ($0, []) } + [("com.x.hub", parents)] + children)
    #expect(result.findings[50_000] == [.tooManySupertypes])
    #expect(result.findings[50_001...].allSatisfy { $0 == [.unknown(.parent(0), isLeftOut: true)] })
  }

  @Test(.timeLimit(.minutes(4)))
  func `a parent that is named often counts once`() {
    let often = Array(repeating: "public.data", count: 50_000)
    let children = (0..<50_000).map { ("com.x.c\($0)", ["com.x.hub"]) }
    #expect(check([("com.x.hub", often)] + children).valid.count == 50_001)
  }

  @Test func `a supertype counts once, however many ways lead to it`() {
    let levels = (0..<40).flatMap { level in
      ["l", "r"].map { side in
        let above = level == 0 ? ["public.json"] : ["com.x.l\(level - 1)", "com.x.r\(level - 1)"]
        return ("com.x.\(side)\(level)", above)
      }
    }
    #expect(check(levels).valid.count == 80)
  }

  @Test func `each type of a circle hears of it, and only once`() {
    let result = check([
      ("com.x.a", ["public.data", "com.x.b"]), ("com.x.b", ["com.x.c"]), ("com.x.c", ["com.x.a"]),
      ("com.x.alone", ["com.x.alone"]), ("com.x.good", ["public.text"]),
    ])
    #expect(
      result.findings == [
        [.cycle(parent: 1, ["com.x.a", "com.x.b", "com.x.c", "com.x.a"])],
        [.cycle(parent: 0, ["com.x.b", "com.x.c", "com.x.a", "com.x.b"])],
        [.cycle(parent: 0, ["com.x.c", "com.x.a", "com.x.b", "com.x.c"])],
        [.cycle(parent: 0, ["com.x.alone", "com.x.alone"])],
        [],
      ]
    )
  }

  @Test func `a type in many circles hears of one`() {
    let names = (0..<3_000).map { "com.x.t\($0)" }
    let chain = names.indices.dropLast().map { (names[$0], [names[$0 + 1]]) }
    for others in [names, names.reversed()] {
      let result = check(chain + [(names[names.count - 1], others)])
      #expect(result.findings.allSatisfy { $0.count == 1 })
      #expect(result.valid.isEmpty)
    }
  }

  @Test func `each of those that add to a type of the system hears of its own circle`() {
    let result = check([
      ("public.data", ["com.x.a", "com.x.a"]), ("public.data", ["com.x.b"]),
      ("public.data", ["com.x.good"]), ("com.x.a", ["public.data"]), ("com.x.b", ["public.data"]),
      ("com.x.good", []),
    ])
    #expect(
      result.findings == [
        [.cycle(parent: 0, ["public.data", "com.x.a", "public.data"])],
        [.cycle(parent: 0, ["public.data", "com.x.b", "public.data"])], [],
        [.cycle(parent: 0, ["com.x.a", "public.data", "com.x.a"])],
        [.cycle(parent: 0, ["com.x.b", "public.data", "com.x.b"])], [],
      ]
    )
  }

  @Test func `a circle through a type of the system is found`() {
    let result = check([("public.data", ["com.x.a"]), ("com.x.a", ["public.json"])])
    #expect(result.valid.isEmpty)
    let chain = ["public.data", "com.x.a", "public.json", "public.text", "public.data"]
    #expect(result.findings[0] == [.cycle(parent: 0, chain)])
  }

  @Test func `a circle of thousands is told in a few names`() {
    let result = check((0..<10_000).map { ("com.x.t\($0)", ["com.x.t\(($0 + 1) % 10_000)"]) })
    #expect(result.valid.isEmpty)
    guard case .cycle(_, let names)? = result.findings[9_999].first else {
      Issue.record("no circle")
      return
    }
    #expect(names.count == 10)
    #expect(names.first == names.last)
  }

  @Test func `what builds on a mistake is left out, and nothing else`() {
    let result = check([
      ("com.x.a", ["com.x.nothing"]), ("com.x.b", ["com.x.a"]), ("com.x.c", ["com.x.b"]),
      ("com.x.d", ["public.text"]), ("public.json", ["com.x.c"]), ("com.x.e", ["public.json"]),
    ])
    #expect(result.findings[0] == [.unknown(.parent(0), isLeftOut: false)])
    #expect(result.findings[1] == [.unknown(.parent(0), isLeftOut: true)])
    #expect(result.findings[2] == [.unknown(.parent(0), isLeftOut: true)])
    #expect(result.findings[4] == [.unknown(.parent(0), isLeftOut: true)])
    #expect(result.valid == [3, 5])
  }

  @Test func `an exported owner beats imported ones, wherever it stands`() {
    let result = check([
      ("com.x.a!", ["public.text"]), ("com.x.A", ["public.json"]), ("com.x.a!", ["public.data"]),
      ("com.x.b!", ["public.text"]), ("com.x.b!", ["public.json"]),
    ])
    #expect(result.valid == [1, 3])
    #expect(result.findings.joined().isEmpty)
  }

  @Test func `a second exported owner is a mistake, and the first stays`() {
    let result = check([("com.x.a", ["public.text"]), ("com.x.a", ["public.json"])])
    #expect(result.findings == [[], [.owned(by: 0)]])
    #expect(result.valid == [0])
  }

  @Test func `any number of files add to a type of the system`() {
    let result = check([
      ("public.json", []), ("public.json", ["public.data"]), ("public.text!", []),
    ])
    #expect(result.valid == [0, 1, 2])
  }

  @Test func `fields are for descendants of JSON`() {
    func finding(_ parents: [String]) -> [DeclarationCheck.Finding] {
      DeclarationCheck(
        [
          .init(identifier: "com.x.a", parents: parents, namesFields: true),
          .init(identifier: "com.x.json", parents: ["public.json"]),
        ],
        system: system
      ).findings[0]
    }
    #expect(finding(["public.text"]) == [.noFields])
    #expect(finding(["public.text", "com.x.json"]) == [])
    #expect(finding(["public.json"]) == [])
  }
}
