import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Repair of the store", .timeLimit(.minutes(5)))
struct StoreRepairTests {
  static let count = 150

  // MARK: Whole files

  @Test func `a store that is sound is left alone`() async throws {
    let test = try await Self.reopened(try await Self.filled())
    #expect(test.reports.isEmpty)
    #expect(try await Self.survivors(test) == Self.count)
    #expect(try !test.names().contains { $0.hasPrefix("damaged") })
  }

  @Test(arguments: [0, 100, 5000]) func `an empty database gives back the files`(
    _ byteCount: Int
  ) async throws {
    let directory = try await Self.filled()
    try Self.cut("history.sqlite", to: byteCount, in: directory)
    let test = try await Self.reopened(directory)
    let board = try #require(try await test.history.boards().first { $0.board == .recovered })
    #expect(board.entryCount == Self.count / 10)
    let page = try await test.history.page(HistoryQuery(board: .recovered))
    let sizes = Set(page.entries.map(\.byteCount))
    #expect(sizes == [20_000])
    #expect(page.entries.map(\.place) == Array(1...Self.count / 10))
    for entry in page.entries.prefix(3) {
      let content = try #require(try await test.history.entry(entry.id)).entry.content()
      #expect((1...Self.count).contains { Self.content($0) == content })
    }
    try await Self.expectSound(test)
  }

  @Test func `a database that is missing gives back the files`() async throws {
    let directory = try await Self.filled()
    try FileSystem.remove(Array(directory.path("history.sqlite").utf8))
    let test = try await Self.reopened(directory)
    #expect(try await test.history.boards().map(\.entryCount) == [Self.count / 10])
    try await Self.expectSound(test)
  }

  @Test func `a directory in its place is set aside`() async throws {
    let directory = try ScratchDirectory()
    try FileSystem.makeDirectory(Array(directory.path("history.sqlite").utf8))
    try directory.write([1], to: "history.sqlite/file")
    let test = try await Self.reopened(directory)
    let aside = try #require(try test.names().first { $0.hasPrefix("damaged") })
    #expect(try test.names(in: aside) == ["README", "history.sqlite"])
    try await Self.expectSound(test)
  }

  @Test func `what is no database is set aside`() async throws {
    let directory = try await Self.filled()
    try directory.write(noise(50_000), to: "history.sqlite")
    let test = try await Self.reopened(directory)
    #expect(try await test.history.boards().map(\.board) == [.recovered])
    try await Self.expectSound(test)
  }

  @Test func `a newer store is left as it is`() async throws {
    let directory = try await Self.filled()
    try Self.execute("INSERT INTO migrations (number, name) VALUES (99, 'later')", in: directory)
    let before = try readFile(directory.path("history.sqlite"))
    let test = try TestStore(in: directory)
    for isDamaged in [false, true] {
      if isDamaged { await test.store.repair() }
      let error = await #expect(throws: StoreError.self) { try await test.store.open() }
      guard case .newer? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try readFile(directory.path("history.sqlite")) == before)
    #expect(try !test.names().contains { $0.hasPrefix("damaged") })
    #expect(try test.payloadNames().count == Self.count / 10)
  }

  // MARK: Parts of the database

  @Test func `all but what was cut off comes back`() async throws {
    let directory = try await Self.filled()
    let byteCount = try readFile(directory.path("history.sqlite")).count
    var counts: [Int] = []
    for cut in stride(from: 4096, to: byteCount, by: 4096) {
      let copy = try ScratchDirectory()
      try copyFiles(from: directory.path, to: copy.path)
      try Self.cut("history.sqlite", to: cut, in: copy)
      let test = try await Self.reopened(copy)
      counts.append(try await Self.survivors(test))
      try await Self.expectSound(test)
    }
    #expect(counts == counts.sorted())
    #expect(try #require(counts.last) > Self.count - 60)
  }

