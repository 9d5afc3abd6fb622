import Pasteboards
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Entries that arrive", .timeLimit(.minutes(4)))
struct ArrivalTests {
  private let notes: BoardName

  init() throws { notes = try #require(BoardName("notes")) }

  private func arriving(
    _ number: Int,
    on board: BoardName = .clipboard,
    after predecessor: Int? = nil,
    expiry: Double? = nil
  ) -> ArrivingEntry {
    ArrivingEntry(
      entry: .test(number, "\(number)"),
      board: board,
      expiry: expiry,
      predecessor: predecessor.map(Entry.ID.test)
    )
  }

  private func titles(_ kept: TestStore, on board: BoardName = .clipboard) async throws -> [String]
  {
    try await kept.history.page(HistoryQuery(board: board)).entries.map(\.title)
  }

  private func current(_ kept: TestStore, of board: BoardName) async throws -> Entry.ID? {
    try await kept.history.boards().first { $0.board == board }?.current
  }

  @Test func `entries stand in the order in which they come, also when some were there`()
    async throws
  {
    let kept = try TestStore()
    // What was moved stands out of the order of its time.
    _ = try await kept.store.take([arriving(5), arriving(3, after: 5)])
    let arrival = try await kept.store.take([
      arriving(5), arriving(3, after: 5), arriving(4, after: 3),
    ])
    #expect(arrival.taken == 1 && arrival.known == 2)
    #expect(try await titles(kept) == ["4", "3", "5"])
  }

  @Test func `what is older stands below what is there`() async throws {
    let kept = try TestStore()
    for number in [2, 6] { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    _ = try await kept.store.take([
      arriving(1), arriving(4, after: 1), arriving(5, after: 4), arriving(8, after: 5),
    ])
    #expect(try await titles(kept) == ["8", "6", "5", "4", "2", "1"])
    #expect(try await current(kept, of: .clipboard) == .test(6))
  }

  @Test func `many stand between two that are there`() async throws {
    let kept = try TestStore()
    for number in [0, 5000] { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    _ = try await kept.store.take((1...3000).map { arriving($0, after: $0 - 1) })
    let titles = try await kept.history.page(HistoryQuery(board: .clipboard)).entries.map(\.title)
    #expect(titles == ["5000"] + (2002...3000).reversed().map { "\($0)" })
  }

  @Test func `the newest becomes current on a user's board, unless it was cleared`() async throws {
    let kept = try TestStore()
    _ = try await kept.store.take([arriving(1, on: notes), arriving(2, on: notes, after: 1)])
    #expect(try await current(kept, of: notes) == .test(2))
    _ = try await kept.store.take([arriving(3)])
    #expect(try await current(kept, of: .clipboard) == nil)
    try await kept.store.setCurrent(nil, of: notes)
    _ = try await kept.store.take([arriving(4, on: notes)])
    #expect(try await current(kept, of: notes) == nil)
  }

  @Test func `one whose time is over stays out, and one that has some left ends`() async throws {
    let kept = try TestStore()
    let later = Double(StoreTime.now.wall) / 1e6 + 1000
    let arrival = try await kept.store.take([
      arriving(1, on: notes, expiry: 1_700_000_000), arriving(2, expiry: later),
      arriving(3, expiry: 253_402_300_799),
    ])
    #expect(arrival.taken == 2 && arrival.expired == 1)
    #expect(try await kept.history.boards().map(\.board) == [.clipboard])
    let expiry = try await kept.history.summary(of: .test(2))?.expiry
    #expect(expiry.map { abs($0 - later) < 1 } == true)
    #expect(try await kept.store.nextDeadline() != nil)
  }

  @Test func `limits remove what is oldest, whoever brought it`() async throws {
    let kept = try TestStore(limits: [RetentionLimit(entries: 3)])
    for number in [5, 6] { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    let arrival = try await kept.store.take([
      arriving(1), arriving(2, after: 1), arriving(7, after: 2),
    ])
    #expect(arrival.removed == 2)
    #expect(try await titles(kept) == ["7", "6", "5"])
  }

  @Test func `an export goes page by page, and knows what was there when it began`() async throws {
    let kept = try TestStore()
    for number in 1...600 { try await kept.store.put(.test(number, "\(number)"), on: .clipboard) }
    let last = try await kept.history.lastKey()
    try await kept.store.put(.test(601, "601"), on: .clipboard)
    _ = try await kept.store.remove([.test(300)])
    var (found, end): ([String], ArchivePage.End?) = ([], nil)
    repeat {
      let page = try await kept.history.archivePage(of: .clipboard, after: end, upTo: last)
      #expect(page.entries.count <= ArchivePage.mostEntries)
      found += page.entries.map(\.title)
      end = page.end
    } while end != nil
    #expect(found == (1...600).filter { $0 != 300 }.map { "\($0)" })
  }
}
