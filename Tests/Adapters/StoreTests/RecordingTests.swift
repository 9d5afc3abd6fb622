import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("What other programs copied", .timeLimit(.minutes(4)))
struct RecordingTests {
  let kept: TestStore

  init() throws { kept = try TestStore(hasUpkeep: true) }

  static let origin = Origin(
    board: .primary,
    windowClass: "Firefox",
    windowTitle: "T\u{E4}tle",
    processID: 42,
    program: "firefox-esr"
  )

  private func ids(on board: BoardName = .clipboard) async throws -> [Entry.ID] {
    try await kept.history.page(HistoryQuery(board: board)).entries.map(\.id)
  }

  private func current(of board: BoardName = .clipboard) async throws -> Entry.ID? {
    try await kept.history.boards().first { $0.board == board }?.current
  }

  private func record(
    _ entry: Entry,
    isCurrent: Bool = true,
    replacing former: Entry.ID? = nil
  ) async throws -> Recorded {
    let checksums = await kept.store.checksums(of: entry)
    return try await kept.store.record(
      entry,
      on: .clipboard,
      isCurrent: isCurrent,
      replacing: former,
      checksums: checksums
    )
  }

  private func raised(_ number: Int) -> Recorded {
    Recorded(id: .test(number), isNew: false)
  }

  private func new(_ number: Int) -> Recorded {
    Recorded(id: .test(number), isNew: true)
  }

  @Test func `what is copied again is as young as that, and no other`() async throws {
    let text = [Item(representations: [.test(.utf8PlainText, .inline([1]))])]
    for (number, time) in [(1, 5.0), (2, 90)] {
      _ = try await record(Entry(id: .test(number), items: text, time: time))
    }
    // A clock that was set back makes nothing older.
    _ = try await record(Entry(id: .test(3), items: text, time: 7))
    #expect(try await kept.history.summary(of: .test(1))?.time == 90)
  }

  @Test func `what is not kept is the same as nothing else`() async throws {
    for number in 1...2 {
      let dropped = [Entry.Dropped(type: .png, reason: .size)]
      let entry = Entry(
        id: .test(number),
        items: [Item(representations: [])],
        time: 5,
        dropped: dropped
      )
      #expect(try await record(entry) == new(number))
    }
  }

  // MARK: What is known of it

  @Test func `where it came from and what is missing is kept`() async throws {
    let entry = Entry(
      id: .test(1),
      items: [Item(representations: [.test(.html, .inline([1]))])],
      time: 5,
      label: Entry.Label(origin: Self.origin),
      dropped: [.init(type: .png, reason: .size), .init(type: .tiff, reason: .size)]
    )
    #expect(try await record(entry) == new(1))
    let found = try #require(try await kept.history.entry(.test(1))).entry
    #expect(found.label.origin == Self.origin)
    #expect(found.dropped == entry.dropped)
    let summary = try #require(try await kept.history.summary(of: .test(1)))
    #expect(summary.source == "Firefox" && summary.origin == Self.origin)
    #expect(summary.types == ["public.html"])
    var query = HistoryQuery(board: nil)
    query.source = "Firefox"
    #expect(try await kept.history.page(query).entries.map(\.id) == [.test(1)])
    // What is not known is not there, and a copy knows as much.
    let work = try #require(BoardName("work"))
    _ = try await kept.store.copy([(.test(1), .test(2))], to: work, .first)
    let copy = try #require(try await kept.history.entry(.test(2))).entry
    #expect(copy.label.origin == Self.origin && copy.dropped == entry.dropped)
    try await kept.store.put(.test(3, "put"), on: .clipboard)
    let put = try #require(try await kept.history.entry(.test(3))).entry
    #expect(put.label.origin == nil && put.dropped.isEmpty && put.label.source == nil)
    var label = Entry.Label(source: "named", origin: Origin(board: .secondary))
    label.origin?.program = "xclip"
    #expect(try await record(.test(4, "x", label: label)) == new(4))
    #expect(try await kept.history.summary(of: .test(4))?.source == "named")
    #expect(try await kept.history.entry(.test(4))?.entry.label.origin == label.origin)
  }

