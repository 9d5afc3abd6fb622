import CoreTransferable
import Testing
import Wire

@testable import PasteboardClient

@Suite("Promise ledger")
struct PromiseLedgerTests {
  private static func place(_ index: Int) -> WantedContent {
    WantedContent(item: 0, representation: index)
  }

  private static func key(_ entry: String, _ index: Int) -> PromiseLedger.Key {
    PromiseLedger.Key(entry: entry, place: place(index))
  }

  /// Two entries; the one that was copied first has two promises.
  private static func ledger() -> PromiseLedger {
    var ledger = PromiseLedger()
    let first = [(place: place(0), type: UTType.json), (place: place(1), type: .html)]
    ledger.add(first, entry: "old", board: "clipboard")
    ledger.add([(place: place(0), type: .png)], entry: "new", board: "primary")
    return ledger
  }

  /// `#expect` takes no call that changes what it is made on.
  private func begin(
    _ entry: String,
    _ index: Int,
    in ledger: inout PromiseLedger,
    expected: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isBegun = ledger.begin(Self.key(entry, index))
    #expect(isBegun == expected, sourceLocation: sourceLocation)
  }

  @Test func `what is outstanding comes oldest first, in the order of preference`() {
    let outstanding = Self.ledger().outstanding
    #expect(outstanding.map(\.key) == [Self.key("old", 0), Self.key("old", 1), Self.key("new", 0)])
    #expect(outstanding.map(\.contentType) == [.json, .html, .png])
    #expect(outstanding.map(\.board) == ["clipboard", "clipboard", "primary"])
  }

  @Test func `a promise is begun once`() {
    var ledger = Self.ledger()
    begin("old", 1, in: &ledger)
    begin("old", 1, in: &ledger, expected: false)
    #expect(ledger.outstanding.count == 3, "what is being loaded is not kept yet")
  }

  @Test func `what is settled is not outstanding and not begun again`() {
    var ledger = Self.ledger()
    begin("old", 0, in: &ledger)
    ledger.settle(Self.key("old", 0))
    #expect(ledger.outstanding.map(\.key) == [Self.key("old", 1), Self.key("new", 0)])
    begin("old", 0, in: &ledger, expected: false)
    ledger.reopen(Self.key("old", 0))
    begin("old", 0, in: &ledger, expected: false)
  }

  @Test func `what was left can be begun again`() {
    var ledger = Self.ledger()
    begin("new", 0, in: &ledger)
    ledger.reopen(Self.key("new", 0))
    begin("new", 0, in: &ledger)
  }

  @Test func `an entry that has ended has no promises`() {
    var ledger = Self.ledger()
    begin("old", 0, in: &ledger)
    ledger.end(entry: "old")
    #expect(ledger.outstanding.map(\.key) == [Self.key("new", 0)])
    begin("old", 1, in: &ledger, expected: false)
    ledger.settle(Self.key("old", 0))
    ledger.end(entry: "nobody's")
    #expect(ledger.outstanding.count == 1)
  }
}
