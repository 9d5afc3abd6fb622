import Pasteboards
import Selections
import Testing

@Suite("Sizes of transfers") struct TransferSizesTests {
  @Test func `an ordinary server sets no bound of its own`() {
    let sizes = TransferSizes(maximumRequestByteCount: 16_777_212)
    #expect(sizes.threshold == 262_144)
    #expect(sizes.piece == 393_216)
    #expect(!sizes.needsPieces(byteCount: 262_144))
    #expect(sizes.needsPieces(byteCount: 262_145))
  }

  @Test func `a server without big requests bounds both`() {
    let sizes = TransferSizes(maximumRequestByteCount: 262_140)
    #expect(sizes.threshold == 262_112)
    #expect(sizes.piece == 262_112)
  }
}

@Suite("Outgoing transfers") struct OutgoingTransferTests {
  private let sizes = TransferSizes(maximumRequestByteCount: 16_777_212)

  private func transfer(
    _ byteCount: Int,
    _ bits: Representation.ElementBits = .eight
  ) -> OutgoingTransfer {
    OutgoingTransfer(byteCount: byteCount, elementBits: bits, sizes: sizes)
  }

  @Test func `events are selected before the announcement`() {
    var transfer = transfer(262_145)
    #expect(
      transfer.handle(.start) == [.watch, .announce(lowerBound: 262_145), .restartTimer]
    )
  }

  @Test(arguments: [(0, UInt32(1)), (1, 1), (1 << 40, .max)])
  func `the lower bound is positive and fits`(byteCount: Int, bound: UInt32) {
    var transfer = transfer(byteCount)
    #expect(transfer.handle(.start).contains(.announce(lowerBound: bound)))
  }

  @Test func `each deletion brings a piece, then the end, then nothing`() {
    var transfer = transfer(400_000)
    _ = transfer.handle(.start)
    #expect(transfer.handle(.deleted) == [.write(offset: 0, byteCount: 393_216), .restartTimer])
    #expect(
      transfer.handle(.deleted) == [.write(offset: 393_216, byteCount: 6_784), .restartTimer]
    )
    #expect(transfer.handle(.deleted) == [.terminate, .restartTimer])
    #expect(transfer.handle(.deleted) == [.unwatch, .end(.completed)])
    #expect(transfer.handle(.deleted) == [])
  }

  @Test(arguments: [Representation.ElementBits.sixteen, .thirtyTwo])
  func `an element never lies across two pieces`(bits: Representation.ElementBits) {
    let odd = TransferSizes(maximumRequestByteCount: 262_141)
    let transfer = OutgoingTransfer(byteCount: 1_200_000, elementBits: bits, sizes: odd)
    var running = transfer
    _ = running.handle(.start)
    var next = 0
    while case .write(let offset, let count)? = running.handle(.deleted).first {
      #expect(offset == next)
      #expect(count % bits.byteCount == 0)
      next += count
    }
    #expect(next == 1_200_000)
  }

  @Test(arguments: [
    (OutgoingTransfer.Event.expired, OutgoingTransfer.Ending.expired),
    (.requestorGone, .requestorGone), (.unreadable, .unreadable), (.replaced, .replaced),
  ])
  func `a transfer can end before its end`(
    event: OutgoingTransfer.Event,
    ending: OutgoingTransfer.Ending
  ) {
    var transfer = transfer(1_000_000)
    _ = transfer.handle(.start)
    _ = transfer.handle(.deleted)
    #expect(transfer.handle(event) == [.unwatch, .end(ending)])
    #expect(transfer.handle(.deleted) == [])
  }

  @Test func `content that is being made is written as far as it is there`() {
    var transfer = OutgoingTransfer(
      byteCount: 3,
      isComplete: false,
      elementBits: .eight,
      sizes: sizes
    )
    #expect(transfer.handle(.start).contains(.announce(lowerBound: 3)))
    #expect(transfer.handle(.deleted) == [.write(offset: 0, byteCount: 3), .restartTimer])
    #expect(transfer.handle(.grown(byteCount: 400_000, isComplete: false)) == [])
    #expect(transfer.handle(.deleted) == [.write(offset: 3, byteCount: 393_216), .restartTimer])
    #expect(transfer.handle(.deleted) == [.write(offset: 393_219, byteCount: 6781), .restartTimer])
    #expect(transfer.handle(.deleted) == [.awaitMore(than: 400_000)])
    // The property is gone, and the requestor rests for our sake.
    for event in [OutgoingTransfer.Event.deleted, .expired] {
      #expect(transfer.handle(event) == [])
    }
    #expect(
      transfer.handle(.grown(byteCount: 400_000, isComplete: false)) == [.awaitMore(than: 400_000)]
    )
    #expect(
      transfer.handle(.grown(byteCount: 400_001, isComplete: true))
        == [.write(offset: 400_000, byteCount: 1), .restartTimer]
    )
    #expect(transfer.handle(.deleted) == [.terminate, .restartTimer])
    #expect(transfer.handle(.deleted) == [.unwatch, .end(.completed)])
  }

  @Test func `content that has ended when all was taken needs no more piece`() {
    var transfer = OutgoingTransfer(
      byteCount: 1,
      isComplete: false,
      elementBits: .eight,
      sizes: sizes
    )
    for event in [OutgoingTransfer.Event.start, .deleted, .deleted] { _ = transfer.handle(event) }
    #expect(
      transfer.handle(.grown(byteCount: 1, isComplete: true)) == [.terminate, .restartTimer]
    )
  }

  @Test(arguments: [
    (OutgoingTransfer.Event.requestorGone, OutgoingTransfer.Ending.requestorGone),
    (.unreadable, .unreadable), (.replaced, .replaced),
  ])
  func `a transfer that waits for more can end`(
    event: OutgoingTransfer.Event,
    ending: OutgoingTransfer.Ending
  ) {
    var transfer = OutgoingTransfer(
      byteCount: 1,
      isComplete: false,
      elementBits: .eight,
      sizes: sizes
    )
    for event in [OutgoingTransfer.Event.start, .deleted, .deleted] { _ = transfer.handle(event) }
    #expect(transfer.handle(event) == [.unwatch, .end(ending)])
  }

  @Test func `a reader that stops at the last deletion did not complete`() {
    var transfer = transfer(300_000)
    _ = transfer.handle(.start)
    _ = transfer.handle(.deleted)
    #expect(transfer.handle(.deleted).first == .terminate)
    #expect(transfer.handle(.requestorGone).last == .end(.requestorGone))
  }
}