  @Test func `what is known of an entry goes with it`() async throws {
    let dropped = [Entry.Dropped(type: .png, reason: .size)]
    let entry = Entry(
      id: .test(1),
      items: Entry.test(1, "a").items,
      time: 5,
      label: Entry.Label(origin: Self.origin),
      dropped: dropped
    )
    _ = try await record(entry)
    _ = try await kept.store.remove([.test(1)])
    let left = try await kept.store.write { writing throws(StoreError) in
      let sql = "SELECT (SELECT count(*) FROM origins) + (SELECT count(*) FROM dropped)"
      return try writing.first(sql) { $0.integer(0) }
    }
    #expect(left == 0)
  }

  // MARK: The same again

  @Test func `the same content again moves the entry up`() async throws {
    #expect(try await record(.test(1, "a")) == new(1))
    #expect(try await record(.test(2, "b")) == new(2))
    #expect(try await record(.test(3, "a")) == raised(1))
    #expect(try await ids() == [.test(1), .test(2)])
    #expect(try await current() == .test(1))
    // It may be the newest already.
    #expect(try await record(.test(3, "a")) == raised(1))
    #expect(try await ids() == [.test(1), .test(2)])
  }

  @Test func `what was put is found, and what was found by its copy`() async throws {
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    try await kept.store.put(.test(2, "a"), on: .primary)
    try await kept.store.put(.test(3, "b"), on: .clipboard)
    #expect(try await record(.test(4, "a")) == raised(1))
    _ = try await kept.store.move([.test(1)], to: .primary, .first)
    #expect(try await record(.test(4, "a")) == new(4))
    _ = try await kept.store.copy([(.test(4), .test(5))], to: .clipboard, .first)
    #expect(try await record(.test(6, "a")) == raised(5))
  }

  /// Each differs from the first in one thing.
  static let variants: [[Item]] = {
    func item(
      _ type: UTType = .html,
      target: String? = "text/html",
      bits: Representation.ElementBits = .eight,
      bytes: [UInt8] = [1, 2, 3, 4],
      visibility: Representation.Visibility = .all,
      name: String? = nil
    ) -> Item {
      let representation = Representation(
        type: type,
        targetName: target.map { Array($0.utf8) },
        elementBits: bits,
        payload: .inline(bytes),
        visibility: visibility
      )
      return Item(
        representations: [representation],
        suggestedName: name.map { Array($0.utf8) }
      )
    }
    return [
      [item()], [item(.rtf)], [item(target: nil)], [item(target: "")], [item(target: "text/htm")],
      [item(bits: .thirtyTwo)],
      [item(bytes: [1, 2, 3, 5])], [item(bytes: [1, 2, 3])], [item(bytes: [])],
      [item(visibility: .user)], [item(name: "a")], [item(name: "b")], [item(), item()],
      [Item(representations: item().representations + item(.rtf).representations)],
      [Item(representations: item(.rtf).representations + item().representations)],
    ]
  }()

  @Test func `what differs in anything is another entry`() async throws {
    let variants = Self.variants
    func entry(_ number: Int, _ items: [Item], _ dropped: [UTType] = []) -> Entry {
      Entry(
        id: .test(number),
        items: items,
        time: 5,
        dropped: dropped.map { Entry.Dropped(type: $0, reason: .size) }
      )
    }
    var entries = variants.enumerated().map { entry($0, $1) }
    entries.append(entry(entries.count, variants[0], [.png]))
    entries.append(entry(entries.count, variants[0], [.tiff]))
    entries.append(entry(entries.count, variants[0], [.png, .tiff]))
    for (number, entry) in entries.enumerated() {
      #expect(try await record(entry) == new(number))
    }
    // Where fingerprints are the same by chance the content decides.
    try await kept.store.write { writing throws(StoreError) in
      try writing.execute("UPDATE entries SET fingerprint = 7")
    }
    let count = entries.count
    for (number, entry) in entries.enumerated() {
      let wanted = try EntryContents(of: entry)
      let found = try await kept.store.write { writing throws(StoreError) in
        var found: [Int] = []
        for other in 0..<count {
          let key = try writing.place(of: .test(other)).key
          if try writing.holds(key, wanted) { found.append(other) }
        }
        return found
      }
      #expect(found == [number])
    }
  }