  @Test(arguments: 1...24) func `random bytes in a page cost only what stood there`(
    _ seed: Int
  ) async throws {
    let directory = try await Self.filled()
    var bytes = try readFile(directory.path("history.sqlite"))
    let places = noise(2, seed: UInt64(seed)).map(Int.init)
    let page = (places[0] << 8 | places[1]) % (bytes.count / 4096)
    let isWhole = seed % 2 == 0
    let range = isWhole ? 0..<4096 : 1000..<1064
    bytes.replaceSubrange(
      range.lowerBound + page * 4096..<range.upperBound + page * 4096,
      with: noise(range.count, seed: UInt64(seed) + 1)
    )
    try directory.write(bytes, to: "history.sqlite")
    let test = try await Self.reopened(directory, isDamaged: true)
    #expect(try await Self.survivors(test) > Self.count - 60)
    try await Self.expectSound(test)
  }

  @Test(arguments: 1...8) func `many damaged pages leave the others`(_ seed: Int) async throws {
    let directory = try await Self.filled()
    var bytes = try readFile(directory.path("history.sqlite"))
    for page in 0..<(bytes.count / 4096) where noise(1, seed: UInt64(seed * 1000 + page))[0] < 40 {
      bytes.replaceSubrange(page * 4096 + 100..<page * 4096 + 600, with: noise(500, seed: 3))
    }
    try directory.write(bytes, to: "history.sqlite")
    let test = try await Self.reopened(directory, isDamaged: true)
    _ = try await Self.survivors(test)
    try await Self.expectSound(test)
  }

  @Test func `a damage that a change finds is mended, and the change is made once`() async throws {
    let directory = try await Self.filled()
    // The root of the table that each put writes to.
    try Self.damage("representations", in: directory)
    let test = try TestStore(in: directory)
    _ = try await test.store.open()
    try await test.store.put(.test(9000, "after"), on: .clipboard)
    #expect(try await test.text(of: .test(9000)) == "after")
    let page = try await test.history.page(HistoryQuery(board: nil))
    #expect(page.entries.filter { $0.id == .test(9000) }.count == 1)
    #expect(try await Self.survivors(test) > Self.count - 60)
    #expect(test.reports.contains { $0.contains("is now in") })
    try await Self.expectSound(test)
  }

  @Test func `a damage that a reader finds is mended`() async throws {
    let directory = try await Self.filled()
    try Self.damage("entries_by_board", in: directory)
    let test = try await Self.reopened(directory)
    let query = HistoryQuery(board: .clipboard)
    await #expect(throws: StoreError.self) { try await test.history.page(query) }
    eventually { test.reports.contains { $0.contains("is now in") } }
    #expect(try await !test.history.page(query).entries.isEmpty)
    #expect(try await Self.survivors(test) == Self.count)
    try await Self.expectSound(test)
    #expect(try test.names().filter { $0.hasPrefix("damaged") }.count == 1)
  }

  @Test func `a damage that a search finds at its beginning is mended`() async throws {
    let directory = try await Self.filled()
    try Self.damage("search_config", in: directory)
    let test = try await Self.reopened(directory)
    var query = HistoryQuery(board: nil)
    query.search = "line of 13 "
    await #expect(throws: StoreError.self) { try await test.history.page(query) }
    eventually { test.reports.contains { $0.contains("is now in") } }
    #expect(try await test.history.page(query).entries.map(\.id) == [.test(13)])
    try await Self.expectSound(test)
  }

  @Test func `a damage that several find is mended once`() async throws {
    let directory = try await Self.filled()
    try Self.damage("entries_by_board", in: directory)
    let test = try await Self.reopened(directory)
    let file = try #require(FileIdentity(of: Array(directory.path("history.sqlite").utf8)))
    for _ in 1...2 { test.store.mend(FoundDamage(file: file, isOfIndex: false, time: .now)) }
    _ = try await test.store.open()
    #expect(try test.names().filter { $0.hasPrefix("damaged") }.count == 1)
    #expect(try await Self.survivors(test) == Self.count)
  }

