import TestSupport
import Testing
import XCB

@Suite("Events", .timeLimit(.minutes(4))) struct EventTests {
  @Test func `a zero-length append brings the server's time and leaves the property empty`() throws
  {
    let client = try Client(XServer.shared())
    let first = try client.timestamp()
    let second = try client.timestamp()
    #expect(first != .current)
    #expect(!first.isLater(than: second))
    let property = try client.connection.property(
      try client.atom("TEST_TIMESTAMP"),
      of: client.window,
      byteCount: 4
    )
    #expect(property.exists == true)
    #expect(property.byteCount == 0)
  }

  @Test func `a property's change and deletion are told, and a second deletion is not`() throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    try client.connection.changeProperty(property, of: client.window, type: .string, bytes: [1])
    client.connection.deleteProperty(property, of: client.window)
    client.connection.deleteProperty(property, of: client.window)
    let changes = try client.drain().compactMap { event -> PropertyNotify.Change? in
      guard case .propertyNotify(let notify) = event, notify.window == client.window,
        notify.property == property
      else { return nil }
      return notify.change
    }
    #expect(changes == [.newValue, .deleted])
  }

  @Test func `a foreign window's destruction is told once, without its properties`() throws {
    let server = try XServer.shared()
    let one = try Client(server)
    let two = try Client(server)
    try two.connection.changeProperty(
      try two.atom("P"),
      of: two.window,
      type: .string,
      bytes: [1]
    )
    try two.connection.sync()
    one.connection.selectEvents([.structureNotify, .propertyChange], of: two.window)
    try one.connection.sync()
    two.connection.destroy(two.window)
    try two.connection.sync()
    #expect(
      try one.drain() == [.destroyNotify(DestroyNotify(window: two.window, isSynthetic: false))]
    )
  }

  @Test func `a message arrives as it was sent, marked as another client's`() throws {
    let server = try XServer.shared()
    let one = try Client(server)
    let two = try Client(server)
    let type = try one.atom("A_MESSAGE")
    try two.connection.sync()
    one.connection.send(
      ClientMessage(window: two.window, type: type, words: [1, 2, 3, .max]),
      to: two.window
    )
    one.connection.send(
      ClientMessage(
        window: two.window,
        type: type,
        format: 8,
        data: [UInt8](repeating: 9, count: 30)
      ),
      to: two.window
    )
    try one.connection.sync()
    let messages = try two.drain().compactMap { event -> ClientMessage? in
      if case .clientMessage(let message) = event { message } else { nil }
    }
    try #require(messages.count == 2)
    #expect(messages[0].words == [1, 2, 3, .max, 0])
    #expect(messages[0].format == 32)
    #expect(messages[0].type == type)
    #expect(messages[0].window == two.window)
    #expect(messages[0].isSynthetic)
    #expect(messages[1].data == [UInt8](repeating: 9, count: 20))
    #expect(messages[1].format == 8)
  }

  @Test(arguments: 2...127)
  func `any event that another client forges is read without trouble`(code: Int) throws {
    let server = try XServer.shared()
    let one = try Client(server)
    let two = try Client(server)
    try two.connection.enableXFixes()
    try two.connection.sync()
    one.connection.send(
      [UInt8(code)] + [UInt8](repeating: 0xFF, count: 31),
      to: two.window
    )
    try one.connection.sync()
    // Codes that belong to no extension are BadValue for the forger.
    for event in try two.drain() {
      switch event {
      case .selectionRequest(let request): #expect(request.isSynthetic)
      case .selectionClear(let clear): #expect(clear.isSynthetic)
      case .ownerChange(let change): Issue.record("subtype 255 read as \(change)")
      default: break
      }
    }
  }

  @Test func `waiting for an event that does not come ends in time`() throws {
    let client = try Client(XServer.shared(), events: [])
    #expect(try client.connection.nextEvent(within: .milliseconds(30)) == nil)
    #expect(client.connection.nextQueuedEvent() == nil)
  }

  @Test func `events that a round trip takes along are in the queue`() throws {
    let client = try Client(XServer.shared())
    client.connection.touch(try client.atom("P"), of: client.window)
    try client.connection.sync()
    #expect(client.connection.nextQueuedEvent() != nil)
  }

  @Test(arguments: [
    (UInt32(2), UInt32(1), true), (1, 2, false), (1, 1, false), (0x10, 0xFFFF_FFF0, true),
    (0xFFFF_FFF0, 0x10, false),
  ])
  func `a time is later than another also across the clock's wrap`(
    one: UInt32,
    two: UInt32,
    isLater: Bool
  ) {
    #expect(Timestamp(rawValue: one).isLater(than: Timestamp(rawValue: two)) == isLater)
  }
}