  @Test func `what ends by itself is never the same`() async throws {
    let end = EntryEnd(deadline: .now + .seconds(1000), previous: nil)
    try await kept.store.put(.test(1, "a"), on: .clipboard, ending: end)
    #expect(try await record(.test(2, "a")) == new(2))
    let recorded = try await kept.store.record(.test(3, "a"), on: .clipboard, ending: end)
    #expect(recorded == new(3))
    #expect(try await kept.history.entry(.test(3))?.deadline == end.deadline)
    #expect(try await record(.test(4, "a")) == raised(2))
  }

  @Test func `what is only promised is never the same`() async throws {
    let text = Representation.test(.utf8PlainText, .inline([0x61]))
    let promised = Representation.test(.html, .promised(Promise { _ in }))
    try await kept.store.put(.test(1, [text, promised]), on: .clipboard)
    try await kept.store.write { writing throws(StoreError) in
      let print = try EntryContents(of: .test(2, [text])).fingerprint
      try writing.run("UPDATE entries SET fingerprint = ?", [.integer(print)])
    }
    #expect(try await record(.test(2, [text])) == new(2))
    let promising = Entry.test(3, [text, .test(.html, .promised(Promise { _ in }))])
    #expect(try await record(promising) == new(3))
    #expect(try await record(promising.with(id: 4)) == new(4))
  }

  @Test func `what is raised gets the tags and the pin of the copy`() async throws {
    _ = try await record(.test(1, "a", label: .init(tags: ["x"])))
    _ = try await record(.test(2, "a", label: .init(tags: ["y"], isPinned: true)))
    _ = try await record(.test(3, "a"))
    let summary = try #require(try await kept.history.summary(of: .test(1)))
    #expect(summary.tags == ["x", "y"] && summary.isPinned)
    #expect(try await kept.history.boards().first?.pinnedCount == 1)
  }

  // MARK: Files

  @Test func `content in files is the same if size and checksum are`() async throws {
    let bytes = noise(100_000)
    #expect(try await record(try .test(1, fileOf: bytes, in: kept)) == new(1))
    #expect(try await record(try .test(2, fileOf: bytes, in: kept)) == raised(1))
    #expect(try await record(try .test(3, fileOf: noise(100_000, seed: 2), in: kept)) == new(3))
    #expect(try await record(try .test(4, fileOf: bytes + [0], in: kept)) == new(4))
    #expect(try await record(try .test(5, fileOf: bytes, excess: [0], in: kept)) == raised(1))
    #expect(try kept.payloadNames().count == 3)
    // Nobody reads them while others wait.
    let unknown = Entry.test(6, [.test(.data, .file(try TestFile(bytes, in: kept.directory)))])
    #expect(try await kept.store.record(unknown, on: .clipboard) == new(6))
    #expect(try await ids().count == 4)
  }

  @Test func `an entry whose file is gone is not raised in place of what was copied`()
    async throws
  {
    let bytes = noise(100_000)
    _ = try await record(try .test(1, fileOf: bytes, in: kept))
    let name = try #require(try kept.payloadNames().first)
    try FileSystem.remove(Array(kept.directory.path("payloads/\(name)").utf8))
    #expect(try await record(try .test(2, fileOf: bytes, in: kept)) == new(2))
    #expect(try #require(try await kept.history.entry(.test(2))).entry.content() == bytes)
  }

  // MARK: More types of the same copy

