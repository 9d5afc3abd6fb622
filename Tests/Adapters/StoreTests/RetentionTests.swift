import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("What boards keep", .timeLimit(.minutes(4)))
struct RetentionTests {
  private func kept(_ limits: RetentionLimit...) throws -> TestStore {
    try TestStore(limits: limits)
  }

  private func titles(_ kept: TestStore, on board: BoardName = .clipboard) async throws -> [String]
  {
    try await kept.history.page(HistoryQuery(board: board)).entries.map(\.title)
  }

  /// An entry that was put so many seconds ago.
  private func entry(_ number: Int, _ text: String, age: Double, isPinned: Bool = false) -> Entry {
    Entry(
      id: .test(number),
      items: Entry.test(number, text).items,
      time: Double(StoreTime.now.wall) / 1e6 - age,
      label: .init(isPinned: isPinned)
    )
  }

  @Test func `over the number of entries the oldest go`() async throws {
    let kept = try kept(RetentionLimit(entries: 3))
    for number in 1...5 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    #expect(try await titles(kept) == ["5", "4", "3"])
  }

  @Test func `what may have to go again pushes nothing out until it is certain`() async throws {
    let kept = try kept(RetentionLimit(entries: 2))
    for number in 1...2 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    #expect(try await kept.store.put(.test(3, "3"), on: .clipboard, sparingOthers: true))
    try await kept.store.drop(.test(3), sparingPinned: false)
    #expect(try await titles(kept) == ["2", "1"])
    #expect(try await kept.store.put(.test(4, "4"), on: .clipboard, sparingOthers: true))
    kept.store.trim(.clipboard)
    while try await titles(kept).count > 2 { try await kept.store.pin([.test(4)], false) }
    #expect(try await titles(kept) == ["4", "2"])
  }

  @Test func `what is over no limit needs no trimming`() async throws {
    let kept = try kept(
      RetentionLimit(entries: 2, byteCount: 3),
      RetentionLimit(type: .png, entries: 0)
    )
    #expect(try await !kept.store.put(.test(1, "12"), on: .clipboard, sparingOthers: true))
    #expect(try await kept.store.put(.test(2, "34"), on: .clipboard, sparingOthers: true))
  }

  @Test func `each board has the limit for itself`() async throws {
    let kept = try kept(RetentionLimit(entries: 1))
    try await kept.store.put(.test(1, "1"), on: .clipboard)
    try await kept.store.put(.test(2, "2"), on: .primary)
    #expect(try await titles(kept) == ["1"])
    #expect(try await titles(kept, on: .primary) == ["2"])
  }

  @Test func `pinned entries neither count nor go`() async throws {
    let kept = try kept(RetentionLimit(entries: 2))
    let pinned = Entry.Label(isPinned: true)
    try await kept.store.put(.test(1, "1", label: pinned), on: .clipboard)
    for number in 2...5 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    #expect(try await titles(kept) == ["5", "4", "1"])
  }

  @Test func `over the number of bytes the oldest go, but never the newest`() async throws {
    let kept = try kept(RetentionLimit(byteCount: 10))
    try await kept.store.put(.test(1, "12345"), on: .clipboard)
    try await kept.store.put(.test(2, "12345"), on: .clipboard)
    #expect(try await titles(kept).count == 2)
    try await kept.store.put(.test(3, "123456"), on: .clipboard)
    #expect(try await titles(kept) == ["123456"])
    try await kept.store.put(.test(4, "more than ten bytes"), on: .clipboard)
    #expect(try await titles(kept) == ["more than ten bytes"])
  }

  @Test func `what is too old goes, wherever it stands`() async throws {
    let kept = try kept(RetentionLimit(age: .seconds(3600)))
    try await kept.store.put(entry(1, "old", age: 4000), on: .clipboard)
    try await kept.store.put(entry(2, "pinned", age: 4000, isPinned: true), on: .clipboard)
    try await kept.store.put(entry(3, "young", age: 3000), on: .clipboard)
    _ = try await kept.store.move([.test(2)], to: .clipboard, .first)
    try await kept.store.put(entry(4, "new", age: 0), on: .clipboard)
    #expect(try await titles(kept) == ["new", "pinned", "young"])
  }

  @Test func `age needs no put, and spares what is current`() async throws {
    let kept = try kept(RetentionLimit(board: .clipboard, age: .seconds(3600)))
    try await kept.store.put(entry(1, "a", age: 3000), on: .clipboard)
    try await kept.store.put(entry(2, "b", age: 1000), on: .clipboard)
    let next = try #require(try await kept.store.nextDeadline()) - .now
    #expect((0.0...601.0).contains(next / .seconds(1)))
    try await kept.store.write { writing throws(StoreError) in
      try writing.run("UPDATE entries SET time = time - 3000000000")
    }
    try await kept.store.removeAged()
    #expect(try await titles(kept) == ["b"])
    #expect(try await kept.store.nextDeadline() == nil)
  }

