import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Stores of older releases", .timeLimit(.minutes(4)))
struct MigrationTests {
  @Test func `a store of the first release is brought up to date`() async throws {
    let directory = try await Self.ofFirstRelease()
    let test = try await StoreRepairTests.reopened(directory)
    #expect(test.reports.isEmpty)
    #expect(try await StoreRepairTests.survivors(test) == StoreRepairTests.count)
    let before = try await StoreRepairTests.reopened(try await StoreRepairTests.filled())
    #expect(
      try await StoreRepairTests.page(of: test) == StoreRepairTests.page(of: before)
    )
    // What is copied finds only what was put since.
    let text = StoreRepairTests.text(149)
    let copy = Entry.test(500, text, label: .init(origin: RecordingTests.origin))
    #expect(try await test.store.record(copy, on: .clipboard).isNew)
    #expect(try await !test.store.record(copy, on: .clipboard).isNew)
    try await StoreRepairTests.expectSound(test)
    await test.store.close([])
    #expect(try StoreCheckTests.check(directory).findings.isEmpty)
  }

  @Test func `a damaged store of the first release is salvaged`() async throws {
    let directory = try await Self.ofFirstRelease()
    let test = try await StoreRepairTests.reopened(directory, isDamaged: true)
    #expect(try await StoreRepairTests.survivors(test) == StoreRepairTests.count)
    #expect(test.reports.contains("entries that were taken over: \(StoreRepairTests.count)"))
    try await StoreRepairTests.expectSound(test)
  }

  @Test(arguments: [true, false]) func `what was copied is salvaged, beside rows that are older`(
    _ isOld: Bool
  ) async throws {
    let directory =
      isOld ? try await Self.ofFirstRelease() : try await StoreRepairTests.filled()
    let test = try await StoreRepairTests.reopened(directory)
    let dropped = [Entry.Dropped(type: .png, reason: .size)]
    for number in 1001...1100 {
      let entry = Entry(
        id: .test(number),
        items: Entry.test(number, "copy \(number)").items,
        time: Double(number),
        label: .init(origin: number == 1050 ? .init(board: .secondary) : RecordingTests.origin),
        dropped: number % 2 == 0 ? dropped : []
      )
      _ = try await test.store.record(entry, on: .clipboard)
    }
    let before = try await StoreRepairTests.page(of: test)
    await test.store.close([])
    let salvaged = try await StoreRepairTests.reopened(directory, isDamaged: true)
    #expect(try await StoreRepairTests.survivors(salvaged) == StoreRepairTests.count)
    #expect(try await StoreRepairTests.page(of: salvaged) == before)
    for number in [1001, 1050, 1100] {
      let found = try #require(try await salvaged.history.entry(.test(number))).entry
      let origin = number == 1050 ? Origin(board: .secondary) : RecordingTests.origin
      #expect(found.label.origin == origin)
      #expect(found.dropped == (number % 2 == 0 ? dropped : []))
    }
    let again = Entry.test(2000, "copy 1001")
    #expect(try await salvaged.store.record(again, on: .clipboard).id == .test(1001))
    try await StoreRepairTests.expectSound(salvaged)
  }

  @Test func `what is known of entries that are lost is lost as well`() async throws {
    let directory = try await StoreRepairTests.filled()
    let test = try await StoreRepairTests.reopened(directory)
    let dropped = [Entry.Dropped(type: .png, reason: .size)]
    let entry = Entry(
      id: .test(1001),
      items: Entry.test(1001, "copy").items,
      time: 5,
      label: .init(origin: RecordingTests.origin),
      dropped: dropped
    )
    _ = try await test.store.record(entry, on: .clipboard)
    await test.store.close([])
    try StoreRepairTests.execute(
      "UPDATE representations SET checksum = checksum + 1 WHERE file IS NULL",
      in: directory
    )
    let salvaged = try await StoreRepairTests.reopened(directory, isDamaged: true)
    #expect(try await salvaged.history.entry(.test(1001)) == nil)
    try await StoreRepairTests.expectSound(salvaged)
  }

  @Test func `a name from before is as it was put, and one of a file is that from then on`()
    async throws
  {
    let directory = try await StoreRepairTests.filled()
    var test = try await StoreRepairTests.reopened(directory)
    try await test.store.put(Self.named(1001, isFileName: false), on: .clipboard)
    await test.store.close([])
    try Self.takeBack(directory, to: 2)
    test = try await StoreRepairTests.reopened(directory)
    try await test.store.put(Self.named(1002, isFileName: true), on: .clipboard)
    _ = try await test.store.copy([(.test(1002), .test(1003))], to: .primary, .first)
    try await Self.expectNames(test)
    try await StoreRepairTests.expectSound(test)
    await test.store.close([])
    #expect(try StoreCheckTests.check(directory).findings.isEmpty)
    // Rows of both forms are known without a tree.
    try await Self.expectNames(try await StoreRepairTests.reopened(directory, isDamaged: true))
  }

  private static func named(_ number: Int, isFileName: Bool) -> Entry {
    let items = Entry.test(number, "all:").items.map { item in
      Item(
        representations: item.representations,
        suggestedName: Array("Makefile".utf8),
        isFileName: isFileName
      )
    }
    return Entry(id: .test(number), items: items, time: Double(number))
  }

  private static func expectNames(_ test: TestStore) async throws {
    for (number, isFileName) in [(1001, false), (1002, true), (1003, true)] {
      let item = try await test.history.entry(.test(number))?.entry.items.first
      #expect(item?.suggestedName == Array("Makefile".utf8), "\(number)")
      #expect(item?.isFileName == isFileName, "\(number)")
    }
  }

  /// The entries of a store that was closed in order, in the tables of the first release.
  static func ofFirstRelease() async throws -> ScratchDirectory {
    let directory = try await StoreRepairTests.filled()
    try takeBack(directory, to: 1)
    return directory
  }

  /// Puts the entries of a store into the tables of the first steps.
  private static func takeBack(_ directory: ScratchDirectory, to stepCount: Int) throws {
    let path = directory.path("history.sqlite")
    let new = directory.path("new.sqlite")
    try FileSystem.rename(Array(path.utf8), to: Array(new.utf8))
    let database = try Database(Array(path.utf8), .create)
    try database.execute(Schema.writerSettings)
    try database.execute(Schema.bookkeeping)
    for (index, step) in Schema.migrations.prefix(stepCount).enumerated() {
      try database.execute(step.sql)
      let sql = "INSERT INTO migrations VALUES (?, ?)"
      try database.run(sql, [.integer(index + 1), .text(step.name)])
    }
    try database.execute("ATTACH '\(new)' AS new")
    let columns = """
      key, id, board, position, time, byte_count, item_count, title, has_given_title, source,
        is_pinned, deadline, deadline_time, previous
      """
    try database.execute(
      """
      BEGIN;
      INSERT INTO boards (key, name, current, sequence, changed)
        SELECT key, name, current, sequence, changed FROM new.boards;
      INSERT INTO types SELECT * FROM new.types;
      INSERT INTO entries (\(columns)) SELECT \(columns) FROM new.entries;
      INSERT INTO files (key, byte_count, checksum) SELECT key, byte_count, checksum FROM new.files;
      INSERT INTO representations SELECT * FROM new.representations;
      INSERT INTO item_names SELECT entry, item, name FROM new.item_names;
      INSERT INTO tags SELECT * FROM new.tags;
      INSERT INTO texts SELECT * FROM new.texts;
      INSERT INTO facts SELECT * FROM new.facts;
      COMMIT;
      DETACH new;
      """
    )
    try database.close()
    try FileSystem.remove(Array(new.utf8))
    try FileSystem.setMode(0o600, of: Array(path.utf8))
  }
}
