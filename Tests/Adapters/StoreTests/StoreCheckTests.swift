import Glibc
import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite("Check of the store", .timeLimit(.minutes(4)))
struct StoreCheckTests {
  @Test func `a sound store is found so, and left alone`() async throws {
    let directory = try await StoreRepairTests.filled()
    let result = try Self.check(directory)
    #expect(result.findings.isEmpty)
    #expect(result.summary.entryCount == StoreRepairTests.count)
    #expect(result.summary.fileCount == StoreRepairTests.count / 10)
    #expect(result.summary.byteCount > 300_000)
    #expect(!result.summary.isInUse)
    #expect(try Self.first("SELECT value FROM facts WHERE name = 'closed'", in: directory) == 1)
    let unchecked = "SELECT count(*) FROM files WHERE checksum IS NULL"
    #expect(try Self.first(unchecked, in: directory) == 0)
  }

  @Test func `where there is no store nothing is wrong, and nothing is made`() throws {
    let scratch = try ScratchDirectory()
    let missing = Array(scratch.path("missing").utf8)
    #expect(try StoreCheck(of: missing, found: { _ in Issue.record() }).run().entryCount == 0)
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)).isEmpty)
  }

  @Test func `what is no directory is no sound store`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write([1], to: "file")
    let file = Array(scratch.path("file").utf8)
    #expect(throws: StoreError.self) { try StoreCheck(of: file, found: { _ in }).run() }
  }

  @Test func `a check that is to change nothing only says what is wrong`() async throws {
    let directory = try await StoreRepairTests.filled()
    let names = try FileSystem.names(in: Array(directory.path("payloads").utf8))
    let name = String(decoding: try #require(names.first), as: UTF8.self)
    try StoreRepairTests.cut("payloads/\(name)", to: 10, in: directory)
    try FileSystem.setMode(0o755, of: Array(directory.path("payloads").utf8))
    for _ in 1...2 {
      let findings = Findings()
      let path = Array(directory.path.utf8)
      let summary = try StoreCheck(of: path, isDry: true, found: { findings.add($0) }).run()
      #expect(!summary.isInUse)
      #expect(findings.all.map(\.outcome) == [.left, .left], "\(findings.all)")
    }
    #expect(try Self.check(directory).findings.count == 3)
  }

  @Test func `a store in use is only read`() async throws {
    let test = try await StoreRepairTests.reopened(try await StoreRepairTests.filled())
    #expect(try Self.check(test.directory).findings.isEmpty)
    let name = try #require(try test.payloadNames().first)
    try StoreRepairTests.cut("payloads/\(name)", to: 10, in: test.directory)
    let result = try Self.check(test.directory)
    #expect(result.summary.isInUse)
    #expect(result.findings.map(\.outcome) == [.left])
    #expect(try test.payloadNames().count == StoreRepairTests.count / 10)
    #expect(try !test.names().contains { $0.hasPrefix("damaged") })
  }

  enum FileDamage: CaseIterable {
    case missing
    case cut
    case changed
    case directory
  }

  @Test(arguments: FileDamage.allCases) func `a damaged file is set aside with its entry`(
    _ damage: FileDamage
  ) async throws {
    let directory = try await StoreRepairTests.filled()
    // The checksums are there from now on.
    #expect(try Self.check(directory).findings.isEmpty)
    let names = try FileSystem.names(in: Array(directory.path("payloads").utf8))
    let name = "payloads/" + String(decoding: try #require(names.first), as: UTF8.self)
    let path = Array(directory.path(name).utf8)
    switch damage {
    case .missing: try FileSystem.remove(path)
    case .cut: try StoreRepairTests.cut(name, to: 5000, in: directory)
    case .changed: try directory.write(noise(20_000, seed: 999), to: name)
    case .directory:
      try FileSystem.remove(path)
      try FileSystem.makeDirectory(path)
    }
    let result = try Self.check(directory)
    #expect(result.findings.contains { $0.outcome == .lost })
    try await Self.expectMended(directory, count: StoreRepairTests.count - 1)
    if damage != .missing {
      let aside = try #require(try Self.aside(in: directory))
      #expect(try FileSystem.names(in: Array(directory.path(aside).utf8)).count == 1)
    }
  }

  @Test(arguments: [false, true]) func `a file that cannot be opened now is not lost`(
    _ isDamaged: Bool
  ) async throws {
    let directory = try await StoreRepairTests.filled()
    if isDamaged { try StoreRepairTests.cut("history.sqlite", to: 0, in: directory) }
    let payloads = Array(directory.path("payloads").utf8)
    let names = try FileSystem.names(in: payloads)
    do {
      let lease = try Lease(on: payloads + [UInt8(ascii: "/")] + (try #require(names.last)))
      #expect(throws: StoreError.self) { try Self.check(directory) }
      withExtendedLifetime(lease) {}
    }
    #expect(try FileSystem.names(in: payloads) == names)
    #expect(try Self.aside(in: directory) == nil)
    _ = try Self.check(directory)
    #expect(try FileSystem.names(in: payloads) == names)
    let entries = isDamaged ? StoreRepairTests.count / 10 : StoreRepairTests.count
    #expect(try Self.first("SELECT count(*) FROM entries", in: directory) == Int64(entries))
  }

  /// Has nobody else open a file at once, as long as it lasts.
  ///
  /// Source: fcntl(2) `F_SETLEASE`.
  private final class Lease {
    private let file: Int32

    init(on path: [UInt8]) throws {
      file = Glibc.open(String(decoding: path, as: UTF8.self), O_RDWR | O_CLOEXEC)
      // The signal that says so would else end the process.
      try #require(fcntl(file, Self.setSignal, SIGURG) == 0)
      try #require(fcntl(file, Self.setLease, F_WRLCK) == 0)
    }

    deinit { close(file) }

    // Numbers that are no names in Swift.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1024
  }

  @Test func `a file that is longer by a newline is right`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    let entry = try Entry.test(1, fileOf: noise(30_000), excess: [0x0A], in: test)
    try await test.store.put(entry, on: .clipboard)
    await test.store.close([])
    let directory = try test.crashed()
    for _ in 1...2 { #expect(try Self.check(directory).findings.isEmpty) }
  }

  @Test func `damaged content of a row is set aside`() async throws {
    let directory = try await StoreRepairTests.filled()
    try StoreRepairTests.execute(
      "UPDATE representations SET content = zeroblob(byte_count) WHERE key = 3",
      in: directory
    )
    let result = try Self.check(directory)
    #expect(result.findings.filter { $0.text.contains("damaged in its row") }.count == 1)
    #expect(try Self.aside(in: directory) != nil)
    try await Self.expectMended(directory, count: StoreRepairTests.count - 1)
  }

  @Test(arguments: [
    "UPDATE boards SET entry_count = 7",
    "UPDATE boards SET pinned_byte_count = 1",
    "UPDATE files SET use_count = 0",
    "UPDATE files SET use_count = 5",
    "DROP TRIGGER entry_changed; UPDATE entries SET byte_count = 9 WHERE key = 5",
  ]) func `sums that are wrong are made right`(_ sql: String) async throws {
    let directory = try await StoreRepairTests.filled()
    try StoreRepairTests.execute(sql, in: directory)
    let result = try Self.check(directory)
    #expect(!result.findings.isEmpty)
    #expect(result.findings.allSatisfy { $0.outcome == .mended })
    try await Self.expectMended(directory, count: StoreRepairTests.count)
  }

  @Test(arguments: [
    "INSERT INTO search (search) VALUES ('delete-all')",
    "DELETE FROM texts WHERE entry < 20",
    "DROP TRIGGER text_deleted; DELETE FROM texts WHERE entry < 20",
  ]) func `what is searched is made anew`(_ sql: String) async throws {
    let directory = try await StoreRepairTests.filled()
    try StoreRepairTests.execute(sql, in: directory)
    let result = try Self.check(directory)
    #expect(!result.findings.isEmpty)
    #expect(result.findings.allSatisfy { $0.outcome == .mended })
    try await Self.expectMended(directory, count: StoreRepairTests.count)
    let test = try await StoreRepairTests.reopened(directory)
    var query = HistoryQuery(board: nil)
    query.search = "line of 13 "
    #expect(try await test.history.page(query).entries.map(\.id) == [.test(13)])
  }

  @Test func `a damaged database is mended`() async throws {
    let directory = try await StoreRepairTests.filled()
    try StoreRepairTests.damage("entries_by_time", in: directory)
    let result = try Self.check(directory)
    #expect(result.findings.contains { $0.text.contains("is now in") })
    #expect(result.findings.allSatisfy { $0.outcome == .mended })
    try await Self.expectMended(directory, count: StoreRepairTests.count)
  }

  @Test func `modes and left-overs are mended`() async throws {
    let directory = try await StoreRepairTests.filled()
    let database = Array(directory.path("history.sqlite").utf8)
    let payloads = Array(directory.path("payloads").utf8)
    let file = payloads + [UInt8(ascii: "/")] + (try FileSystem.names(in: payloads)[0])
    for (path, mode): ([UInt8], UInt32) in [(database, 0o644), (payloads, 0o755), (file, 0o640)] {
      try FileSystem.setMode(mode, of: path)
    }
    try directory.write([1], to: "payloads/.xfer-999999999-1")
    try directory.write([1], to: "payloads/00000000000000aa")
    try directory.write([1], to: "payloads/of somebody else")
    let result = try Self.check(directory)
    #expect(result.findings.count == 3)
    #expect(result.findings.allSatisfy { $0.outcome == .mended })
    #expect(try FileSystem.status(of: database)?.mode == 0o600)
    #expect(try FileSystem.status(of: payloads)?.mode == 0o700)
    #expect(try FileSystem.status(of: file)?.mode == 0o600)
    let names = try FileSystem.names(in: payloads).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == StoreRepairTests.count / 10 + 1)
    #expect(names.contains("of somebody else"))
    try await Self.expectMended(directory, count: StoreRepairTests.count)
  }

  @Test func `a newer store is left as it is`() async throws {
    let directory = try await StoreRepairTests.filled()
    let sql = "INSERT INTO migrations (number, name) VALUES (99, 'later')"
    try StoreRepairTests.execute(sql, in: directory)
    let before = try readFile(directory.path("history.sqlite"))
    #expect(throws: StoreError.self) { try Self.check(directory) }
    #expect(try readFile(directory.path("history.sqlite")) == before)
  }

  // MARK: Checking

  @discardableResult
  static func check(
    _ directory: ScratchDirectory
  ) throws -> (summary: StoreCheck.Summary, findings: [StoreFinding]) {
    var findings: [StoreFinding] = []
    let check = StoreCheck(of: Array(directory.path.utf8), found: { findings.append($0) })
    let summary = try check.run()
    return (summary, findings)
  }

  /// A second check finds nothing, and the entries are there.
  private static func expectMended(_ directory: ScratchDirectory, count: Int) async throws {
    #expect(try check(directory).findings.isEmpty)
    let test = try await StoreRepairTests.reopened(directory)
    #expect(test.reports.isEmpty)
    #expect(try await StoreRepairTests.survivors(test) == count)
    try await StoreRepairTests.expectSound(test)
    await test.store.close([])
  }

  private static func aside(in directory: ScratchDirectory) throws -> String? {
    try FileSystem.names(in: Array(directory.path.utf8))
      .map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix("damaged") }
  }

  private static func first(_ sql: String, in directory: ScratchDirectory) throws -> Int64? {
    let database = try Database(Array(directory.path("history.sqlite").utf8), .readWrite)
    return try database.first(sql) { $0.integer(0) }
  }
}