  @Test func `a clock that is set ahead makes nothing old`() {
    let now = StoreTime.now
    let ahead = StoreTime(wall: now.wall + 1_000_000_000_000, boot: now.boot)
    #expect(abs(ahead.age - now.wall) < 1_000_000)
    let behind = StoreTime(wall: now.wall - 1_000_000_000_000, boot: now.boot)
    #expect(behind.age == behind.wall)
  }

  @Test func `a limit for a type counts and removes what conforms to it`() async throws {
    let kept = try kept(RetentionLimit(type: .image, entries: 1))
    try await kept.store.put(.test(1, "text"), on: .clipboard)
    for number in 2...4 {
      let image = Representation(type: number == 3 ? .jpeg : .png, payload: .inline([1]))
      try await kept.store.put(.test(number, [image], name: "\(number)"), on: .clipboard)
    }
    #expect(try await titles(kept) == ["4", "text"])
  }

  @Test func `a limit for a board leaves the others alone`() async throws {
    let kept = try kept(RetentionLimit(board: .primary, entries: 1))
    for number in 1...3 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    for number in 4...6 { try await kept.store.put(.test(number, "\(number)"), on: .primary) }
    #expect(try await titles(kept).count == 3)
    #expect(try await titles(kept, on: .primary) == ["6"])
  }

  @Test func `a limit that was lowered removes some at each change, and goes on by itself`()
    async throws
  {
    let kept = try kept()
    try await kept.store.fill(.clipboard, with: 3000)
    await kept.store.apply([RetentionLimit(entries: 100)])
    let first = try await kept.store.write { writing throws(StoreError) in
      let key = try writing.boardKey(.clipboard)
      return try writing.applyLimits(to: .clipboard, key: key)
    }
    #expect(first.isOver && (100...500).contains(first.removed))
    try await kept.store.put(.test(3000, "last"), on: .clipboard)
    // Each look waits for a turn.
    while try await kept.store.entryCount(of: .clipboard) > 100 {}
    #expect(try await titles(kept) == ["last"] + (2901..<3000).reversed().map { "\($0)" })
    while await !kept.store.trimmed.isEmpty { try await kept.store.createBoard(.clipboard) }
  }

  @Test func `a limit of bytes that was lowered goes on by itself as well`() async throws {
    let kept = try kept()
    try await kept.store.fill(.clipboard, with: 1000)
    await kept.store.apply([RetentionLimit(byteCount: 30)])
    try await kept.store.put(.test(1000, "last"), on: .clipboard)
    while try await kept.store.entryCount(of: .clipboard) > 9 {}
    #expect(try await titles(kept).count == 9)
  }

  @Test func `what is too old goes in parts`() async throws {
    let kept = try kept(RetentionLimit(age: .seconds(3600)))
    try await kept.store.fill(.clipboard, with: 1000)
    let isOver = try await kept.store.write { writing throws(StoreError) in
      try writing.applyAges()
    }
    #expect(isOver)
    #expect(try await kept.store.entryCount(of: .clipboard) > 500)
    try await kept.store.removeAged()
    #expect(try await titles(kept) == ["999"])
  }

  @Test func `a limit for a type costs nothing when something else is put`() async throws {
    let kept = try kept(RetentionLimit(type: .image, entries: 1))
    try await kept.store.fill(.clipboard, with: 3000)
    try await kept.store.put(.test(3000, [.test(.png, .inline([1]))], name: "p"), on: .clipboard)
    // Neither a text nor an image may have all entries gone through.
    try await kept.store.limitSteps(20_000)
    try await kept.store.put(.test(3001, "text"), on: .clipboard)
    try await kept.store.put(.test(3002, [.test(.png, .inline([2]))], name: "q"), on: .clipboard)
    try await kept.store.limitSteps(nil)
    let found = try await titles(kept)
    #expect(found.prefix(3) == ["q", "text", "2999"])
  }

  @Test func `files of what went are gone`() async throws {
    let kept = try kept(RetentionLimit(entries: 2))
    for number in 1...6 {
      let entry = try Entry.test(number, fileOf: noise(20_000, seed: UInt64(number)), in: kept)
      try await kept.store.put(entry, on: .clipboard)
    }
    #expect(try kept.payloadNames().count == 2)
  }

