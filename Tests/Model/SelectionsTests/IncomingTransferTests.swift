import Selections
import Testing

@Suite("Incoming transfers") struct IncomingTransferTests {
  private typealias Action = IncomingTransfer.Action
  private typealias Slice = IncomingTransfer.Slice

  private func asked(_ target: TargetName = .utf8String, cap: Int = 10_000) -> IncomingTransfer {
    var transfer = IncomingTransfer(target: target, cap: cap)
    #expect(transfer.handle(.start) == [.ask, .setTimer(.answer)])
    return transfer
  }

  /// In INCR state, with the announcement read.
  private func announced(
    _ target: TargetName = .utf8String,
    cap: Int = 10_000,
    hint: UInt32? = 100
  ) -> IncomingTransfer {
    var transfer = asked(target, cap: cap)
    #expect(transfer.handle(.notified(isStored: true)) == [.read(offset: 0)])
    let announcement = Slice(
      type: .incr,
      elementBits: 32,
      byteCount: hint == nil ? 0 : 4,
      firstItem: hint
    )
    #expect(transfer.handle(.found(announcement)) == [.setTimer(.piece)])
    return transfer
  }

  private func piece(
    _ byteCount: Int,
    rest: Int = 0,
    type: TargetName = .utf8String,
    bits: Int = 8
  ) -> IncomingTransfer.Event {
    .found(
      Slice(type: type, elementBits: bits, byteCount: byteCount, remainingByteCount: rest)
    )
  }

  private func complete(_ byteCount: Int, _ type: TargetName = .utf8String) -> [Action] {
    [
      .stopTimer, .finish(.complete(type: type, elementBits: 8, byteCount: byteCount)), .release,
    ]
  }

  private func failed(_ failure: IncomingTransfer.Failure) -> [Action] {
    [.stopTimer, .finish(.failed(failure)), .release]
  }

  // MARK: One property

