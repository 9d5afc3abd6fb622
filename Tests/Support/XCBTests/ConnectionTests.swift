import Glibc
import TestSupport
import Testing
import XCB

@Suite("Connection", .timeLimit(.minutes(4))) struct ConnectionTests {
  @Test func `a server that dies is a lost connection in every call, and never a trap`() throws {
    let server = try XServer()
    let client = try Client(server)
    let connection = client.connection
    let property = try client.atom("P")
    let pending = connection.sendPropertyRequest(property, of: client.window, byteCount: 4)
    server.send(signal: SIGSTOP)
    let late = connection.sendOwnerRequest(of: .primary)
    server.send(signal: SIGKILL)
    #expect(eventually { connection.nextEventIsLost() })
    #expect(connection.hasFailed)
    #expect(connection.failure?.isDisconnection == true)
    for attempt in [
      { try connection.flush() }, { try connection.sync() },
      { _ = try connection.owner(of: .primary) },
      { _ = try connection.collect(late) },
      { _ = try connection.intern([[65]]) },
      { _ = try connection.names(of: [.primary]) },
      { _ = try connection.enableXFixes() },
      { _ = try connection.queryExtension([65]) },
      { _ = try connection.property(property, of: client.window, byteCount: 4).byteCount },
      { _ = try connection.nextEvent(within: .seconds(5)) },
    ] as [() throws -> Void] {
      let error = #expect(throws: XError.self) { try attempt() }
      #expect(error?.isDisconnection == true)
    }
    _ = pending
    connection.destroy(client.window)
    connection.touch(property, of: client.window)
    connection.convert(
      .primary,
      to: .string,
      property: property,
      requestor: client.window,
      at: .current
    )
    connection.discard(late)
  }

  @Test func `a connection knows its own windows from foreign ones`() throws {
    let server = try XServer.shared()
    let one = try Client(server)
    let two = try Client(server)
    #expect(one.connection.owns(one.window))
    #expect(!one.connection.owns(two.window))
    #expect(!one.connection.owns(.none))
    #expect(!one.connection.owns(one.connection.root))
    #expect(one.connection.root == two.connection.root)
    let another = try two.connection.createInputOnlyWindow(events: [])
    #expect(
      one.connection.clientNumber(of: two.window) == one.connection.clientNumber(of: another)
    )
    #expect(
      one.connection.clientNumber(of: two.window) != one.connection.clientNumber(of: one.window)
    )
  }

  @Test func `20,000 requests leave no memory behind`() throws {
    let client = try Client(XServer.shared())
    let connection = client.connection
    let property = try client.atom("P")
    let nowhere = Window(rawValue: 9)
    let bytes = [UInt8](repeating: 1, count: 65_536)
    func round() throws {
      let window = try connection.createInputOnlyWindow(events: .propertyChange)
      try connection.changeProperty(property, of: window, type: .string, bytes: bytes)
      let read = try connection.property(property, of: window, byteCount: 65_536, delete: true)
      #expect(read.byteCount == 65_536)
      _ = try connection.names(of: [property, .none])
      connection.selectEvents([], of: nowhere)
      connection.destroy(window)
      while connection.nextEvent() != nil {}
    }
    for _ in 0..<300 { try round() }
    let before = residentBytes() ?? 0
    for _ in 0..<2700 { try round() }
    // 2700 lost replies would be 170 MB. Other tests, with tens of MB, run beside this one.
    let growth = (residentBytes() ?? 0) - before
    #expect(growth < 96 << 20)
  }

  @Test func `the descriptor shows that events came, and a duplicate can be watched`() throws {
    let server = try XServer.shared()
    let one = try Client(server)
    let two = try Client(server)
    _ = try two.drain()
    let copy = fcntl(two.connection.fileDescriptorNumber, F_DUPFD_CLOEXEC, 0)
    defer { close(copy) }
    one.connection.send(
      ClientMessage(window: two.window, type: .string, words: []),
      to: two.window
    )
    try one.connection.flush()
    var entry = pollfd(fd: copy, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 10_000) == 1)
    #expect(two.connection.nextEvent() != nil)
  }

  @Test func `a connection can be handed to another thread`() async throws {
    let server = try XServer.shared()
    let root = try await onThread {
      let connection = try server.connect()
      try connection.sync()
      return connection.root
    }
    #expect(root != .none)
  }
}

extension Connection {
  fileprivate func nextEventIsLost() -> Bool {
    while nextEvent() != nil {}
    return hasFailed
  }
}
