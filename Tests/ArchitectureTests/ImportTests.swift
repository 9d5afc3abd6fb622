import Testing

/// Rules 2, 3 and 5 of `Documentation/Architecture.md`.
@Suite("What sources may say", .timeLimit(.minutes(4)))
struct ImportTests {
  private let sources: [Repository.Source]
  private let table: ModuleTable

  init() throws {
    sources = try Repository.sources(below: "Sources")
    table = try ModuleTable()
  }

  /// The benchmark has its own C target.
  private var ours: [Repository.Source] {
    sources.filter { !$0.path.hasPrefix("Sources/Programs/Benchmarks/") }
  }

  private var cModules: Set<String> {
    Set(table.rows.filter { $0.floor == "C" }.map(\.name))
  }

  @Test func `imports are found`() {
    let found = ours.flatMap(\.imports)
    #expect(found.contains { $0.module == "CToml" && $0.modifiers == ["internal"] })
    #expect(found.contains { $0.module == "Glibc" })
  }

  @Test func `C is imported in Support alone`() {
    for source in ours where !source.path.hasPrefix("Sources/Support/") {
      for found in source.imports {
        let isC = ["Glibc", "Musl"].contains(found.module) || cModules.contains(found.module)
        #expect(!isC, "\(source.path):\(found.line): \(found.module)")
      }
    }
  }

  @Test func `no C module becomes part of an API`() {
    for source in ours {
      for found in source.imports where cModules.contains(found.module) {
        let isOpen = found.modifiers.contains { ["public", "package", "@_exported"].contains($0) }
        #expect(!isOpen, "\(source.path):\(found.line): \(found.module)")
      }
    }
  }

  @Test func `Foundation is nowhere, and its essentials only where programs see them`() {
    let kinds = ["Foundation", "FoundationNetworking", "FoundationXML"]
    let typed = ["CoreTransferable", "PasteboardClient", "TicketBoard"]
    for source in sources {
      let isTyped = typed.contains { source.path.contains("/\($0)/") }
      for found in source.imports {
        let isWrong =
          kinds.contains(found.module) || found.module == "FoundationEssentials" && !isTyped
        #expect(!isWrong, "\(source.path):\(found.line): \(found.module)")
      }
    }
  }

  @Test func `a model imports models and the standard library`() {
    let models = Set(table.rows.filter { $0.floor == "Model" }.map(\.name))
    let allowed = models.union(["Synchronization", "FoundationEssentials"])
    for source in ours where source.path.hasPrefix("Sources/Model/") {
      for found in source.imports {
        #expect(allowed.contains(found.module), "\(source.path):\(found.line): \(found.module)")
      }
    }
  }

  @Test func `nothing unchecked above Support, and nothing unexplained in it`() {
    // In two halves, so that this file does not find itself.
    let marks = ["@unchecked" + " Sendable", "nonisolated" + "(unsafe)", "@pre" + "concurrency"]
    for source in sources {
      for (index, line) in source.lines.enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") && marks.contains(where: line.contains)
      {
        let place = "\(source.path):\(index + 1)"
        #expect(source.path.hasPrefix("Sources/Support/"), "\(place)")
        let before = index > 0 ? source.lines[index - 1] : ""
        #expect(before.contains("//") || line.contains("//"), "\(place): who touches it, and when?")
      }
    }
  }

  /// Tables of cases may make a test longer, but nothing may go on for ever.
  @Test(arguments: [("Sources", 300), ("Tests", 500)])
  func `no file is too long`(folder: String, limit: Int) throws {
    for source in try Repository.sources(below: folder) {
      #expect(source.lines.count <= limit + 1, "\(source.path): \(source.lines.count - 1) lines")
    }
  }
}