  @Test func `a reply in one property is read, handed on and done`() {
    var transfer = asked()
    #expect(transfer.handle(.notified(isStored: true)) == [.read(offset: 0)])
    #expect(
      transfer.handle(piece(5)) == [
        .begin(type: .utf8String, elementBits: 8, byteCountHint: 5), .append,
      ] + complete(5)
    )
  }

  @Test func `a large property is read in slices`() {
    var transfer = asked(cap: .max)
    _ = transfer.handle(.notified(isStored: true))
    #expect(
      transfer.handle(piece(1_048_576, rest: 4)) == [
        .begin(type: .utf8String, elementBits: 8, byteCountHint: 1_048_580), .append,
        .read(offset: 1_048_576),
      ]
    )
    #expect(transfer.handle(piece(4)) == [.append] + complete(1_048_580))
  }

  @Test func `an empty reply is empty content`() {
    var transfer = asked()
    _ = transfer.handle(.notified(isStored: true))
    #expect(
      transfer.handle(piece(0)) == [
        .begin(type: .utf8String, elementBits: 8, byteCountHint: 0)
      ] + complete(0)
    )
  }

  @Test func `property None is a refusal`() {
    var transfer = asked()
    #expect(transfer.handle(.notified(isStored: false)) == failed(.refused))
  }

  @Test func `a property that is not there breaks the protocol`() {
    var transfer = asked()
    _ = transfer.handle(.notified(isStored: true))
    #expect(transfer.handle(.found(.missing)) == failed(.broken(.noProperty)))
  }

  @Test func `a new value before the notification is not read`() {
    var transfer = asked()
    #expect(transfer.handle(.propertyChanged) == [])
    #expect(transfer.handle(.notified(isStored: true)) == [.read(offset: 0)])
  }

  @Test func `a property that changes between the slices is no content`() {
    var transfer = asked(cap: .max)
    _ = transfer.handle(.notified(isStored: true))
    _ = transfer.handle(piece(1_048_576, rest: 4))
    #expect(transfer.handle(piece(4, type: .string)) == failed(.broken(.changedType)))
  }

  @Test func `a property over the cap is deleted and not handed on`() {
    var transfer = asked(cap: 100)
    _ = transfer.handle(.notified(isStored: true))
    #expect(transfer.handle(piece(50, rest: 51)) == [.deleteProperty] + failed(.overCap))
  }

  // MARK: Types

  @Test(arguments: [
    ("TARGETS", "ATOM", 32, true), ("TARGETS", "TARGETS", 32, true),
    ("TARGETS", "UTF8_STRING", 8, false), ("TARGETS", "ATOM", 8, false),
    ("TIMESTAMP", "INTEGER", 32, true), ("TIMESTAMP", "UTF8_STRING", 8, false),
    ("UTF8_STRING", "STRING", 8, true), ("TEXT", "COMPOUND_TEXT", 8, true),
    ("text/plain", "UTF8_STRING", 8, true), ("TEXT", "image/png", 8, false),
    ("image/png", "image/png", 8, true), ("image/png", "UTF8_STRING", 8, false),
    ("text/html", "UTF8_STRING", 8, true), ("text/html", "STRING", 8, true),
    ("application/x-color", "application/x-color", 16, true),
  ])
  func `the type of the reply decides`(
    target: String,
    type: String,
    bits: Int,
    isTaken: Bool
  ) {
    var transfer = asked(TargetName(target))
    _ = transfer.handle(.notified(isStored: true))
    let actions = transfer.handle(piece(4, type: TargetName(type), bits: bits))
    if isTaken {
      #expect(actions.contains(.append))
    } else {
      #expect(actions == failed(.broken(.unexpectedType(TargetName(type)))))
    }
  }

  @Test func `a timestamp is one item`() {
    var transfer = asked(.timestamp)
    _ = transfer.handle(.notified(isStored: true))
    #expect(
      transfer.handle(piece(8, type: .integer, bits: 32))
        == failed(.broken(.unexpectedType(.integer)))
    )
  }

  // MARK: Pieces

  @Test func `pieces are taken until the empty one`() {
    var transfer = announced()
    #expect(transfer.handle(.propertyChanged) == [.read(offset: 0)])
    #expect(
      transfer.handle(piece(60)) == [
        .begin(type: .utf8String, elementBits: 8, byteCountHint: 100), .append, .setTimer(.piece),
      ]
    )
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(40)) == [.append, .setTimer(.piece)])
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(0)) == complete(100))
  }

  @Test func `the event about the announcement itself is no piece`() {
    var transfer = announced()
    #expect(transfer.handle(.propertyChanged) == [.read(offset: 0)])
    #expect(transfer.handle(.found(.missing)) == [])
    #expect(transfer.handle(.propertyChanged) == [.read(offset: 0)])
  }

  @Test func `a second notification changes nothing`() {
    var transfer = announced()
    #expect(transfer.handle(.notified(isStored: true)) == [])
    #expect(transfer.handle(.notified(isStored: false)) == [])
    #expect(transfer.handle(.propertyChanged) == [.read(offset: 0)])
  }

  @Test(arguments: [nil, 0, 1, 0xFFFF_FFFF] as [UInt32?])
  func `the announced length is only a hint`(hint: UInt32?) {
    var transfer = announced(hint: hint)
    _ = transfer.handle(.propertyChanged)
    let actions = transfer.handle(piece(10))
    let expected = hint.flatMap { $0 == 0 ? nil : Int($0) }
    #expect(
      actions.first == .begin(type: .utf8String, elementBits: 8, byteCountHint: expected)
    )
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(0)) == complete(10))
  }

  @Test func `an announcement with the end at once is empty content`() {
    var transfer = announced(hint: 0)
    _ = transfer.handle(.propertyChanged)
    #expect(
      transfer.handle(piece(0)) == [
        .begin(type: .utf8String, elementBits: 8, byteCountHint: nil)
      ] + complete(0)
    )
  }

  @Test func `a piece may be larger than one slice`() {
    var transfer = announced(cap: .max)
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(1_048_576, rest: 100)).last == .read(offset: 1_048_576))
    #expect(transfer.handle(piece(100)) == [.append, .setTimer(.piece)])
  }

  @Test func `pieces of another type than asked for are heard out and dropped`() {
    var transfer = announced("image/png")
    _ = transfer.handle(.propertyChanged)
    #expect(
      transfer.handle(piece(10)) == [
        .finish(.failed(.broken(.unexpectedType(.utf8String)))), .setTimer(.grace),
      ]
    )
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(piece(0, rest: 10)) == [.deleteProperty, .setTimer(.grace)])
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(piece(0)) == [.deleteProperty, .stopTimer, .release])
  }

  @Test func `a type that changes between pieces is no content`() {
    var transfer = announced()
    _ = transfer.handle(.propertyChanged)
    _ = transfer.handle(piece(10))
    _ = transfer.handle(.propertyChanged)
    #expect(
      transfer.handle(piece(10, type: .string)) == [
        .finish(.failed(.broken(.changedType))), .setTimer(.grace),
      ]
    )
  }

  @Test func `over the cap the owner is heard out and nothing is handed on`() {
    var transfer = announced(cap: 100)
    _ = transfer.handle(.propertyChanged)
    _ = transfer.handle(piece(60))
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(60)) == [.finish(.failed(.overCap)), .setTimer(.grace)])
    for _ in 0..<100 {
      #expect(transfer.handle(.propertyChanged) == [.peek])
      #expect(transfer.handle(piece(0, rest: 60)) == [.deleteProperty, .setTimer(.grace)])
    }
    _ = transfer.handle(.propertyChanged)
    #expect(transfer.handle(piece(0)) == [.deleteProperty, .stopTimer, .release])
  }

  // MARK: Silence

  @Test func `an owner that does not answer is given up and its window kept`() {
    var transfer = asked()
    #expect(
      transfer.handle(.timedOut) == [
        .finish(.failed(.timedOut(.answer))), .unblock, .setTimer(.grace),
      ]
    )
    #expect(transfer.handle(.timedOut) == [.retire])
  }

  @Test func `a late answer is taken away`() {
    var transfer = asked()
    _ = transfer.handle(.timedOut)
    #expect(transfer.handle(.notified(isStored: true)) == [.peek])
    #expect(transfer.handle(piece(0, rest: 5)) == [.deleteProperty, .stopTimer, .release])
  }

  @Test func `a late announcement is heard out`() {
    var transfer = asked()
    _ = transfer.handle(.timedOut)
    _ = transfer.handle(.notified(isStored: true))
    #expect(
      transfer.handle(piece(0, rest: 4, type: .incr, bits: 32)) == [
        .deleteProperty, .setTimer(.grace),
      ]
    )
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(.found(.missing)) == [])
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(piece(0)) == [.deleteProperty, .stopTimer, .release])
  }

  @Test func `an owner that stalls is given up and heard out if it goes on`() {
    var transfer = announced()
    _ = transfer.handle(.propertyChanged)
    _ = transfer.handle(piece(60))
    #expect(
      transfer.handle(.timedOut) == [
        .finish(.failed(.timedOut(.piece))), .unblock, .setTimer(.grace),
      ]
    )
    #expect(transfer.handle(.timedOut) == [.retire])
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(piece(0)) == [.deleteProperty, .stopTimer, .release])
  }

  @Test func `progress starts the wait anew`() {
    var transfer = announced()
    for _ in 0..<5 {
      #expect(transfer.handle(.propertyChanged) == [.read(offset: 0)])
      #expect(transfer.handle(piece(10)).last == .setTimer(.piece))
    }
  }

  @Test func `a cancelled conversion is over for its caller and heard out`() {
    var transfer = announced()
    _ = transfer.handle(.propertyChanged)
    _ = transfer.handle(piece(60))
    #expect(
      transfer.handle(.cancelled) == [.finish(.failed(.cancelled)), .setTimer(.grace)]
    )
    #expect(transfer.handle(.cancelled) == [])
    #expect(transfer.handle(.propertyChanged) == [.peek])
    #expect(transfer.handle(.found(.missing)) == [])
    // Nobody may ask this owner anything until it is through or silent for long.
    #expect(transfer.handle(.timedOut) == [.unblock, .setTimer(.grace)])
  }

  @Test func `a conversion cancelled before its answer takes the answer away`() {
    var transfer = asked()
    #expect(
      transfer.handle(.cancelled) == [.finish(.failed(.cancelled)), .setTimer(.answer)]
    )
    #expect(transfer.handle(.notified(isStored: false)) == [.stopTimer, .release])
  }

  @Test func `an owner that is gone ends the wait at once`() {
    var fresh = asked()
    #expect(fresh.handle(.ownerGone) == failed(.ownerGone))
    var running = announced()
    _ = running.handle(.propertyChanged)
    _ = running.handle(piece(60))
    #expect(running.handle(.ownerGone) == failed(.ownerGone))
    #expect(running.handle(.propertyChanged) == [])
  }
}
