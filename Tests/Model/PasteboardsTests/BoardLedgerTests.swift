import Pasteboards
import Testing

@Suite("The boards' ledger")
struct BoardLedgerTests {
  @Test
  func `changes are numbered across boards and counted for each`() throws {
    var ledger = BoardLedger()
    let notes = try #require(BoardName("notes"))
    ledger.record(.foreign(nil), on: .clipboard, at: 1)
    ledger.record(.ours(Entry.ID(rawValue: 7)), on: notes, at: 2)
    let last = ledger.record(.nobody, on: .clipboard, at: 3)
    #expect(last.changeCount == 2)
    #expect(last.sequence == 3)
    #expect(ledger[notes].changeCount == 1)
    #expect(ledger.changes(since: 0, of: []).map(\.board) == [notes, .clipboard])
    #expect(ledger.changes(since: 2, of: []).map(\.board) == [.clipboard])
    #expect(ledger.changes(since: 0, of: [notes]).map(\.sequence) == [2])
    #expect(ledger.all.map(\.board) == [.clipboard, notes, .primary, .secondary])
  }

  @Test
  func `what is known from before comes first, but for boards that have changed since`() throws {
    let (notes, work) = (try #require(BoardName("notes")), try #require(BoardName("work")))
    var ledger = BoardLedger()
    ledger.record(.foreign(nil), on: notes, at: 5)
    let former = [notes, work].map { board in
      BoardLedger.State(
        board: board,
        changeCount: 0,
        sequence: board == notes ? 40 : 41,
        holder: .ours(Entry.ID(rawValue: 1)),
        time: 1
      )
    }
    ledger.resume(after: 41, former)
    #expect(ledger[work] == former[1])
    #expect(ledger[notes].holder == .foreign(nil))
    #expect(ledger[notes].sequence == 42)
    #expect(ledger.sequence == 42)
    #expect(ledger.record(.nobody, on: work, at: 6).sequence == 43)
  }

  @Test
  func `a board that never changed is held by nobody`() {
    #expect(BoardLedger()[.primary].holder == .nobody)
    #expect(BoardLedger()[.primary].changeCount == 0)
  }

  @Test(arguments: ["", String(repeating: "n", count: 256), "a\nb", "a\0b", "\u{7F}"])
  func `a bad board name is refused`(name: String) {
    #expect(BoardName(name) == nil)
  }

  @Test
  func `board names are bytes`() {
    #expect(BoardName("é") != BoardName("e\u{301}"))
    #expect(BoardName(String(repeating: "n", count: 255)) != nil)
  }

  @Test
  func `an entry's id is sixteen digits`() {
    #expect(Entry.ID(rawValue: 0xAB).description == "00000000000000ab")
  }

  @Test
  func `inline payloads are read at any offset`() throws {
    let payload = Payload.inline([1, 2, 3, 4, 5])
    var bytes = [UInt8](repeating: 0, count: 3)
    let counts = try [0, 3, 5, 99, -1].map { offset in
      try bytes.withUnsafeMutableBytes { try payload.read(into: $0, at: offset) }
    }
    #expect(counts == [3, 2, 0, 0, 0])
    #expect(payload.byteCount == 5)
  }
}