  // Its lists, the record of what lists there are, and both.
  @Test(arguments: [false, true], ["id > 10", "id = 10", "1"])
  func `an index for searches is made anew in its place`(
    _ isFoundByReader: Bool,
    _ damaged: String
  ) async throws {
    let directory = try await Self.filled()
    try Self.execute(
      "UPDATE search_data SET block = x'FFFFFFFFFFFFFFFF' WHERE \(damaged)",
      in: directory
    )
    let test = try await Self.reopened(directory)
    var query = HistoryQuery(board: nil)
    query.search = "line of 13 "
    if isFoundByReader {
      await #expect(throws: StoreError.self) { try await test.history.page(query) }
    } else {
      try await test.store.put(.test(9000, "after"), on: .clipboard)
      try await test.store.write { writing throws(StoreError) in
        try writing.execute("INSERT INTO search (search) VALUES ('optimize')")
      }
    }
    eventually { test.reports.contains { $0.contains("made anew") } }
    #expect(try await test.history.page(query).entries.map(\.id) == [.test(13)])
    #expect(try !test.names().contains { $0.hasPrefix("damaged") }, "\(test.reports)")
    try await Self.expectSound(test)
  }

  @Test func `what is promised stays so over a repair`() async throws {
    let test = try await Self.reopened(try await Self.filled())
    let promised = Representation.test(.html, .promised(Promise { _ in }))
    try await test.store.put(.test(9000, [promised]), on: .clipboard)
    await test.store.repair()
    try await test.store.fulfil(.test(9000), item: 0, place: 0, with: .inline([7]))
    #expect(test.reports.contains { $0.contains("is now in") })
    #expect(try await test.history.entry(.test(9000))?.entry.content() == [7])
  }

  @Test func `content that changed in its row is missing rather than wrong`() async throws {
    let directory = try await Self.filled()
    try Self.execute(
      """
      UPDATE representations SET content = zeroblob(byte_count) WHERE entry = (
        SELECT key FROM entries WHERE id = \(Entry.ID.test(7).rawValue))
      """,
      in: directory
    )
    let test = try await Self.reopened(directory)
    let stored = try #require(try await test.history.entry(.test(7)))
    #expect(stored.entry.items.isEmpty)
    #expect(stored.missingTypes == ["public.html"])
  }

  @Test func `pins, tags, names, places and what is current are kept`() async throws {
    let directory = try await Self.filled()
    let before = try await Self.page(of: try await Self.reopened(directory))
    let test = try await Self.reopened(directory, isDamaged: true)
    let after = try await Self.page(of: test)
    #expect(after == before)
    #expect(after.contains { $0.isPinned } && after.contains { !$0.tags.isEmpty })
    #expect(try await test.history.boards().contains { $0.current != nil })
    try await Self.expectSound(test)
  }

  @Test func `entries of which all was too large to keep stay`() async throws {
    let directory = try await Self.filled()
    var test = try await Self.reopened(directory)
    let dropped = [Entry.Dropped(type: .png, reason: .size)]
    let items = [Item(representations: [])]
    let entry = Entry(id: .test(9000), items: items, time: 1, dropped: dropped)
    _ = try await test.store.record(entry, on: .clipboard)
    await test.store.close([], after: 0)
    test = try await Self.reopened(directory, isDamaged: true)
    let found = try #require(try await test.history.entry(.test(9000)))
    #expect(found.entry.dropped == dropped)
    let page = try await test.history.page(HistoryQuery(board: .clipboard))
    #expect(page.entries.first?.title == "PNG image, too large to keep")
    try await Self.expectSound(test)
  }

