import Pasteboards
import SQLite
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Finding entries", .timeLimit(.minutes(4)))
struct HistoryListTests {
  let kept: TestStore

  init() throws { kept = try TestStore() }

  private func put(
    _ texts: String...,
    label: Entry.Label = .init(),
    on board: BoardName = .clipboard
  ) async throws {
    let first = try await kept.count()
    for (index, text) in texts.enumerated() {
      try await kept.store.put(.test(first + index, text, label: label), on: board)
    }
  }

  private func titles(
    _ board: BoardName? = .clipboard,
    _ change: (inout HistoryQuery) -> Void = { _ in }
  ) async throws -> [String] {
    var query = HistoryQuery(board: board)
    change(&query)
    return try await kept.history.page(query).entries.map(\.title)
  }

  private func found(_ text: String) async throws -> [String] {
    try await titles { $0.search = text }
  }

  // MARK: Searching

  @Test func `any part of a text of three characters is found, in whatever case`() async throws {
    try await put("The quick brown fox", "jumps over", "the lazy dog")
    #expect(try await found("the") == ["the lazy dog", "The quick brown fox"])
    #expect(try await found("QUICK BROWN") == ["The quick brown fox"])
    #expect(try await found("k b") == ["The quick brown fox"])
    #expect(try await found("lazy fox").isEmpty)
    #expect(try await found("thethe").isEmpty)
    #expect(try await found("fox").count == 1)
  }

  @Test func `letters that have two small forms are one`() async throws {
    try await put("ΣΊΣΥΦΟΣ", "Σίσυφος", "straßen", "5 µm")
    for text in ["σίσυφος", "σίσυφοσ", "ΣΊΣΥΦΟΣ", "φος", "ος", "οσ"] {
      #expect(try await found(text) == ["Σίσυφος", "ΣΊΣΥΦΟΣ"], "\(text)")
    }
    #expect(try await found("STRAẞEN") == ["straßen"])
    #expect(try await found("5 μM") == ["5 µm"])
  }

  @Test func `what stands behind a NUL is found`() async throws {
    try await put("before\0after")
    #expect(try await found("after") == ["before after"])
  }

  @Test func `one and two characters are found as well`() async throws {
    try await put("alpha", "beta", "gamma")
    #expect(try await found("m") == ["gamma"])
    #expect(try await found("ET") == ["beta"])
    #expect(try await found("").count == 3)
  }

  @Test func `texts of every script are found`() async throws {
    try await put("Überraschung", "日本語のテキスト", "naïve 🐱 cat", "Привет мир")
    #expect(try await found("über") == ["Überraschung"])
    #expect(try await found("本語の") == ["日本語のテキスト"])
    #expect(try await found("🐱 c") == ["naïve 🐱 cat"])
    #expect(try await found("ПРИВЕТ") == ["Привет мир"])
    #expect(try await found("語") == ["日本語のテキスト"])
  }

  @Test func `what has a meaning in SQL or in the index is text like any other`() async throws {
    try await put("100%_sure", "say \"AND\" OR NOT", "a*b:c^(d)", "it's -- ok")
    #expect(try await found("%_s") == ["100%_sure"])
    #expect(try await found("\"AND\" OR") == ["say \"AND\" OR NOT"])
    #expect(try await found("*b:c^(") == ["a*b:c^(d)"])
    #expect(try await found("'s --") == ["it's -- ok"])
    #expect(try await found("\u{0}").isEmpty)
    #expect(try await found("\"\"\"").isEmpty)
  }

  @Test func `titles, names and the beginning of a text are searched`() async throws {
    let long = String(repeating: "x", count: 5000) + "needle"
    try await put("body", label: .init(title: "A given title"))
    try await put("start " + long)
    try await kept.store.put(
      .test(9, [.test(.png, .inline([1]))], name: "holiday.png"),
      on: .clipboard
    )
    #expect(try await found("given title") == ["A given title"])
    #expect(try await found("body") == ["A given title"])
    #expect(try await found("holiday") == ["holiday.png"])
    #expect(try await found("start xxx").count == 1)
    // Only the first 4 KiB of a text are known to the search.
    #expect(try await found("needle").isEmpty)
  }

  @Test func `what was removed is found no more`() async throws {
    try await put("something to find")
    _ = try await kept.store.remove([.test(0)])
    #expect(try await found("something").isEmpty)
  }

