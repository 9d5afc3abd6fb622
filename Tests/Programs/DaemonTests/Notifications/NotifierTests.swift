import DBus
import LinuxIO
import Pasteboards
import TestSupport
import Testing

@testable import Daemon

@Suite("Notifications on a bus") struct NotifierTests {
  private func landed(_ name: String) -> Announcement {
    .landed([Array(name.utf8)], on: .clipboard, in: "/in/" + name)
  }

  @Test func `what is not answered is sent once all the same, and holds up the next only`() throws {
    let scratch = try ScratchDirectory()
    let address = "unix:path=\(scratch.path("bus"))"
    let bus = try ChildProgram(
      "dbus-daemon",
      ["--session", "--nofork", "--nosyslog", "--address=\(address)"]
    )
    // Its socket is there before it listens.
    try #require(eventually { (try? SessionBus(address: address)) != nil })
    // It has the name of a notification daemon, and never looks at what it gets.
    let service = try SessionBus(address: address)
    let request: [DBusValue] = [.string("org.freedesktop.Notifications"), .uint32(0)]
    let name = SessionBus.Method(
      destination: "org.freedesktop.DBus",
      path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus",
      name: "RequestName"
    )
    try #require(try service.call(name, request) == 1)
    let monitor = try ChildProgram(
      "dbus-monitor",
      ["--address", address, "interface='org.freedesktop.Notifications'"]
    )
    let seen = { String(decoding: monitor.output, as: UTF8.self) }
    try #require(eventually { seen().contains("NameLost") }, "\(seen())")

    let loop = try EventLoop()
    try loop.start(name: "notices")
    defer { loop.stop() }
    let notifier = Notifier(on: loop, address: address)
    let start = ContinuousClock.now
    for _ in 0..<1000 { notifier.post(landed("one")) }
    notifier.post(landed("other"))
    #expect(ContinuousClock.now - start < .seconds(1))
    // The second call begins when the first was given up.
    #expect(eventually { seen().contains("\"other\"") }, "\(seen())")
    let before = seen().split(separator: "\"other\"")[0]
    #expect(before.split(separator: "\"one\"").count == 2, "\(before)")
    #expect(seen().contains("string \"transfer.complete\""))
    #expect(bus.isRunning)
    withExtendedLifetime(service) {}
  }
}
