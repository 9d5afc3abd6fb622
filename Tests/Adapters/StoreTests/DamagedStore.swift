import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

extension BoardName {
  static let recovered = BoardName("recovered") ?? .clipboard
}

// Stores that are filled, damaged and looked at again.
extension StoreRepairTests {
  static func text(_ number: Int) -> String {
    "entry \(number)\n" + String(repeating: "line of \(number) ", count: number % 40)
  }

  static func put(_ number: Int, into test: TestStore) async throws {
    let board: BoardName = number % 3 == 0 ? try #require(BoardName("work")) : .clipboard
    let tags = number % 5 == 0 ? ["five"] : []
    let label = Entry.Label(source: number % 4 == 0 ? "editor" : nil, tags: tags)
    if number % 10 == 0 {
      let content = number <= count ? content(number) : noise(20_000, seed: UInt64(number))
      try await test.store.put(try .test(number, fileOf: content, in: test), on: board)
    } else {
      let representation = Representation(
        type: number % 2 == 0 ? .utf8PlainText : .html,
        payload: .inline(Array(text(number).utf8)),
        textForm: .ascii
      )
      let name = number % 6 == 0 ? "name \(number)" : nil
      let entry = Entry.test(number, [representation], name: name, label: label)
      try await test.store.put(entry, on: board)
      if number % 7 == 0 { try await test.store.pin([entry.id], true) }
    }
  }

  private static let contents = (0...count / 10).map { noise(20_000, seed: UInt64($0 * 10)) }

  static func content(_ number: Int) -> [UInt8] {
    number % 10 == 0 ? contents[number / 10] : Array(text(number).utf8)
  }

  private static let template = Task {
    let test = try TestStore()
    _ = try await test.store.open()
    for number in 1...count { try await put(number, into: test) }
    await test.store.close([])
    return test
  }

  /// A store that was closed in order.
  static func filled() async throws -> ScratchDirectory { try await template.value.crashed() }

  /// A store of a process that was killed, with a log.
  static func crashed() async throws -> ScratchDirectory {
    let test = try await reopened(try await filled())
    for number in count + 1...count + 40 { try await put(number, into: test) }
    return try test.crashed()
  }

  static func reopened(
    _ directory: ScratchDirectory,
    isDamaged: Bool = false
  ) async throws -> TestStore {
    let test = try TestStore(in: directory)
    if isDamaged { await test.store.repair() }
    _ = try await test.store.open()
    return test
  }

  /// How many of the entries are there; what is there must be right.
  static func survivors(_ test: TestStore) async throws -> Int {
    var found = 0
    for number in 1...count {
      guard let stored = try await test.history.entry(.test(number)) else { continue }
      guard stored.missingTypes.isEmpty else { continue }
      let content = try stored.entry.content()
      if content != Self.content(number) { Issue.record("entry \(number) is not what it was") }
      found += 1
    }
    return found
  }

  /// All entries, of all boards.
  static func page(of test: TestStore) async throws -> [KeptEntry] {
    var entries: [KeptEntry] = []
    for board in try await test.history.boards() {
      entries += try await test.history.page(HistoryQuery(board: board.board)).entries
    }
    return entries
  }

  /// What a database must be after whatever happened to it.
  static func expectSound(_ test: TestStore) async throws {
    // It can be written and read.
    try await test.store.put(.test(77_777, "needle in the hay"), on: .primary)
    #expect(try await test.text(of: .test(77_777)) == "needle in the hay")
    var query = HistoryQuery(board: nil)
    query.search = "needle"
    #expect(try await test.history.page(query).entries.map(\.id) == [.test(77_777)])
    let database = try Database(Array(test.directory.path("history.sqlite").utf8), .readWrite)
    let checks = [
      "PRAGMA foreign_key_check",
      "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
      """
      SELECT 1 FROM boards WHERE (entry_count, byte_count, pinned_count) <> (
        SELECT count(*), ifnull(sum(byte_count), 0), ifnull(sum(is_pinned), 0) FROM entries
        WHERE board = boards.key)
      """,
      """
      SELECT 1 FROM files WHERE use_count <> (
        SELECT count(*) FROM representations WHERE file = files.key)
      """,
      """
      SELECT 1 FROM entries WHERE key NOT IN (SELECT entry FROM representations)
        AND key NOT IN (SELECT entry FROM dropped)
      """,
    ]
    for check in checks {
      #expect(try database.first(check) { $0.text(0) } == nil, "\(check)")
    }
    try database.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
  }

  // MARK: Damage

  static func cut(_ name: String, to byteCount: Int, in directory: ScratchDirectory) throws {
    try FileSystem.open(Array(directory.path(name).utf8), .readWrite).truncate(to: byteCount)
  }

  static func execute(_ sql: String, in directory: ScratchDirectory) throws {
    let database = try Database(Array(directory.path("history.sqlite").utf8), .readWrite)
    try database.execute(sql)
    try database.checkpoint(.truncate)
  }

  /// Overwrites the root of a table or an index.
  static func damage(_ name: String, in directory: ScratchDirectory) throws {
    let path = Array(directory.path("history.sqlite").utf8)
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    let root = try Database(path, .readWrite).first(sql, [.text(name)]) { Int($0.integer(0)) }
    let file = try FileSystem.open(path, .readWrite)
    let bytes = noise(4096, seed: 5)
    _ = try bytes.withUnsafeBytes { try file.pwrite($0, at: (try #require(root) - 1) * 4096) }
  }

  /// Overwrites all pages with rows of so many columns.
  static func wipe(columnCount: Int, in directory: ScratchDirectory) throws {
    let old = try DamagedDatabase(in: StoreDirectory(path: Array(directory.path.utf8)))
    let file = try FileSystem.open(Array(directory.path("history.sqlite").utf8), .readWrite)
    for number in old.usedPages {
      guard let page = TreePage(number, of: old), page.kind == .leafTable else { continue }
      var isOne = false
      page.forEachRecord(columnCount: { $0 == columnCount }) { _ in isOne = true }
      guard isOne else { continue }
      let bytes = noise(4096, seed: 6)
      _ = try bytes.withUnsafeBytes { try file.pwrite($0, at: (number - 1) * 4096) }
    }
  }
}