  @Test func `all that is not pinned goes at once`() async throws {
    let kept = try kept()
    try await kept.store.write { writing throws(StoreError) in
      let board = try writing.boardKey(.clipboard)
      for number in 0..<1200 {
        let label = Entry.Label(isPinned: number % 400 == 0)
        try writing.insert(.test(number, "\(number)", label: label), on: board, nil)
      }
    }
    let mark = try await kept.store.mark(sparing: [.test(1)])
    try await kept.store.put(.test(5000, "later"), on: .clipboard)
    func removeAll(withPinned: Bool) async throws -> Int {
      try await kept.store.removeAll(on: .clipboard, through: mark, withPinned: withPinned)
    }
    #expect(try await removeAll(withPinned: false) == 1196)
    #expect(try await titles(kept) == ["later", "800", "400", "1", "0"])
    #expect(try await removeAll(withPinned: true) == 3)
  }
}

@Suite("Entries that end by themselves", .timeLimit(.minutes(4)))
struct DeadlineTests {
  private func end(in duration: Duration, previous: Entry.ID? = nil) -> EntryEnd {
    EntryEnd(deadline: MonotonicTime.now + duration, previous: previous)
  }

  @Test func `what is overdue is named, and the next deadline known`() async throws {
    let kept = try TestStore()
    #expect(try await kept.store.nextDeadline() == nil)
    let late = end(in: .seconds(3600))
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    try await kept.store.put(.test(2, "b"), on: .clipboard, ending: late)
    try await kept.store.put(
      .test(3, "c"),
      on: .primary,
      ending: end(in: .zero, previous: .test(1))
    )
    #expect(
      try await kept.store.overdue() == [
        OverdueEntry(id: .test(3), board: .primary, previous: .test(1))
      ]
    )
    try await kept.store.drop(.test(3), sparingPinned: false)
    #expect(try await kept.store.overdue().isEmpty)
    #expect(try await kept.store.nextDeadline() == late.deadline)
    let stored = try #require(try await kept.history.entry(.test(2)))
    #expect(stored.deadline == late.deadline)
  }

  @Test func `within one boot only the clock of the boot decides`() async throws {
    let kept = try TestStore()
    let deadline = end(in: .seconds(100))
    try await kept.store.put(.test(1, "a"), on: .clipboard, ending: deadline)
    // As if somebody had set the clock a day back since it was written.
    try await kept.store.write { writing throws(StoreError) in
      try writing.run("UPDATE entries SET deadline_time = deadline_time + 86400000000")
    }
    let after = try TestStore(in: try kept.crashed())
    _ = try await after.store.open()
    #expect(try await after.store.nextDeadline() == deadline.deadline)
  }

  @Test func `what never ends does not keep a store from opening in another boot`() async throws {
    let kept = try TestStore()
    let never = EntryEnd(deadline: MonotonicTime(nanoseconds: .max), previous: nil)
    try await kept.store.put(.test(1, "a"), on: .clipboard, ending: never)
    try await kept.store.write { writing throws(StoreError) in
      try writing.insert(.test(2, "b"), on: try writing.boardKey(.clipboard), never)
      try writing.run(
        "UPDATE entries SET deadline_time = ? WHERE id = ?",
        [.integer(Int64.max), .integer(Entry.ID.test(2).stored)]
      )
      try writing.set("boot", 1)
    }
    let after = try TestStore(in: try kept.crashed())
    #expect(try await after.store.open().boards.count == 1)
    let next = try #require(try await after.store.nextDeadline())
    #expect(next - .now > .seconds(200 * 365 * 86_400))
    #expect(after.reports.isEmpty)
  }

  @Test func `no moment is beyond what a clock can say`() {
    #expect(StoreTime(wall: .max, boot: 0).wall(atBoot: .max) == 253_402_300_799_000_000)
    #expect(StoreTime(wall: 0, boot: .max).boot(atWall: .max) == .max)
    #expect(StoreTime(wall: .max, boot: 0).boot(atWall: .min) == .min)
    #expect(StoreTime(wall: 5, boot: 7000).wall(atBoot: 9000) == 7)
    #expect(StoreTime(wall: 5, boot: 7000).boot(atWall: 7) == 9000)
  }

  @Test func `an age beyond all time never comes`() async throws {
    let kept = try TestStore(limits: [RetentionLimit(age: .seconds(Int64.max))])
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    try await kept.store.put(.test(2, "b"), on: .clipboard)
    #expect(try await kept.store.nextDeadline() == MonotonicTime(nanoseconds: UInt64(Int64.max)))
  }

  @Test func `over a restart of the machine the time of day goes on`() async throws {
    let kept = try TestStore()
    try await kept.store.put(.test(1, "a"), on: .clipboard, ending: end(in: .seconds(100)))
    try await kept.store.put(.test(2, "b"), on: .clipboard, ending: end(in: .seconds(10_000)))
    // Another boot, and an hour later by the clock on the wall.
    try await kept.store.write { writing throws(StoreError) in
      try writing.set("boot", 1)
      try writing.run("UPDATE entries SET deadline_time = deadline_time - 3600000000")
    }
    let after = try TestStore(in: try kept.crashed())
    _ = try await after.store.open()
    #expect(try await after.store.overdue().map(\.id) == [.test(1)])
    let next = try #require(try await after.store.nextDeadline())
    #expect(next <= MonotonicTime.now)
    try await after.store.drop(.test(1), sparingPinned: false)
    let rest = try #require(try await after.store.nextDeadline()) - .now
    #expect((6300.0...6400.0).contains(rest / .seconds(1)))
  }
}