  @Test func `entries whose rows are lost come back from the indices`() async throws {
    let directory = try await Self.filled()
    let before = try await Self.page(of: try await Self.reopened(try await Self.filled()))
    try Self.wipe(columnCount: 15, in: directory)
    let test = try await Self.reopened(directory, isDamaged: true)
    let after = try await Self.page(of: test)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.time) == before.map(\.time))
    #expect(after.map(\.title) == before.map(\.title))
    #expect(after.map(\.isPinned) == before.map(\.isPinned))
    #expect(try await Self.survivors(test) == Self.count)
  }

  @Test func `what is lost is told`() async throws {
    let directory = try await Self.filled()
    try Self.wipe(columnCount: 13, in: directory)
    let test = try await Self.reopened(directory, isDamaged: true)
    // The files are still there, though nothing says whose they are.
    let expected = [
      "entries that were taken over: \(Self.count / 10)",
      "files that no entry mentions, which are on the board recovered: \(Self.count / 10)",
      "entries of which nothing was left, which are lost: \(Self.count)",
    ]
    #expect(expected.allSatisfy(test.reports.contains), "\(test.reports)")
    let aside = try #require(try test.names().first { $0.hasPrefix("damaged") })
    let notes = String(decoding: try readFile(directory.path("\(aside)/README")), as: UTF8.self)
    #expect(expected.allSatisfy { notes.contains("* \($0)\n") })
    try await Self.expectSound(test)
  }

  @Test func `boards that are lost with their names become one`() async throws {
    let directory = try await Self.filled()
    try Self.damage("boards", in: directory)
    try Self.damage("sqlite_autoindex_boards_1", in: directory)
    let test = try await Self.reopened(directory, isDamaged: true)
    #expect(try await test.history.boards().map(\.board) == [.recovered])
    #expect(try await Self.survivors(test) == Self.count)
    try await Self.expectSound(test)
  }

  @Test func `types that are lost become text or data`() async throws {
    let directory = try await Self.filled()
    try Self.damage("types", in: directory)
    try Self.damage("sqlite_autoindex_types_1", in: directory)
    let test = try await Self.reopened(directory, isDamaged: true)
    let types = Set(try await Self.page(of: test).flatMap(\.types))
    #expect(types == ["public.data", "public.utf8-plain-text"])
    #expect(try await Self.survivors(test) == Self.count)
  }

  @Test func `a number of a change is never given again`() async throws {
    let directory = try await Self.filled()
    let before = try TestStore(in: directory)
    let last = try await before.store.open().sequence
    await before.store.close([])
    try Self.damage("facts", in: directory)
    let test = try TestStore(in: directory)
    await test.store.repair()
    #expect(try await test.store.open().sequence > last)
  }

  @Test(arguments: [
    "UPDATE boards SET entry_count = 9223372036854775807",
    "UPDATE boards SET entry_count = -9223372036854775807 - 1",
    "UPDATE boards SET sequence = 9223372036854775807",
    "UPDATE entries SET is_pinned = 9223372036854775807",
    "UPDATE representations SET byte_count = 9223372036854775807, content = NULL WHERE entry < 3",
    "UPDATE facts SET value = 9223372036854775807",
  ]) func `a number beyond all reason costs nothing else`(_ sql: String) async throws {
    let directory = try await Self.filled()
    try Self.execute("DROP TRIGGER entry_changed; " + sql, in: directory)
    let test = try await Self.reopened(directory)
    // Without the trigger its tables are other ones, and it is made anew.
    #expect(test.reports.count > 1)
    #expect(try await Self.survivors(test) >= Self.count - 3)
    try await Self.expectSound(test)
    await test.store.close([])
  }

  // MARK: The log

  @Test func `a page that nobody can have is none`() async throws {
    let directory = try await Self.crashed()
    var log = try readFile(directory.path("history.sqlite-wal"))
    log.replaceSubrange(0..<4096, with: noise(4096, seed: 3))
    try directory.write(log, to: "history.sqlite-wal")
    let old = try DamagedDatabase(in: StoreDirectory(path: Array(directory.path.utf8)))
    let byteCount = try readFile(directory.path("history.sqlite")).count + log.count
    #expect(old.pageCount <= byteCount / DamagedDatabase.pageSize)
  }

  @Test func `what was committed behind a damage of the log comes back`() async throws {
    let directory = try await Self.crashed()
    let log = try readFile(directory.path("history.sqlite-wal"))
    for seed in 1...8 {
      let copy = try ScratchDirectory()
      try copyFiles(from: directory.path, to: copy.path)
      var damaged = log
      let place = Int(noise(1, seed: UInt64(seed))[0]) * log.count / 512
      damaged.replaceSubrange(place..<place + 20, with: noise(20, seed: UInt64(seed)))
      try copy.write(damaged, to: "history.sqlite-wal")
      let test = try await Self.reopened(copy)
      // The last was put long after the damage.
      #expect(try await test.text(of: .test(Self.count + 39)) == Self.text(Self.count + 39))
      #expect(try await Self.survivors(test) > Self.count - 60)
      #expect(test.reports.contains { $0.contains("log") })
      try await Self.expectSound(test)
    }
  }

  @Test func `a log that was cut gives what was before the cut`() async throws {
    let directory = try await Self.crashed()
    let log = try readFile(directory.path("history.sqlite-wal"))
    var counts: [Int] = []
    for cut in stride(from: 0, through: log.count, by: 123_600) {
      let copy = try ScratchDirectory()
      try copyFiles(from: directory.path, to: copy.path)
      try Self.cut("history.sqlite-wal", to: cut, in: copy)
      let test = try await Self.reopened(copy)
      #expect(try await Self.survivors(test) == Self.count)
      counts.append(try await Self.page(of: test).count)
      #expect(test.reports.isEmpty)
      try await Self.expectSound(test)
    }
    #expect(counts == counts.sorted())
    #expect(counts.first == Self.count)
  }

  @Test func `a last transaction that a power failure tore costs nothing else`() async throws {
    let directory = try await Self.crashed()
    let log = try readFile(directory.path("history.sqlite-wal"))
    let commits = (0..<(log.count - 32) / 4120).filter { log.word(at: 32 + $0 * 4120 + 4) != 0 }
    let last = try #require(commits.last)
    for frame in commits[commits.count - 2] + 1...last {
      let copy = try ScratchDirectory()
      try copyFiles(from: directory.path, to: copy.path)
      var torn = log
      let begin = 32 + frame * 4120
      torn.replaceSubrange(begin..<begin + 4120, with: [UInt8](repeating: 0, count: 4120))
      try copy.write(torn, to: "history.sqlite-wal")
      let test = try await Self.reopened(copy)
      #expect(test.reports.isEmpty)
      for number in Self.count + 1..<Self.count + 40 {
        #expect(try await test.history.entry(.test(number)) != nil)
      }
      #expect(try await test.history.entry(.test(Self.count + 40))?.entry.id == nil)
    }
  }

  // MARK: Payload files

  @Test func `a file that is missing or too short costs its entry only`() async throws {
    let directory = try await Self.filled()
    let names = try FileSystem.names(in: Array(directory.path("payloads").utf8))
      .map { "payloads/" + String(decoding: $0, as: UTF8.self) }
    try FileSystem.remove(Array(directory.path(names[0]).utf8))
    try Self.cut(names[1], to: 10_000, in: directory)
    let test = try await Self.reopened(directory, isDamaged: true)
    #expect(try await Self.survivors(test) == Self.count - 2)
    let aside = try #require(try test.names().first { $0.hasPrefix("damaged") })
    #expect(try test.names(in: aside).contains(String(names[1].dropFirst(9))))
    try await Self.expectSound(test)
  }

  // MARK: Crashes of the repair

  @Test func `a repair that was interrupted goes on`() async throws {
    let directory = try await Self.filled()
    // Complete, and not yet in its place; the old one is half away.
    try FileSystem.rename(
      Array(directory.path("history.sqlite").utf8),
      to: Array(directory.path("history.sqlite.new").utf8)
    )
    try directory.write(noise(9000), to: "history.sqlite-wal")
    let test = try await Self.reopened(directory)
    #expect(try await Self.survivors(test) == Self.count)
    try await Self.expectSound(test)
  }

  @Test func `a database that is half made is made anew`() async throws {
    let directory = try await Self.filled()
    try directory.write(noise(9000), to: "history.sqlite.part")
    let test = try await Self.reopened(directory, isDamaged: true)
    #expect(try await Self.survivors(test) == Self.count)
    #expect(try !test.names().contains { $0.hasSuffix(".part") })
  }
}