@Suite("The table of outgoing transfers") struct OutgoingTransfersTests {
  private let sizes = TransferSizes(maximumRequestByteCount: 16_777_212)

  private func place(_ window: UInt32, _ property: UInt32) throws -> PropertyPlace {
    PropertyPlace(
      window: WindowID(rawValue: window),
      property: try #require(PropertyID(rawValue: property))
    )
  }

  private func begin(
    _ table: inout OutgoingTransfers,
    _ place: PropertyPlace
  ) -> [OutgoingTransfers.Action]? {
    table.begin(at: place, byteCount: 500_000, elementBits: .eight, sizes: sizes)
  }

  /// Deletes until the transfer is over.
  private func finish(
    _ table: inout OutgoingTransfers,
    _ place: PropertyPlace
  ) -> [OutgoingTransfers.Action] {
    var last: [OutgoingTransfers.Action] = []
    for _ in 0..<4 { last = table.handle(.deleted, at: place) }
    return last
  }

  @Test func `a window is watched as long as it has transfers`() throws {
    var table = OutgoingTransfers()
    let (one, two) = (try place(1, 11), try place(1, 12))
    #expect(begin(&table, one)?.first == .watch(one.window))
    #expect(begin(&table, two)?.first == .announce(two, lowerBound: 500_000))
    #expect(finish(&table, one) == [.end(one, .completed)])
    #expect(finish(&table, two) == [.unwatch(two.window), .end(two, .completed)])
    #expect(table.count == 0)
  }

  @Test func `one property name on two windows is two transfers`() throws {
    var table = OutgoingTransfers()
    let (one, two) = (try place(1, 11), try place(2, 11))
    _ = begin(&table, one)
    _ = begin(&table, two)
    #expect(
      table.handle(.deleted, at: one).first == .write(one, offset: 0, byteCount: 393_216)
    )
    #expect(
      table.handle(.deleted, at: two).first == .write(two, offset: 0, byteCount: 393_216)
    )
  }

  @Test func `a newer request at the same place replaces the older`() throws {
    var table = OutgoingTransfers()
    let place = try place(1, 11)
    _ = begin(&table, place)
    _ = table.handle(.deleted, at: place)
    #expect(
      begin(&table, place) == [
        .end(place, .replaced), .announce(place, lowerBound: 500_000), .restartTimer(place),
      ]
    )
    #expect(
      table.handle(.deleted, at: place).first == .write(place, offset: 0, byteCount: 393_216)
    )
    #expect(table.count == 1)
  }

  @Test func `a window that is gone takes its transfers along, silently`() throws {
    var table = OutgoingTransfers()
    let (one, two, other) = (try place(1, 11), try place(1, 12), try place(2, 11))
    for place in [one, two, other] { _ = begin(&table, place) }
    let actions = table.windowGone(one.window)
    #expect(actions.count == 2)
    #expect(actions.contains(.end(one, .requestorGone)))
    #expect(actions.contains(.end(two, .requestorGone)))
    #expect(table.count == 1)
    #expect(begin(&table, one)?.first == .watch(one.window))
  }

  @Test func `one too many is refused and the others go on`() throws {
    var table = OutgoingTransfers(limit: 2)
    let (one, two, three) = (try place(1, 1), try place(2, 2), try place(3, 3))
    #expect(begin(&table, one) != nil)
    #expect(begin(&table, two) != nil)
    #expect(begin(&table, three) == nil)
    #expect(begin(&table, two) != nil)
    #expect(finish(&table, one).last == .end(one, .completed))
    #expect(begin(&table, three) != nil)
  }

  @Test func `a stuck transfer ends alone`() throws {
    var table = OutgoingTransfers()
    let (one, two) = (try place(1, 1), try place(2, 2))
    _ = begin(&table, one)
    _ = begin(&table, two)
    #expect(
      table.handle(.expired, at: one) == [.unwatch(one.window), .end(one, .expired)]
    )
    #expect(finish(&table, two).last == .end(two, .completed))
  }

  @Test func `an event about nothing that runs does nothing`() throws {
    var table = OutgoingTransfers()
    #expect(table.handle(.deleted, at: try place(1, 1)) == [])
    #expect(table.windowGone(WindowID(rawValue: 1)) == [])
  }
}