@Suite("A store over restarts", .timeLimit(.minutes(4)))
struct StoreOpeningTests {
  @Test func `after a close in order the boards are as they were told`() async throws {
    let kept = try TestStore()
    #expect(try await kept.store.open().boards.isEmpty)
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    let state = BoardState(board: .clipboard, current: nil, sequence: 7, time: 9)
    await kept.store.close([state])
    let after = try TestStore(in: kept.directory)
    let contents = try await after.store.open()
    #expect(
      contents.boards == [
        BoardState(board: .clipboard, current: .test(1), sequence: 7, time: 9)
      ]
    )
    #expect(contents.sequence == 7)
  }

  @Test func `after a crash every board has changed, and no number is used twice`() async throws {
    let kept = try TestStore()
    let before = try await kept.store.open().sequence
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    try await kept.store.put(.test(2, "a"), on: .primary)
    let after = try TestStore(in: try kept.crashed())
    let contents = try await after.store.open()
    let given = before + Writing.reservedNumbers
    #expect(contents.boards.allSatisfy { $0.sequence > given })
    #expect(Set(contents.boards.map(\.sequence)).count == 2)
    #expect(contents.sequence == contents.boards.map(\.sequence).max())
  }

  @Test(arguments: [Int64.max, .min]) func `numbers beyond all reason keep it from nothing`(
    _ number: Int64
  ) async throws {
    let kept = try TestStore()
    _ = try await kept.store.open()
    for id in 1...3 { try await kept.store.put(.test(id, "a"), on: .clipboard) }
    try await kept.store.write { writing throws(StoreError) in
      let sql = "UPDATE entries SET position = ?, time = ? WHERE id = ?"
      let id = SQLValue.integer(Entry.ID.test(2).stored)
      try writing.run(sql, [.integer(number), .integer(number), id])
      try writing.run(
        "UPDATE boards SET sequence = ?, changed = ?",
        [.integer(number), .integer(number)]
      )
      try writing.set("sequence", number)
      try writing.set("closed", 1)
    }
    let after = try TestStore(in: try kept.crashed())
    let contents = try await after.store.open()
    #expect(contents.sequence >= 0 && contents.sequence < Int.max / 2)
    for board in contents.boards { #expect((0..<Int.max / 2).contains(board.sequence)) }
    try await after.store.put(.test(4, "b"), on: .clipboard)
    _ = try await after.store.move([.test(1)], to: .clipboard, .last)
    _ = try await after.store.move([.test(3)], to: .clipboard, .before(.test(2)))
    let page = try await after.history.page(HistoryQuery(board: .clipboard))
    #expect(page.entries.first?.id == .test(4) && page.entries.last?.id == .test(1))
    #expect(page.entries.map(\.place) == [1, 2, 3, 4])
    await after.store.close(contents.boards)
  }

  @Test func `two processes cannot have it`() async throws {
    let kept = try TestStore()
    _ = try await kept.store.open()
    let other = try TestStore(in: kept.directory)
    await #expect {
      _ = try await other.store.open()
    } throws: { error in
      if case StoreError.inUse = error { true } else { false }
    }
    await kept.store.close([])
    _ = try await other.store.open()
  }

  @Test func `a store of a newer release is left alone`() async throws {
    let kept = try TestStore()
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    try await kept.store.write { writing throws(StoreError) in
      try writing.run("INSERT INTO migrations (number, name) VALUES (99, 'later')")
    }
    await kept.store.close([])
    let before = try readFile(kept.directory.path("history.sqlite"))
    let other = try TestStore(in: kept.directory)
    await #expect {
      _ = try await other.store.open()
    } throws: { error in
      if case StoreError.newer = error { true } else { false }
    }
    #expect(try readFile(kept.directory.path("history.sqlite")) == before)
  }
}
