import LinuxIO
import Pasteboards
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Entries in the store", .timeLimit(.minutes(4)))
struct StoreEntryTests {
  let kept: TestStore

  init() throws { kept = try TestStore() }

  private func put(_ entry: Entry, on board: BoardName = .clipboard) async throws {
    try await kept.store.put(entry, on: board)
  }

  private func ids(on board: BoardName = .clipboard) async throws -> [Entry.ID] {
    try await kept.history.page(HistoryQuery(board: board)).entries.map(\.id)
  }

  /// Why a change was refused.
  private func refusal(_ change: () async throws -> Void) async -> StoreError? {
    do {
      try await change()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  private let work = BoardName("work") ?? .secondary

  @Test func `an entry comes back as it was`() async throws {
    let item = Item(
      representations: [
        Representation(
          type: .html,
          targetName: Array("text/html".utf8),
          payload: .inline([0, 1, 2]),
          textForm: .unicode,
          visibility: .user
        ),
        Representation(
          type: .data,
          targetName: [0xFF, 0x41],
          elementBits: .thirtyTwo,
          payload: .inline([]),
        ),
      ],
      suggestedName: [0xC3, 0x28, 0x0A],
      isFileName: true
    )
    let other = Item(representations: [.test(.utf8PlainText, .inline([0x61]))])
    let label = Entry.Label(title: "T\u{0}i", source: "s", tags: ["b", "a"], isPinned: true)
    let entry = Entry(id: .test(1), items: [item, other], time: 12.5, label: label)
    try await put(entry)
    let found = try #require(try await kept.history.entry(.test(1)))
    #expect(found.board == .clipboard)
    #expect(found.entry.time == 12.5)
    #expect(found.entry.label.title == "T\u{0}i")
    #expect(found.entry.label.source == "s")
    #expect(found.entry.label.tags == ["a", "b"])
    #expect(found.entry.label.isPinned)
    #expect(found.entry.items.count == 2)
    let items = found.entry.items
    #expect(items[0].suggestedName == [0xC3, 0x28, 0x0A])
    #expect(items[1].suggestedName == nil)
    #expect(items.map(\.isFileName) == [true, false])
    let (first, second) = (items[0].representations[0], items[0].representations[1])
    #expect(first.type == .html)
    #expect(first.targetName == Array("text/html".utf8))
    #expect(try first.payload.bytes() == [0, 1, 2])
    #expect(first.textForm == .unicode)
    #expect(first.visibility == .user)
    #expect(second.targetName == [0xFF, 0x41])
    #expect(second.elementBits == .thirtyTwo)
    #expect(second.payload.byteCount == 0)
    #expect(second.textForm == nil)
  }

  @Test func `large content is in a file and the file in its directory`() async throws {
    let bytes = noise(100_000)
    try await put(try .test(1, fileOf: bytes, in: kept))
    #expect(try kept.payloadNames().count == 1)
    let found = try #require(try await kept.history.entry(.test(1)))
    #expect(try found.entry.content() == bytes)
    _ = try await kept.store.remove([.test(1)])
    #expect(try kept.payloadNames().isEmpty)
    // Who has it open goes on reading.
    #expect(try found.entry.content() == bytes)
  }

  @Test func `what is derived is not kept`() async throws {
    let derived = Representation(type: .html, payload: .inline([1]), isDerived: true)
    try await put(.test(1, [.test(.json, .inline([2])), derived]))
    let found = try #require(try await kept.history.entry(.test(1)))
    #expect(found.entry.items[0].types == [.json])
  }

  @Test func `many puts at once are all kept, each once`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { try await kept.store.put(.test(number, "text \(number)"), on: .clipboard) }
      }
      try await group.waitForAll()
    }
    #expect(Set(try await ids()) == Set((0..<200).map(Entry.ID.test)))
    #expect(try await ids().count == 200)
  }

  @Test func `a change that fails leaves the others that are made with it`() async throws {
    try await put(.test(1, "a"))
    // The same id twice is refused by the table.
    async let second = kept.store.put(.test(2, "b"), on: .clipboard)
    async let again = refusal { try await kept.store.put(.test(1, "c"), on: .clipboard) }
    async let third = kept.store.put(.test(3, "d"), on: .clipboard)
    _ = try await (second, third)
    #expect(await again != nil)
    #expect(Set(try await ids()) == [.test(1), .test(2), .test(3)])
    #expect(try await kept.text(of: .test(1)) == "a")
  }

  @Test func `an entry has only so many tags`() async throws {
    let many = (0..<Store.mostTags).map { "tag \($0)" }
    try await put(.test(1, "a", label: .init(tags: many)))
    try await kept.store.tag([.test(1)], adding: ["tag 7"], removing: [])
    await #expect {
      try await kept.store.tag([.test(1)], adding: ["more"], removing: [])
    } throws: { error in
      if case StoreError.tooManyTags(limit: 256) = error { true } else { false }
    }
    try await kept.store.tag([.test(1)], adding: ["more"], removing: ["tag 7"])
    let tags = try #require(try await kept.history.entry(.test(1))).entry.label.tags
    #expect(Set(tags) == Set(many + ["more"]).subtracting(["tag 7"]))
  }

  @Test func `all of it is there after a crash`() async throws {
    try await put(.test(1, "small"))
    try await put(try .test(2, fileOf: noise(50_000), in: kept))
    let after = try TestStore(in: try kept.crashed())
    _ = try await after.store.open()
    #expect(try await after.text(of: .test(1)) == "small")
    #expect(try #require(try await after.history.entry(.test(2))).entry.content() == noise(50_000))
    #expect(after.reports.isEmpty)
  }

  @Test func `a payload file without a row is swept`() async throws {
    try await put(try .test(1, fileOf: noise(50_000), in: kept))
    try kept.directory.write([1], to: "payloads/00000000000000ff")
    try await kept.store.sweep()
    #expect(try kept.payloadNames().count == 1)
    #expect(try await kept.history.entry(.test(1))?.missingTypes == [])
  }

  // MARK: Places

  @Test func `entries are moved to any place`() async throws {
    for number in 1...4 { try await put(.test(number, "\(number)")) }
    #expect(try await ids() == [4, 3, 2, 1].map(Entry.ID.test))
    _ = try await kept.store.move([.test(1)], to: .clipboard, .first)
    #expect(try await ids() == [1, 4, 3, 2].map(Entry.ID.test))
    _ = try await kept.store.move([.test(1), .test(4)], to: .clipboard, .last)
    #expect(try await ids() == [3, 2, 1, 4].map(Entry.ID.test))
    _ = try await kept.store.move([.test(4), .test(3)], to: .clipboard, .before(.test(1)))
    #expect(try await ids() == [2, 4, 3, 1].map(Entry.ID.test))
  }

  @Test func `a gap between two entries never runs out`() async throws {
    for number in 1...3 { try await put(.test(number, "\(number)")) }
    for _ in 0..<30 {
      _ = try await kept.store.move([.test(3)], to: .clipboard, .before(.test(1)))
      #expect(try await ids() == [2, 3, 1].map(Entry.ID.test))
      _ = try await kept.store.move([.test(2)], to: .clipboard, .before(.test(1)))
      #expect(try await ids() == [3, 2, 1].map(Entry.ID.test))
    }
  }

  @Test func `a copy stands for itself and shares the file`() async throws {
    try await put(try .test(1, fileOf: noise(50_000), in: kept))
    _ = try await kept.store.copy([(.test(1), .test(2))], to: work, .first)
    #expect(try kept.payloadNames().count == 1)
    _ = try await kept.store.remove([.test(1)])
    #expect(try kept.payloadNames().count == 1)
    #expect(try #require(try await kept.history.entry(.test(2))).entry.content() == noise(50_000))
    _ = try await kept.store.remove([.test(2)])
    #expect(try kept.payloadNames().isEmpty)
  }

  @Test func `nothing is changed if one of the entries is not there`() async throws {
    try await put(.test(1, "a"))
    await #expect(throws: StoreError.self) {
      _ = try await kept.store.remove([.test(1), .test(9)])
    }
    #expect(try await ids() == [.test(1)])
  }

  // MARK: What is current

  @Test func `of a user's board the newest is current`() async throws {
    try await put(.test(1, "a"), on: work)
    try await put(.test(2, "b"), on: work)
    #expect(
      try await kept.store.remove([.test(2)]) == [
        CurrentChange(board: work, former: .test(2), current: .test(1))
      ]
    )
    try await put(.test(3, "c"))
    #expect(
      try await kept.store.move([.test(3)], to: work, .last) == [
        CurrentChange(board: .clipboard, former: .test(3), current: nil)
      ]
    )
    #expect(
      try await kept.store.copy([(.test(3), .test(4))], to: work, .first) == [
        CurrentChange(board: work, former: .test(1), current: .test(4))
      ]
    )
  }

  @Test func `after a clear nothing is current until something is put on top`() async throws {
    try await put(.test(1, "a"), on: work)
    try await put(.test(2, "b"), on: work)
    try await kept.store.drop(.test(2), sparingPinned: true)
    #expect(try await kept.history.boards().first?.current == nil)
    #expect(try await kept.store.move([.test(1)], to: work, .last) == [])
    let raised = try await kept.store.move([.test(1)], to: work, .first)
    #expect(raised == [CurrentChange(board: work, former: nil, current: .test(1))])
  }

  @Test func `a pinned entry that is cleared stays in the list`() async throws {
    try await put(.test(1, "a", label: .init(isPinned: true)), on: work)
    try await kept.store.drop(.test(1), sparingPinned: true)
    #expect(try await ids(on: work) == [.test(1)])
    #expect(try await kept.history.boards().first?.current == nil)
  }

  // MARK: Boards

  @Test func `boards count what they keep`() async throws {
    try await put(.test(1, "four"), on: work)
    try await put(.test(2, "five!", label: .init(isPinned: true)), on: work)
    var boards = try await kept.history.boards()
    #expect(boards.map(\.board) == [work])
    #expect(boards.first?.entryCount == 2)
    #expect(boards.first?.byteCount == 9)
    #expect(boards.first?.pinnedCount == 1)
    try await kept.store.pin([.test(1), .test(2)], false)
    _ = try await kept.store.remove([.test(1)])
    boards = try await kept.history.boards()
    #expect(boards.first?.entryCount == 1)
    #expect(boards.first?.pinnedCount == 0)
  }

  @Test func `a board with pinned entries is removed by force only`() async throws {
    try await put(.test(1, "a", label: .init(isPinned: true)), on: work)
    try await put(.test(2, "b"), on: work)
    let mark = try await kept.store.mark()
    await #expect(throws: StoreError.self) {
      _ = try await kept.store.removeBoard(work, through: mark, withPinned: false)
    }
    #expect(try await ids(on: work).count == 2)
    #expect(try await kept.store.removeBoard(work, through: mark, withPinned: true))
    #expect(try await kept.history.boards().isEmpty)
    await #expect(throws: StoreError.self) {
      _ = try await kept.store.removeBoard(work, through: mark, withPinned: true)
    }
  }

  @Test func `names that only look alike are two boards`() async throws {
    let composed = try #require(BoardName("\u{E9}"))
    let decomposed = try #require(BoardName("e\u{301}"))
    try await put(.test(1, "a"), on: composed)
    try await put(.test(2, "b"), on: decomposed)
    #expect(try await ids(on: composed) == [.test(1)])
    #expect(try await ids(on: decomposed) == [.test(2)])
  }

  @Test func `nothing is made of what is only promised`() async throws {
    try await put(.test(1, [.test(.html, .promised(Promise { _ in }))]))
    await #expect(throws: StoreError.self) {
      _ = try await kept.store.copy([(.test(1), .test(2))], to: work, .first)
    }
    #expect(try await kept.history.boards().map(\.board) == [.clipboard])
  }

  @Test func `to move many before one moves few others`() async throws {
    let count = 6000
    try await kept.store.write { writing throws(StoreError) in
      let board = try writing.boardKey(.clipboard)
      for number in 0..<count { try writing.insert(.test(number, "\(number)"), on: board, nil) }
    }
    let target = Entry.ID.test(count / 2)
    // Enough for each, and not to move the three thousand that stand above even once for every twenty.
    try await kept.store.limitSteps(150 * 600)
    for number in 0..<150 {
      _ = try await kept.store.move([.test(number)], to: .clipboard, .before(target))
    }
    var query = HistoryQuery(board: .clipboard)
    query.limit = count
    var ids: [Entry.ID] = []
    repeat {
      let page = try await kept.history.page(query)
      ids += page.entries.map(\.id)
      query.after = page.end
    } while query.after != nil
    let moved = (0..<150).map(Entry.ID.test)
    let others = (150..<count).reversed().map(Entry.ID.test)
    let place = try #require(others.firstIndex(of: target))
    #expect(ids == others[..<place] + moved + others[place...])
  }

  @Test func `a copy ends when the original would`() async throws {
    let end = EntryEnd(deadline: .now + .seconds(1000), previous: nil)
    try await kept.store.put(.test(1, "a"), on: .clipboard, ending: end)
    _ = try await kept.store.copy([(.test(1), .test(2))], to: work, .first)
    #expect(try await kept.history.entry(.test(2))?.deadline == end.deadline)
    #expect(try await kept.history.summary(of: .test(2))?.expiry != nil)
  }

  @Test func `what is in a file that cannot be named is not read into a row`() async throws {
    try await put(try .test(1, fileOf: noise(50_000), in: kept))
    let stored = try #require(try await kept.history.entry(.test(1))).entry
    let again = Entry(id: .test(2), items: stored.items, time: 1)
    await #expect(throws: StoreError.self) { try await put(again) }
  }

  // MARK: Promises

  @Test(arguments: [nil, "given"]) func `what was promised is searched once it is there`(
    _ title: String?
  ) async throws {
    let promised = Representation(type: .utf8PlainText, payload: .promised(Promise { _ in }))
    try await put(.test(1, [promised], name: "n.txt", label: .init(title: title)))
    let bytes = Array("made at last\nand more".utf8)
    try await kept.store.fulfil(.test(1), item: 0, place: 0, with: .inline(bytes))
    for text in ["and more", "n.txt"] {
      var query = HistoryQuery(board: nil)
      query.search = text
      #expect(try await kept.history.page(query).entries.map(\.title) == [title ?? "made at last"])
    }
  }

  @Test func `what is promised is kept when it is there, and else forgotten`() async throws {
    let promise = Promise { _ in }
    let text = Representation(type: .utf8PlainText, payload: .inline([1]))
    try await put(.test(1, [text, .test(.html, .promised(promise))]))
    try await put(.test(2, [.test(.html, .promised(Promise { _ in }))]))
    #expect(try await kept.history.entry(.test(1))?.entry.items[0].types == [.utf8PlainText])
    try await kept.store.fulfil(.test(1), item: 0, place: 1, with: .inline([7, 8]))
    let found = try #require(try await kept.history.entry(.test(1)))
    #expect(found.entry.items[0].types == [.utf8PlainText, .html])
    #expect(try found.entry.items[0].representations[1].payload.bytes() == [7, 8])
    #expect(try await kept.history.boards().first?.byteCount == 3)
    // What is never made goes with its end, and at the next start at the latest.
    let after = try TestStore(in: try kept.crashed())
    _ = try await after.store.open()
    #expect(try await after.history.entry(.test(2))?.entry.id == nil)
    #expect(try await after.history.entry(.test(1)) != nil)
    try await kept.store.forgetPromises(of: .test(2))
    #expect(try await kept.history.entry(.test(2))?.entry.id == nil)
  }
}