  @Test func `what a copy supersedes goes with the same change`() async throws {
    _ = try await record(.test(1, "a"))
    #expect(try await record(.test(2, "ab"), replacing: .test(1)) == new(2))
    #expect(try await ids() == [.test(2)])
    #expect(try await current() == .test(2))
    // One that is gone is no error.
    #expect(try await record(.test(3, "abc"), replacing: .test(1)) == new(3))
    // The same is only raised.
    #expect(try await record(.test(4, "abc"), replacing: .test(3)) == raised(3))
    // One that is the same as yet another one leaves that.
    #expect(try await record(.test(5, "ab"), replacing: .test(3)) == raised(2))
    #expect(try await ids() == [.test(2)])
    try await kept.store.pin([.test(2)], true)
    #expect(try await record(.test(6, "b"), replacing: .test(2)) == new(6))
    #expect(try await ids() == [.test(6), .test(2)])
  }

  @Test func `what stays current is not superseded`() async throws {
    _ = try await record(.test(1, "a"))
    let recorded = try await record(.test(2, "ab"), isCurrent: false, replacing: .test(1))
    #expect(recorded == new(2))
    #expect(try await ids() == [.test(1), .test(2)])
    #expect(try await current() == .test(1))
  }

  // MARK: Overtaken

  @Test func `what was overtaken stands directly below what is current`() async throws {
    for number in 1...3 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    #expect(try await record(.test(4, "4"), isCurrent: false) == new(4))
    #expect(try await ids() == [3, 4, 2, 1].map(Entry.ID.test))
    #expect(try await record(.test(5, "1"), isCurrent: false) == raised(1))
    #expect(try await record(.test(5, "3"), isCurrent: false) == raised(3))
    #expect(try await ids() == [3, 1, 4, 2].map(Entry.ID.test))
    #expect(try await current() == .test(3))
    // Very many leave the order what it is.
    for number in 10..<200 { _ = try await record(.test(number, "\(number)"), isCurrent: false) }
    let expected = [3] + (10..<200).reversed() + [1, 4, 2]
    #expect(try await ids() == expected.map(Entry.ID.test))
    #expect(try await current() == .test(3))
  }

  @Test func `where nothing is current it only stands on top`() async throws {
    #expect(try await record(.test(1, "a"), isCurrent: false) == new(1))
    #expect(try await current() == nil)
    #expect(try await record(.test(2, "b"), isCurrent: false) == new(2))
    #expect(try await ids() == [.test(2), .test(1)])
    _ = try await record(.test(3, "c"))
    _ = try await record(.test(4, "d"), isCurrent: false)
    #expect(try await ids() == [3, 4, 2, 1].map(Entry.ID.test))
  }

  // MARK: Beside others

  @Test func `limits apply as at a put`() async throws {
    let limit = RetentionLimit(board: .clipboard, type: nil, entries: 3, byteCount: nil, age: nil)
    let kept = try TestStore(limits: [limit])
    for number in 1...5 {
      _ = try await kept.store.record(.test(number, "\(number)"), on: .clipboard)
    }
    let found = try await kept.history.page(HistoryQuery(board: .clipboard)).entries.map(\.id)
    #expect(found == [5, 4, 3].map(Entry.ID.test))
  }

  @Test func `changes are made in the order of their calls`() async throws {
    let work = try #require(BoardName("work"))
    try await kept.store.createBoard(work)
    for number in 0..<60 {
      kept.store.loop.task(in: kept.store) { store in
        let entry = Entry.test(number, "\(number)")
        if number % 2 == 0 {
          _ = try? await store.record(entry, on: work)
        } else {
          _ = try? await store.put(entry, on: work)
        }
      }
    }
    try await eventually { try await ids(on: work).count == 60 }
    #expect(try await ids(on: work) == (0..<60).reversed().map(Entry.ID.test))
  }
}

extension Entry {
  fileprivate func with(id number: Int) -> Entry {
    Entry(id: .test(number), items: items, time: time, label: label, dropped: dropped)
  }
}