  @Test func `a regular expression decides`() async throws {
    try await put("error 404", "error 50", "Error 500")
    #expect(try await titles { $0.regex = "error \\d{3}" } == ["error 404"])
    #expect(try await titles { $0.regex = "(?i)^ERROR" }.count == 3)
    #expect(
      try await titles {
        $0.regex = "\\d"; $0.search = "error 5"
      }.count == 2
    )
    await #expect(throws: StoreError.self) { try await titles { $0.regex = "(" } }
  }

  @Test func `a hostile regular expression is given up`() async throws {
    try await put(String(repeating: "a", count: 4000) + "b")
    await #expect {
      try await titles { $0.regex = "(a+)+$" }
    } throws: { error in
      if case StoreError.tooCostly = error { true } else { false }
    }
  }

  @Test func `a search comes in the order of the puts, however few entries a board has`()
    async throws
  {
    try await put("text a", "text b", "text c")
    _ = try await kept.store.move([.test(0)], to: .clipboard, .first)
    #expect(try await titles() == ["text a", "text c", "text b"])
    #expect(try await found("text") == ["text c", "text b", "text a"])
    // Another page goes on in that order, also if the board has got large in between.
    var query = HistoryQuery(board: .clipboard)
    (query.search, query.limit) = ("text", 1)
    query.after = try await kept.history.page(query).end
    try await kept.store.fill(try #require(BoardName("other")), with: 5000, from: 100)
    _ = try await kept.store.move((100..<5100).map { .test($0) }, to: .clipboard, .last)
    query.limit = 10
    #expect(try await kept.history.page(query).entries.map(\.title) == ["text b", "text a"])
  }

  @Test func `what stands behind a NUL of a title is found`() async throws {
    try await put("the body", label: .init(title: "a\0title"))
    for text in ["title", "bo", "body"] {
      #expect(try await titles(nil) { $0.search = text }.count == 1, "\(text)")
    }
  }

  // MARK: Filters

  @Test func `each filter lets only those pass that meet it`() async throws {
    try await kept.store.put(.test(1, [.test(.png, .inline([1]))], name: "p"), on: .clipboard)
    try await kept.store.put(
      .test(2, "t", label: .init(source: "vim", tags: ["a", "b"])),
      on: .clipboard
    )
    try await kept.store.put(.test(3, "u", label: .init(tags: ["b"], isPinned: true)), on: .primary)
    #expect(try await titles { $0.types = [.image] } == ["p"])
    #expect(try await titles { $0.types = [.image, .text] } == ["t", "p"])
    #expect(try await titles { $0.types = [.audio] }.isEmpty)
    #expect(try await titles { $0.tags = ["a", "b"] } == ["t"])
    #expect(try await titles(nil) { $0.tags = ["b"] } == ["u", "t"])
    #expect(try await titles { $0.tags = ["c"] }.isEmpty)
    #expect(try await titles { $0.source = "vim" } == ["t"])
    #expect(try await titles(nil) { $0.isPinned = true } == ["u"])
    #expect(try await titles(nil) { $0.isPinned = false } == ["t", "p"])
    #expect(try await titles(nil) { $0.since = 1_700_000_001.5 } == ["u", "t"])
    #expect(
      try await titles {
        $0.since = 1_700_000_001.5; $0.types = [.image]
      }.isEmpty
    )
    #expect(try await titles(.secondary).isEmpty)
    await #expect(throws: StoreError.self) { try await titles(BoardName("none")) }
    #expect(try await titles(nil) == ["u", "t", "p"])
  }

  @Test func `what few entries pass and what many pass is found alike`() async throws {
    // More than are found and sorted by themselves.
    try await kept.store.write { writing throws(StoreError) in
      let board = try writing.boardKey(.clipboard)
      for number in 0..<5000 {
        let tags = number % 1000 == 0 ? ["rare", "often"] : ["often"]
        let entry = Entry.test(number, "entry \(number)", label: .init(tags: tags))
        try writing.insert(entry, on: board, nil)
      }
    }
    let rare = [4000, 3000, 2000, 1000, 0].map { "entry \($0)" }
    #expect(try await titles { $0.tags = ["rare"] } == rare)
    #expect(try await titles { $0.tags = ["rare", "often"] } == rare)
    #expect(
      try await titles {
        $0.tags = ["rare"]; $0.search = "entry 3"
      } == ["entry 3000"]
    )
    #expect(
      try await titles {
        $0.tags = ["often"]; $0.search = "entry 499"
      }.count == 11
    )
    let newest = try await titles {
      $0.tags = ["often"]; $0.limit = 2
    }
    #expect(newest == ["entry 4999", "entry 4998"])
  }

  @Test func `filters that do not meet keep no turn for long`() async throws {
    try await kept.store.fill(.clipboard, with: 20_000) { number in
      .init(tags: [number % 2 == 0 ? "even" : "odd"])
    }
    var query = HistoryQuery(board: .clipboard)
    query.tags = ["even", "odd"]
    for board in [BoardName.clipboard, nil] {
      query.board = board
      let longest = try await kept.history.longestWay(query)
      #expect(longest < 5000)
      #expect(try await kept.history.page(query).entries.isEmpty)
    }
    query.tags = ["even"]
    query.limit = 20_000
    #expect(try await kept.history.page(query).entries.count == 10_000)
  }

  // MARK: Pages

  @Test func `a page ends when its texts are long`() async throws {
    try await kept.store.fill(.clipboard, with: 25) { number in
      .init(title: "\(number)" + String(repeating: "x", count: 100_000))
    }
    var query = HistoryQuery(board: .clipboard)
    var counts: [Int] = []
    repeat {
      let page = try await kept.history.page(query)
      counts.append(page.entries.count)
      query.after = page.end
    } while query.after != nil
    #expect(counts == [11, 11, 3])
  }

  @Test func `places on several boards are counted on from the last of each`() async throws {
    try await kept.store.write { writing throws(StoreError) in
      let boards = [try writing.boardKey(.clipboard), try writing.boardKey(.primary)]
      for number in 0..<2000 {
        try writing.insert(.test(number, "\(number)"), on: boards[number % 2], nil)
      }
    }
    var query = HistoryQuery(board: nil)
    query.limit = 2000
    // From the top each time it would be two million.
    try await kept.history.limitSteps(600_000)
    let places = try await kept.history.page(query).entries.map(\.place)
    #expect(places == (0..<2000).map { $0 / 2 + 1 })
  }

  @Test func `a place is counted from the end that is nearer`() async throws {
    try await kept.store.write { writing throws(StoreError) in
      let board = try writing.boardKey(.clipboard)
      for number in 0..<2000 { try writing.insert(.test(number, "\(number)"), on: board, nil) }
    }
    #expect(try await kept.history.summary(of: .test(1000))?.place == 1000)
    #expect(try await kept.history.summary(of: .test(999))?.place == 1001)
    // Which is less than a step an entry.
    try await kept.history.limitSteps(1500)
    #expect(try await kept.history.summary(of: .test(1999))?.place == 1)
    #expect(try await kept.history.summary(of: .test(0))?.place == 2000)
  }

  @Test(arguments: ["all", "search", "few", "everywhere"])
  func `a list in pages is the list`(_ way: String) async throws {
    for number in 0..<25 {
      let label = Entry.Label(tags: ["t"])
      let board: BoardName = number % 3 == 0 ? .primary : .clipboard
      try await kept.store.put(.test(number, "text \(number)", label: label), on: board)
    }
    var query = HistoryQuery(board: way == "everywhere" ? nil : .clipboard)
    if way == "search" { query.search = "text" }
    if way == "few" { query.tags = ["t"] }
    let whole = try await kept.history.page(query).entries
    #expect(whole.count == (way == "everywhere" ? 25 : 16))
    query.limit = 3
    var paged: [KeptEntry] = []
    while true {
      let page = try await kept.history.page(query)
      paged += page.entries
      guard let end = page.end else { break }
      query.after = HistoryPage.End(token: end.token)
    }
    #expect(paged == whole)
    if way == "all" { #expect(whole.map(\.place) == Array(1...16)) }
  }

  @Test func `each entry knows its place on its board`() async throws {
    try await put("one", "two", "three", "four")
    _ = try await kept.store.move([.test(0)], to: .clipboard, .first)
    let page = try await kept.history.page(HistoryQuery(board: nil))
    // By when they were put; the first one was moved to the top since.
    #expect(page.entries.map(\.title) == ["four", "three", "two", "one"])
    #expect(page.entries.map(\.place) == [2, 3, 4, 1])
  }

  @Test(arguments: ["", "1", "1.2.3", "1.2.3.x", "1.2.3.-4", "a.b.c.d", "1.2.3.4.5"])
  func `what no list ended with is no place to go on`(_ token: String) {
    #expect(HistoryPage.End(token: token) == nil)
  }

  // MARK: Names

  @Test func `an entry is found by its id, the beginning of one, and its place`() async throws {
    let alike = [0x1234_5678_0000_0000, 0x1234_0000_0000_0001, 0xFFFF_0000_0000_0000] as [UInt64]
    for (number, id) in alike.enumerated() {
      let items = Entry.test(0, "\(number)").items
      let entry = Entry(id: .init(rawValue: id), items: items, time: 0)
      try await kept.store.put(entry, on: .clipboard)
    }
    func find(_ name: String) async throws -> UInt64? {
      guard let name = EntryName(name) else { return nil }
      let ids = try await kept.history.ids(of: name, on: .clipboard)
      return ids.count == 1 ? ids[0].rawValue : nil
    }
    #expect(try await find("12345678") == alike[0])
    #expect(try await find("12340") == alike[1])
    #expect(try await find("1234") == nil)
    #expect(try await find("FFFF") == alike[2])
    #expect(try await find("ffff000000000000") == alike[2])
    #expect(try await find("@1") == alike[2])
    #expect(try await find("@3") == alike[0])
    #expect(try await find("@4") == nil)
  }
}

extension History {
  /// How many keys lie between two rows of a search at most.
  fileprivate func longestWay(_ query: HistoryQuery) throws -> Int64 {
    let database = try database()
    guard let scan = try HistoryScan(query, in: self, on: database) else { return 0 }
    var last = try first("SELECT max(key) FROM entries") { $0.integer(0) } ?? 0
    var longest: Int64 = 0
    while let row = try scan.rows.next() {
      longest = max(longest, last - row.integer(0))
      last = row.integer(0)
    }
    return max(longest, last)
  }

  fileprivate func limitSteps(_ count: Int?) throws { try database().setProgressLimit(count) }
}

extension TestStore {
  /// How many entries there are.
  func count() async throws -> Int {
    _ = try await store.open()
    return try await history.boards().reduce(0) { $0 + $1.entryCount }
  }
}
