import DBus
import Glibc
import TestSupport
import Testing

/// Calls over a real bus: that of dbus-daemon, whose own methods are asked.
@Suite("A message bus") struct SessionBusTests {
  /// A bus of the test's own, gone with this object.
  private final class Bus {
    let address: String
    private let scratch: ScratchDirectory
    private let daemon: ChildProgram

    init() throws {
      scratch = try ScratchDirectory()
      let socket = scratch.path("bus")
      address = "unix:path=\(socket)"
      daemon = try ChildProgram(
        "dbus-daemon",
        ["--session", "--nofork", "--nosyslog", "--address=\(address)"]
      )
      // Its socket is there before it listens.
      let isReady = eventually { (try? SessionBus(address: address)) != nil }
      try #require(isReady, "dbus-daemon does not start")
    }

    func end() throws {
      daemon.send(signal: SIGTERM)
      try daemon.waitForExit()
    }
  }

  private static func method(_ name: String) -> SessionBus.Method {
    SessionBus.Method(
      destination: "org.freedesktop.DBus",
      path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus",
      name: name
    )
  }

  @Test func `a call gets its number`() throws {
    let bus = try Bus()
    let connection = try SessionBus(address: bus.address)
    let request: [DBusValue] = [.string("org.example.Test"), .uint32(0)]
    // 1 is the owner, 4 whoever is it already.
    #expect(try connection.call(Self.method("RequestName"), request) == 1)
    #expect(try connection.call(Self.method("RequestName"), request) == 4)
  }

  @Test func `what the bus says is wrong is its error`() throws {
    let bus = try Bus()
    let connection = try SessionBus(address: bus.address)
    let invalid = DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(throws: invalid) {
      try connection.call(Self.method("RequestName"), [.string("no name"), .uint32(0)])
    }
    // All types of arguments reach it, and it wants others.
    let all: [DBusValue] = [
      .string("a\u{0}b"), .int32(-1), .byte(1), .boolean(true), .strings(["x", "ü"]), .strings([]),
      .dictionary([("a", .boolean(true)), ("b", .string("c")), ("c", .byte(2))]), .dictionary([]),
    ]
    #expect(throws: invalid) { try connection.call(Self.method("RequestName"), all) }
    #expect(throws: DBusError(name: "org.freedesktop.DBus.Error.UnknownMethod")) {
      try connection.call(Self.method("Nothing"), [])
    }
    #expect(throws: DBusError(name: "org.freedesktop.DBus.Error.InvalidSignature")) {
      try connection.call(Self.method("GetId"), [])
    }
  }

  @Test func `the end of a bus is seen, and ends nothing else`() throws {
    let bus = try Bus()
    let connection = try SessionBus(address: bus.address)
    #expect(connection.isOpen())
    try bus.end()
    #expect(eventually { !connection.isOpen() })
    #expect(throws: DBusError.self) { try connection.call(Self.method("GetId"), []) }
    #expect(throws: DBusError.self) { try SessionBus(address: bus.address) }
  }

  @Test func `a signal that came meanwhile is no answer`() throws {
    let bus = try Bus()
    let connection = try SessionBus(address: bus.address)
    // NameAcquired comes with it.
    let request: [DBusValue] = [.string("org.example.Test"), .uint32(0)]
    #expect(try connection.call(Self.method("RequestName"), request) == 1)
    #expect(connection.isOpen())
    #expect(try connection.call(Self.method("RequestName"), request) == 4)
  }

  @Test func `a container in a dictionary is refused`() throws {
    let bus = try Bus()
    let connection = try SessionBus(address: bus.address)
    #expect(throws: DBusError.self) {
      try connection.call(Self.method("GetId"), [.dictionary([("a", .strings(["b"]))])])
    }
  }

  @Test(arguments: [
    "", "autolaunch:", "unix:path=/none;autolaunch:scope=*", "unix:path=/none", "x",
  ])
  func `an address without a bus is an error, and starts none`(address: String) {
    #expect(throws: DBusError.self) { try SessionBus(address: address) }
  }
}
