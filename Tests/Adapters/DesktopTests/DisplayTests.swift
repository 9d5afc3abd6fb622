import Desktop
import Glibc
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import Testing
import TestSupport
import UniformTypeIdentifiers
import XCB

@Suite("A display that comes and goes", .serialized, .timeLimit(.minutes(4))) struct DisplayTests {
  @Test func `a server that dies is told at once and its successor gets the offers`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    let mute = try await RawOwner(fixture.server, of: "PRIMARY", ["UTF8_STRING": .nothing])
    let task = Task { try await fixture.get(of: .primary, timeout: .seconds(50)) }
    #expect(await eventually { () async -> Bool in fixture.desktop.activity.conversions > 0 })
    fixture.server.send(signal: SIGKILL)
    let result = await task.result
    #expect(throws: DesktopError.self) { try result.get() }
    let event = await fixture.event { if case .disconnected = $0 { true } else { false } }
    #expect(event != nil)
    await #expect(throws: DesktopError.self) { try await fixture.offer(.text("x"), id: 2) }
    await mute.end()
    let next = try XServer()
    try await fixture.connect(to: next)
    #expect(await eventually { (try? await fixture.desktop.owner(of: .clipboard)) == .ours(1) })
    let read = try await run(
      "xclip",
      ["-o", "-selection", "clipboard"],
      environment: ["DISPLAY": next.display]
    )
    #expect(read.text == "hello")
    await fixture.close()
  }

  @Test func `without XFIXES everything but watching works`() async throws {
    let fixture = try await Fixture(["-extension", "XFIXES"])
    #expect(!fixture.desktop.activity.isWatching)
    try await fixture.offer(.text("hello"))
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .whole(type: "UTF8_STRING", [0x61])]
    )
    let lost = await fixture.event { if case .lostOwnership = $0 { true } else { false } }
    #expect(lost == .lostOwnership(.clipboard, id: 1))
    #expect(try await fixture.get().1 == [0x61])
    await owner.end()
    await fixture.close()
  }

  @Test func `a display that is not there is an error and no more`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "desktop")
    let desktop = Desktop(loop: loop) { _ in }
    await #expect(throws: DesktopError.self) {
      try await desktop.connect(
        display: DisplayName(":9999"),
        authority: .none,
        timeout: .seconds(1)
      )
    }
    await #expect(throws: DesktopError.self) {
      try await desktop.offer(SelectionOffer.text("x"), id: 1, on: .clipboard)
    }
    await #expect(throws: DesktopError.self) { try await desktop.owner(of: .clipboard) }
    loop.stop()
  }

  @Test func `owner changes of all kinds are noticed in order`() async throws {
    let fixture = try await Fixture()
    #expect(fixture.desktop.activity.isWatching)
    let owner = try await RawOwner(fixture.server, of: "SECONDARY", [:])
    await owner.end()
    var seen: [SelectionChange] = []
    for await event in fixture.events {
      guard case .ownerChanged(let change) = event, change.selection == .secondary else { continue }
      seen.append(change)
      if seen.count == 3 { break }
    }
    #expect(seen.map(\.cause) == [.connected, .claim, .ownerGone])
    #expect(seen.map { $0.holder == .nobody } == [true, false, true])
    #expect(seen.map(\.claim) == [1, 2, 3])
    await fixture.close()
  }

  @Test func `shutting down lets a running transfer end`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: 1_000_000)
    try await fixture.offer(.bytes(content, as: .png))
    let (server, desktop, gate) = (fixture.server, fixture.desktop, Gate())
    async let taken = onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      #expect(eventually { gate.isOpen })
      return try client.takePieces().bytes
    }
    #expect(await eventually { () async -> Bool in desktop.activity.transfers == 1 })
    async let end: Void = desktop.shutDown(within: .seconds(10))
    gate.open()
    await end
    #expect(TestBytes.difference(try await taken, content) == nil)
    fixture.loop.stop()
  }

  @Test func `shutting down does not wait for ever`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.bytes(TestBytes.pattern(count: 1_000_000), as: .png))
    let (server, desktop, gate) = (fixture.server, fixture.desktop, Gate())
    async let stuck: Void = onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      #expect(eventually { gate.isOpen })
    }
    #expect(await eventually { () async -> Bool in desktop.activity.transfers == 1 })
    await desktop.shutDown(within: .milliseconds(200))
    gate.open()
    try await stuck
    fixture.loop.stop()
  }
}
