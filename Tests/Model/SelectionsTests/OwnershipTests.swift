import Selections
import Testing

@Suite("Selection ownership") struct OwnershipTests {
  private typealias Action = SelectionOwnership.Action

  /// Owns the selection with an offer of this id and text.
  private func owning(
    _ id: UInt64,
    at time: UInt32,
    _ offer: SelectionOffer = .text("one")
  ) -> SelectionOwnership {
    var ownership = SelectionOwnership()
    claim(id, at: time, offer, in: &ownership)
    return ownership
  }

  private func claim(
    _ id: UInt64,
    at time: UInt32,
    _ offer: SelectionOffer = .text("more"),
    in ownership: inout SelectionOwnership
  ) {
    _ = ownership.handle(.want(id: id, offer))
    _ = ownership.handle(.time(.at(time)))
    _ = ownership.handle(.ownerChecked(isOurs: true))
  }

  @Test func `a claim asks the clock, claims, looks and is confirmed`() {
    var ownership = SelectionOwnership()
    #expect(ownership.handle(.want(id: 7, .text("a"))) == [.askTime])
    #expect(ownership.handle(.time(.at(100))) == [.claim(.at(100)), .checkOwner])
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [.confirmed(id: 7, .at(100))]
    )
    #expect(ownership.generation(at: .at(100))?.id == 7)
  }

  @Test func `a claim that the server ignored fails after a second look`() {
    var ownership = SelectionOwnership()
    _ = ownership.handle(.want(id: 7, .text("a")))
    _ = ownership.handle(.time(.at(100)))
    #expect(ownership.handle(.ownerChecked(isOurs: false)) == [.checkOwner])
    #expect(ownership.handle(.ownerChecked(isOurs: false)) == [.failed(id: 7, .claimLost)])
    #expect(ownership.generation(at: .currentTime) == nil)
  }

  @Test(arguments: [false, true])
  func `a claim that was overtaken at once was owned, then lost`(isSecondLook: Bool) {
    var ownership = SelectionOwnership()
    _ = ownership.handle(.want(id: 7, .text("a")))
    _ = ownership.handle(.time(.at(100)))
    if isSecondLook { _ = ownership.handle(.ownerChecked(isOurs: false)) }
    #expect(ownership.handle(.cleared(.at(103))) == [])
    #expect(
      ownership.handle(.ownerChecked(isOurs: false)) == [
        .confirmed(id: 7, .at(100)), .rememberForAWhile(id: 7), .lost(id: 7),
      ]
    )
    #expect(ownership.generation(at: .currentTime) == nil)
    #expect(ownership.generation(at: .at(101))?.id == 7)
  }

  @Test func `a clear that may be about what was before is looked into`() {
    var ownership = owning(1, at: 99)
    _ = ownership.handle(.want(id: 2, .text("two")))
    _ = ownership.handle(.time(.at(100)))
    // Another client claimed in our millisecond: before us, or after us and after our look.
    _ = ownership.handle(.cleared(.at(100)))
    #expect(ownership.handle(.ownerChecked(isOurs: true)) == [.checkOwner])
    var before = ownership
    #expect(
      before.handle(.ownerChecked(isOurs: true)) == [
        .lost(id: 1), .confirmed(id: 2, .at(100)),
      ]
    )
    #expect(
      ownership.handle(.ownerChecked(isOurs: false)) == [
        .lost(id: 1), .confirmed(id: 2, .at(100)), .rememberForAWhile(id: 2), .lost(id: 2),
      ]
    )
  }

  @Test func `requests are served before the claim is confirmed`() {
    var ownership = SelectionOwnership()
    _ = ownership.handle(.want(id: 7, .text("a")))
    _ = ownership.handle(.time(.at(100)))
    #expect(ownership.generation(at: .currentTime)?.id == 7)
  }

  @Test func `new content is claimed with a strictly later time`() {
    var ownership = owning(1, at: 100)
    #expect(ownership.handle(.want(id: 2, .text("two"))) == [.askTime])
    #expect(ownership.handle(.time(.at(100))) == [.askTime])
    #expect(
      ownership.handle(.time(.at(101))) == [
        .rememberForAWhile(id: 1), .claim(.at(101)), .checkOwner,
      ]
    )
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [
        .lost(id: 1), .confirmed(id: 2, .at(101)),
      ]
    )
  }

  @Test func `a request between two claims gets the older content, never the newer`() {
    var ownership = owning(1, at: 100)
    claim(2, at: 200, in: &ownership)
    #expect(ownership.generation(at: .at(150))?.id == 1)
    #expect(ownership.generation(at: .at(200))?.id == 2)
    #expect(ownership.generation(at: .currentTime)?.id == 2)
    #expect(ownership.generation(at: .at(99)) == nil)
    _ = ownership.handle(.forget(id: 1))
    #expect(ownership.generation(at: .at(150)) == nil)
  }

  @Test func `a stale request is refused and one without a time is served`() {
    let ownership = owning(1, at: 100)
    #expect(ownership.generation(at: .at(99)) == nil)
    #expect(ownership.generation(at: .at(100))?.id == 1)
    #expect(ownership.generation(at: .currentTime)?.id == 1)
  }

  @Test func `times are compared over the wrap of the clock`() {
    var ownership = owning(1, at: 0xFFFF_FFF0)
    #expect(ownership.generation(at: .at(0x10))?.id == 1)
    #expect(ownership.generation(at: .at(0xFFFF_FFE0)) == nil)
    claim(2, at: 0x10, in: &ownership)
    #expect(ownership.generation(at: .at(0x11))?.id == 2)
  }

  @Test(arguments: [UInt32(100), 101])
  func `another client's claim of the same time or later ends ours`(time: UInt32) {
    var ownership = owning(1, at: 100)
    #expect(ownership.handle(.cleared(.at(time))) == [.rememberForAWhile(id: 1), .lost(id: 1)])
    #expect(ownership.generation(at: .currentTime) == nil)
  }

  @Test func `a clear that is older than our claim is about what was before`() {
    var ownership = owning(1, at: 100)
    #expect(ownership.handle(.cleared(.at(99))) == [])
    #expect(ownership.generation(at: .currentTime)?.id == 1)
  }

  @Test func `a request that came late is served from before the clear`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.cleared(.at(200)))
    #expect(ownership.generation(at: .at(150))?.id == 1)
    #expect(ownership.generation(at: .at(200)) == nil)
    #expect(ownership.generation(at: .at(201)) == nil)
    #expect(ownership.generation(at: .currentTime) == nil)
  }

  @Test func `a secret is not remembered`() {
    var ownership = owning(1, at: 100, .text("hunter2", isSensitive: true))
    #expect(ownership.handle(.cleared(.at(200))) == [.lost(id: 1)])
    #expect(ownership.generation(at: .at(150)) == nil)
  }

  @Test func `giving up looks first and uses the time of the claim`() {
    var ownership = owning(1, at: 100)
    #expect(ownership.handle(.withdraw(id: 1)) == [.lost(id: 1), .checkOwner])
    #expect(ownership.generation(at: .currentTime) == nil)
    #expect(ownership.handle(.ownerChecked(isOurs: true)) == [.disown(.at(100))])
    // The server tells us of our own None.
    #expect(ownership.handle(.cleared(.at(100))) == [])
  }

  @Test func `giving up leaves a newer owner alone`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.withdraw(id: 1))
    #expect(ownership.handle(.cleared(.at(100))) == [])
    #expect(ownership.handle(.ownerChecked(isOurs: false)) == [])
  }

  @Test func `giving up what is not held does nothing`() {
    var ownership = owning(1, at: 100)
    #expect(ownership.handle(.withdraw(id: 2)) == [])
    #expect(ownership.generation(at: .currentTime)?.id == 1)
  }

  @Test func `a claim withdrawn on its way is finished and taken back`() {
    var ownership = SelectionOwnership()
    _ = ownership.handle(.want(id: 7, .text("a")))
    _ = ownership.handle(.time(.at(100)))
    #expect(ownership.handle(.withdraw(id: 7)) == [])
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [
        .confirmed(id: 7, .at(100)), .lost(id: 7), .checkOwner,
      ]
    )
    #expect(ownership.handle(.ownerChecked(isOurs: true)) == [.disown(.at(100))])
  }

  @Test func `a wish withdrawn before its claim is never claimed`() {
    var ownership = SelectionOwnership()
    _ = ownership.handle(.want(id: 7, .text("a")))
    #expect(ownership.handle(.withdraw(id: 7)) == [.failed(id: 7, .withdrawn)])
    #expect(ownership.handle(.time(.at(100))) == [])
    #expect(ownership.handle(.want(id: 8, .text("b"))) == [.askTime])
  }

  @Test func `what was given up does not stay ours when its successor is withdrawn`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.want(id: 2, .text("two")))
    #expect(ownership.handle(.withdraw(id: 1)) == [.lost(id: 1)])
    #expect(ownership.handle(.withdraw(id: 2)) == [.failed(id: 2, .withdrawn)])
    #expect(ownership.handle(.time(.at(101))) == [.checkOwner])
    #expect(ownership.handle(.ownerChecked(isOurs: true)) == [.disown(.at(100))])
  }

  @Test func `claims are made in the order of the wishes`() {
    var ownership = SelectionOwnership()
    #expect(ownership.handle(.want(id: 1, .text("a"))) == [.askTime])
    #expect(ownership.handle(.want(id: 2, .text("b"))) == [])
    _ = ownership.handle(.time(.at(100)))
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [.confirmed(id: 1, .at(100)), .askTime]
    )
    _ = ownership.handle(.time(.at(101)))
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [
        .lost(id: 1), .confirmed(id: 2, .at(101)),
      ]
    )
  }

  @Test func `offering again what is held does not lose it`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.want(id: 1, .text("one")))
    _ = ownership.handle(.time(.at(101)))
    #expect(
      ownership.handle(.ownerChecked(isOurs: true)) == [.confirmed(id: 1, .at(101))]
    )
  }

  @Test func `without a server every claim fails at once`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.want(id: 2, .text("two")))
    #expect(ownership.handle(.disconnected) == [.failed(id: 2, .disconnected)])
    #expect(ownership.handle(.want(id: 3, .text("x"))) == [.failed(id: 3, .disconnected)])
    #expect(ownership.generation(at: .currentTime) == nil)
  }

  @Test func `a new server gets what the old one had`() {
    var ownership = owning(1, at: 5_000)
    _ = ownership.handle(.disconnected)
    #expect(ownership.handle(.connected(isOwned: false)) == [.askTime])
    // The clock of another server may be earlier.
    #expect(ownership.handle(.time(.at(10))) == [.claim(.at(10)), .checkOwner])
    #expect(ownership.handle(.ownerChecked(isOurs: true)) == [])
    #expect(ownership.generation(at: .currentTime)?.id == 1)
  }

  @Test func `a new server's owner is left alone`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.disconnected)
    #expect(ownership.handle(.connected(isOwned: true)) == [.lost(id: 1)])
  }

  @Test func `what was withdrawn without a server does not come back`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.disconnected)
    #expect(ownership.handle(.withdraw(id: 1)) == [.lost(id: 1)])
    #expect(ownership.handle(.connected(isOwned: false)) == [])
  }

  @Test func `a server that goes twice does not cost the content`() {
    var ownership = owning(1, at: 100)
    _ = ownership.handle(.disconnected)
    _ = ownership.handle(.connected(isOwned: false))
    _ = ownership.handle(.time(.at(10)))
    #expect(ownership.handle(.disconnected) == [])
    #expect(ownership.handle(.connected(isOwned: false)) == [.askTime])
  }

  @Test func `a generation outlives the ownership for whoever holds it`() throws {
    var ownership = owning(1, at: 100)
    let held = try #require(ownership.generation(at: .at(100)))
    _ = ownership.handle(.cleared(.at(200)))
    _ = ownership.handle(.forget(id: 1))
    #expect(ownership.generation(at: .at(150)) == nil)
    #expect(try held.offer.text(of: .utf8String) == "one")
  }
}
