import Desktop
import Selections
import TestSupport
import Testing
import XCB

@Suite("The clipboard manager's role", .serialized, .timeLimit(.minutes(4)))
struct ManagingTests {
  private static let role = "CLIPBOARD_MANAGER"

  private func manage(_ fixture: Fixture) async throws {
    await fixture.desktop.manage(true)
    #expect(await eventually { () async -> Bool in await isHeld(fixture) })
  }

  private func isHeld(_ fixture: Fixture) async -> Bool {
    let server = fixture.server
    return (try? await onThread { try RawClient(server).owner(of: Self.role) != nil }) ?? false
  }

  @Test func `the role is announced, and what every owner must know is told`() async throws {
    let fixture = try await Fixture()
    let (server, watching, done) = (fixture.server, Gate(), Gate())
    async let announced = onThread {
      let client = try RawClient(server)
      client.connection.selectEvents([.structureNotify], of: client.connection.root)
      try client.connection.sync()
      watching.open()
      defer { done.open() }
      return try client.wait { event -> [UInt32]? in
        guard case .clientMessage(let message) = event,
          message.type == (try? client.atom("MANAGER"))
        else { return nil }
        return RawClient.Value(type: nil, format: 32, bytes: message.data).words
      }
    }
    #expect(await eventually { () async -> Bool in watching.isOpen })
    try await manage(fixture)
    let words = try await announced
    try await onThread {
      let client = try RawClient(server)
      #expect(words[1] == (try client.atom(Self.role)).rawValue)
      #expect(words[2] == (try client.owner(of: Self.role))?.rawValue)
      _ = try client.convert("TIMESTAMP", of: Self.role)
      #expect(try client.read().words == [words[0]])
      _ = try client.convert("TARGETS", of: Self.role)
      #expect(try client.read().words.contains(try client.atom("SAVE_TARGETS").rawValue))
      #expect(try client.convert("UTF8_STRING", of: Self.role).property == .none)
    }
    await fixture.close()
  }

  @Test(arguments: [true, false])
  func `a program that ends is told when its content is kept, or is not`(isKept: Bool) async throws
  {
    let fixture = try await Fixture()
    try await manage(fixture)
    let server = fixture.server
    async let answer = onThread {
      let client = try RawClient(server)
      try client.connection.changeProperty(
        try client.atom("LIST"),
        of: client.window,
        type: .atom,
        words: [try client.atom("UTF8_STRING").rawValue, 0, try client.atom("FOO").rawValue]
      )
      let notify = try client.convert("SAVE_TARGETS", to: "LIST", of: Self.role)
      return (notify.property == .none, try client.read("LIST"))
    }
    let event = await fixture.event { if case .saveAsked = $0 { true } else { false } }
    guard case .saveAsked(let request) = event else { throw TestFailure("nothing was asked") }
    #expect(request.targets == ["UTF8_STRING", "FOO"])
    await fixture.desktop.answerSave(request.id, isDone: isKept)
    let (isRefused, value) = try await answer
    #expect(isRefused == !isKept)
    if isKept {
      #expect(value.type == "NULL")
      #expect(value.bytes.isEmpty)
    }
    await fixture.close()
  }

  @Test func `so many programs may wait, and those that have gone do not`() async throws {
    let fixture = try await Fixture()
    try await manage(fixture)
    let server = fixture.server
    let limit = 8
    try await onThread {
      let client = try RawClient(server)
      for _ in 0..<limit { try client.ask("SAVE_TARGETS", to: nil, of: Self.role) }
      // The one too many is refused at once, and no other is answered.
      #expect(try client.convert("SAVE_TARGETS", to: nil, of: Self.role).property == .none)
    }
    #expect(
      await eventually { () async -> Bool in
        (try? await onThread { () -> Bool in
          let client = try RawClient(server)
          try client.ask("SAVE_TARGETS", to: nil, of: Self.role)
          return try client.isQuiet(for: .milliseconds(100))
        }) ?? false
      }
    )
    await fixture.close()
  }

  @Test func `another manager keeps the role until it has gone`() async throws {
    let fixture = try await Fixture()
    let (server, owned, goOn) = (fixture.server, Gate(), Gate())
    async let other: Void = onThread {
      let client = try RawClient(server)
      try client.own(Self.role)
      owned.open()
      #expect(eventually { goOn.isOpen })
      #expect(try client.owner(of: Self.role) == client.window)
    }
    #expect(await eventually { () async -> Bool in owned.isOpen })
    await fixture.desktop.manage(true)
    _ = try await fixture.desktop.owner(of: .clipboard)
    goOn.open()
    try await other
    #expect(await eventually { () async -> Bool in await isHeld(fixture) })
    await fixture.close()
  }

  @Test func `whoever takes the role later keeps it`() async throws {
    let fixture = try await Fixture()
    try await manage(fixture)
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      try client.own(Self.role)
      let notify = try client.convert("TIMESTAMP", of: "CLIPBOARD")
      #expect(notify.property == .none)
      #expect(try client.owner(of: Self.role) == client.window)
    }
    await fixture.close()
  }

  @Test func `it is given up when nobody wants it`() async throws {
    let fixture = try await Fixture()
    try await manage(fixture)
    await fixture.desktop.manage(false)
    #expect(await eventually { () async -> Bool in await !isHeld(fixture) })
    await fixture.close()
  }

  // MARK: Another one, when we end

  @Test(arguments: [true, false])
  func `what we offer is left to another manager`(isKept: Bool) async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("last words"))
    let (server, owned) = (fixture.server, Gate())
    async let kept = onThread {
      let client = try RawClient(server)
      try client.own(Self.role)
      owned.open()
      let request = try client.wait { event -> XCB.SelectionRequest? in
        if case .selectionRequest(let request) = event { request } else { nil }
      }
      #expect(request.target == (try client.atom("SAVE_TARGETS")))
      let list = try client.connection.property(
        request.property,
        of: request.requestor,
        byteCount: 4096
      )
      #expect(list.words?.contains(try client.atom("UTF8_STRING").rawValue) == true)
      _ = try client.convert("UTF8_STRING")
      let text = try client.read().bytes
      let property = isKept ? request.property : .none
      client.connection.send(SelectionNotify(answering: request, property: property))
      try client.connection.sync()
      return text
    }
    #expect(await eventually { () async -> Bool in owned.isOpen })
    #expect(await fixture.desktop.handOver(within: .seconds(20)) == isKept)
    #expect(try await kept == Array("last words".utf8))
    await fixture.close()
  }

  @Test func `there is nothing to leave without another manager, or of a secret`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.desktop.handOver(within: .seconds(20)) == false)
    try await fixture.offer(.text("x"))
    #expect(await fixture.desktop.handOver(within: .seconds(20)) == false)
    try await manage(fixture)
    #expect(await fixture.desktop.handOver(within: .seconds(20)) == false)
    await fixture.close()
  }

  @Test func `a manager that is silent is not waited for`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("x"))
    let (server, owned, over) = (fixture.server, Gate(), Gate())
    async let silent: Void = onThread {
      let client = try RawClient(server)
      try client.own(Self.role)
      owned.open()
      #expect(eventually { over.isOpen })
    }
    #expect(await eventually { () async -> Bool in owned.isOpen })
    #expect(await fixture.desktop.handOver(within: .milliseconds(100)) == false)
    over.open()
    try await silent
    await fixture.close()
  }
}
