import Desktop
import LinuxIO
import Pasteboards
import Selections
import Testing
import TestSupport
import UniformTypeIdentifiers
import XCB

@Suite("Offering on a server", .serialized, .timeLimit(.minutes(4))) struct OwningTests {
  @Test func `an offer is owned with the time that TIMESTAMP tells`() async throws {
    let fixture = try await Fixture()
    let time = try await fixture.offer(.text("hello"))
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(1))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let notify = try client.convert("TIMESTAMP")
      #expect(notify.property == (try client.atom("PROPERTY")))
      let value = try client.read()
      #expect(value.type == "INTEGER")
      #expect(value.format == 32)
      #expect(value.words == [time.rawValue])
    }
    let isOurs = await fixture.event { event in
      guard case .ownerChanged(let change) = event else { return false }
      return change.holder == .ours && change.selection == .clipboard && change.time == time
    }
    #expect(isOurs != nil)
    await fixture.close()
  }

  @Test func `requests are answered by their time, and their fields come back`() async throws {
    let fixture = try await Fixture()
    let time = try await fixture.offer(.text("hello")).rawValue
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let stale = try client.convert("UTF8_STRING", time: time - 1)
      #expect(stale.property == .none)
      for asked in [0, time] {
        let notify = try client.convert("UTF8_STRING", time: asked)
        #expect(notify.time.rawValue == asked)
        #expect(notify.target == (try client.atom("UTF8_STRING")))
        #expect(notify.selection == (try client.atom("CLIPBOARD")))
        #expect(notify.property == (try client.atom("PROPERTY")))
        #expect(try client.read(delete: true).bytes == Array("hello".utf8))
      }
      let nameless = try client.convert("UTF8_STRING", to: nil)
      #expect(nameless.property == (try client.atom("UTF8_STRING")))
      #expect(try client.read("UTF8_STRING").bytes == Array("hello".utf8))
    }
    await fixture.close()
  }

  @Test func `each target has its type, and others are refused`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("grüß"))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      for target in ["UTF8_STRING", "text/plain", "text/plain;charset=utf-8", "COMPOUND_TEXT"] {
        _ = try client.convert(target)
        #expect(try client.read().type == target)
      }
      for target in ["STRING", "TEXT"] {
        _ = try client.convert(target)
        let value = try client.read()
        #expect(value.type == "STRING")
        #expect(value.bytes == [0x67, 0x72, 0xFC, 0xDF])
      }
      try client.connection.changeProperty(
        try client.atom("PROPERTY"),
        of: client.window,
        type: .string,
        bytes: [1]
      )
      for target in ["FOO", "image/png", "DELETE"] {
        #expect(try client.convert(target).property == .none)
        #expect(try client.read().bytes == [1])
      }
      _ = try client.convert("TARGETS")
      let value = try client.read()
      #expect(value.type == "ATOM")
      #expect(value.words.contains(try client.atom("SAVE_TARGETS").rawValue))
    }
    await fixture.close()
  }

  @Test func `MULTIPLE answers its pairs and marks those that failed`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let names = ["UTF8_STRING", "A", "FOO", "B", "TIMESTAMP", "C"]
      for type in ["ATOM_PAIR", "ATOM"] {
        let pairs = try names.map { try client.atom($0).rawValue }
        try client.connection.changeProperty(
          try client.atom("PAIRS"),
          of: client.window,
          type: try client.atom(type),
          words: pairs + [7]
        )
        let notify = try client.convert("MULTIPLE", to: "PAIRS")
        #expect(notify.property == (try client.atom("PAIRS")))
        #expect(try client.read("A").bytes == Array("hello".utf8))
        #expect(try client.read("C").type == "INTEGER")
        #expect(try client.read("B").type == nil)
        let list = try client.read("PAIRS")
        #expect(list.type == type)
        var expected = pairs
        expected[3] = 0
        #expect(list.words == expected)
      }
      #expect(try client.convert("MULTIPLE", to: nil).property == .none)
    }
    await fixture.close()
  }

  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 393_217, 786_432, 3_000_001])
  func `content of any length arrives`(count: Int) async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: count)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("image/png").property != .none)
      guard count > 262_144 else {
        let value = try client.read()
        #expect(value.type == "image/png")
        #expect(value.bytes == content)
        return
      }
      let announcement = try client.read()
      #expect(announcement.type == "INCR")
      #expect(announcement.format == 32)
      #expect(announcement.words == [UInt32(count)])
      let taken = try client.takePieces()
      #expect(TestBytes.difference(taken.bytes, content) == nil)
      #expect(taken.sizes.allSatisfy { $0 <= 393_216 })
      #expect(taken.last.type == "image/png")
    }
    await fixture.close()
  }

  @Test func `pieces stay below the longest request`() async throws {
    let fixture = try await Fixture(["-maxbigreqsize", "1"])
    let content = TestBytes.pattern(count: 5_000_000)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      #expect(TestBytes.difference(try client.takePieces().bytes, content) == nil)
    }
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(1))
    await fixture.close()
  }

  @Test func `a reader that does not go on holds up nobody`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: 1_000_000)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let stuck = try RawClient(server)
      _ = try stuck.convert("image/png")
      let client = try RawClient(server)
      let began = ContinuousClock.now
      for _ in 0..<5 {
        _ = try client.convert("image/png")
        #expect(try client.takePieces().bytes.count == content.count)
      }
      #expect(ContinuousClock.now - began < .seconds(20))
      #expect(try stuck.takePieces().bytes == content)
    }
    #expect(await eventually { () async -> Bool in fixture.desktop.activity.transfers == 0 })
    await fixture.close()
  }

  @Test func `a running transfer ends with what it began with`() async throws {
    let fixture = try await Fixture()
    let old = TestBytes.pattern(count: 2_000_000, seed: 1)
    try await fixture.offer(.bytes(old, as: .png))
    let server = fixture.server
    let desktop = fixture.desktop
    try await onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      let thief = try RawClient(server)
      try thief.own()
      #expect(TestBytes.difference(try client.takePieces().bytes, old) == nil)
    }
    let lost = await fixture.event { if case .lostOwnership = $0 { true } else { false } }
    #expect(lost == .lostOwnership(.clipboard, id: 1))
    #expect(try await desktop.owner(of: .clipboard) != .ours(1))
    await fixture.close()
  }

  @Test func `the same place asked twice gets the second answer whole`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: 1_000_000)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      _ = try client.read(delete: true)
      _ = try client.piece()
      _ = try client.read(delete: true)
      _ = try client.convert("image/png")
      #expect(TestBytes.difference(try client.takePieces().bytes, content) == nil)
    }
    await fixture.close()
  }

  @Test func `readers on many windows with one property name are kept apart`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: 2_000_000)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let windows = try (0..<16).map { _ in
        try client.connection.createInputOnlyWindow(events: .propertyChange)
      }
      for window in windows { _ = try client.convert("image/png", window: window) }
      // All are in the middle at once; each piece is taken before the next window's.
      for window in windows { _ = try client.read(of: window, delete: true) }
      var taken: [Window: [UInt8]] = [:]
      var open = Set(windows)
      while !open.isEmpty {
        for window in windows where open.contains(window) {
          let piece = try client.read(of: window, delete: true)
          guard piece.type != nil else { continue }
          if piece.bytes.isEmpty { open.remove(window) }
          taken[window, default: []] += piece.bytes
        }
      }
      for window in windows {
        #expect(TestBytes.difference(taken[window] ?? [], content) == nil)
      }
    }
    #expect(await eventually { () async -> Bool in fixture.desktop.activity.transfers == 0 })
    await fixture.close()
  }

  @Test func `requestors that vanish cost nothing`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.bytes(TestBytes.pattern(count: 1_000_000), as: .png))
    let server = fixture.server
    try await onThread {
      for round in 0..<60 {
        let client = try RawClient(server)
        if round % 2 == 0 {
          try client.ask("image/png")
        } else {
          _ = try client.convert("image/png")
          _ = try client.read(delete: true)
        }
        client.connection.destroy(client.window)
        try client.connection.sync()
      }
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      #expect(try client.takePieces().bytes.count == 1_000_000)
    }
    #expect(await eventually { () async -> Bool in fixture.desktop.activity.transfers == 0 })
    await fixture.close()
  }

  @Test func `only what was read to its end is a paste`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.bytes(TestBytes.pattern(count: 500_000), as: .png))
    let server = fixture.server
    let client = try await onThread { () -> UInt32 in
      let half = try RawClient(server)
      let client = try RawClient(server)
      _ = try half.convert("image/png")
      _ = try half.read(delete: true)
      _ = try half.piece()
      half.connection.destroy(half.window)
      try half.connection.sync()
      _ = try client.convert("TARGETS")
      _ = try client.convert("image/png")
      _ = try client.takePieces()
      // Its number would be the other's otherwise.
      withExtendedLifetime(half) {}
      return client.connection.clientNumber(of: client.window)
    }
    let paste = await fixture.event { if case .pasted = $0 { true } else { false } }
    #expect(
      paste
        == .pasted(.clipboard, id: 1, target: "image/png", client: client, reader: .program)
    )
    await fixture.close()
  }

  @Test func `a window that is gone has pasted nothing`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    let (server, gate) = (fixture.server, Gate())
    // So that the window is gone for certain when its request is seen.
    fixture.loop.perform { eventually { gate.isOpen } }
    let client = try await onThread { () -> UInt32 in
      let gone = try RawClient(server)
      let client = try RawClient(server)
      try gone.ask("UTF8_STRING")
      gone.connection.destroy(gone.window)
      try gone.connection.sync()
      gate.open()
      _ = try client.convert("UTF8_STRING")
      withExtendedLifetime(gone) {}
      return client.connection.clientNumber(of: client.window)
    }
    let paste = await fixture.event { if case .pasted = $0 { true } else { false } }
    guard case .pasted(_, _, _, let reader, _)? = paste else {
      Issue.record("no paste")
      return
    }
    #expect(reader == client)
    await fixture.close()
  }

  @Test func `the owner of CLIPBOARD_MANAGER is told apart`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      try client.own("CLIPBOARD_MANAGER")
      _ = try client.convert("UTF8_STRING")
    }
    let paste = await fixture.event { if case .pasted = $0 { true } else { false } }
    guard case .pasted(_, _, _, _, let reader)? = paste else {
      Issue.record("no paste")
      return
    }
    #expect(reader == .clipboardManager)
    await fixture.close()
  }

  @Test func `a restricted offer is served to one client, whose end is told`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    let (server, gate) = (fixture.server, Gate())
    async let reading: Void = onThread {
      let reader = try RawClient(server)
      let other = try RawClient(server)
      #expect(try reader.convert("UTF8_STRING").property != .none)
      #expect(eventually { gate.isOpen })
      #expect(try reader.convert("UTF8_STRING").property != .none)
      #expect(try other.convert("UTF8_STRING").property == .none)
    }
    let paste = await fixture.event { if case .pasted = $0 { true } else { false } }
    guard case .pasted(_, _, _, let client, _)? = paste else {
      Issue.record("no paste")
      return
    }
    await fixture.desktop.restrict(.clipboard, id: 1, to: client)
    gate.open()
    try await reading
    let gone = await fixture.event { if case .readerGone = $0 { true } else { false } }
    #expect(gone == .readerGone(.clipboard, id: 1))
    await fixture.close()
  }

  @Test func `giving up and clearing leave nobody`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    await fixture.desktop.withdraw(.clipboard, id: 1)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .nobody)
    let owner = try await RawOwner(fixture.server, [:])
    #expect(try await fixture.desktop.owner(of: .clipboard) == .foreign)
    try await fixture.desktop.clear(.clipboard)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .nobody)
    await owner.end()
    await fixture.close()
  }

  @Test func `forged events change nothing`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.pattern(count: 500_000)
    try await fixture.offer(.bytes(content, as: .png))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let selection = try client.atom("CLIPBOARD")
      let owner = try client.connection.owner(of: selection) ?? .none
      func forge(_ words: [UInt32]) {
        client.connection.send(words.withUnsafeBytes { Array($0) }, to: owner)
      }
      _ = try client.convert("image/png")
      // SelectionClear, SelectionRequest, DestroyNotify, and a property that was not deleted.
      forge([29, .max / 2, owner.rawValue, selection.rawValue])
      forge([
        30, 0, owner.rawValue, client.window.rawValue, selection.rawValue,
        try client.atom("image/png").rawValue, try client.atom("FORGED").rawValue,
      ])
      forge([17, owner.rawValue, client.window.rawValue])
      forge([28, client.window.rawValue, try client.atom("PROPERTY").rawValue, 0, 1])
      #expect(try client.convert("TIMESTAMP", to: "TIME").property != .none)
      #expect(try client.read("FORGED").type == nil)
      #expect(try client.read().type == "INCR")
      #expect(TestBytes.difference(try client.takePieces().bytes, content) == nil)
    }
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(1))
    await fixture.close()
  }

  @Test func `many offers in a row end with the last`() async throws {
    let fixture = try await Fixture()
    var last: ServerTime?
    for id in 1...30 as ClosedRange<UInt64> {
      let time = try await fixture.offer(.text("number \(id)"), id: id)
      if let last { #expect(time.isLater(than: last)) }
      last = time
    }
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(30))
    let read = try await run(
      "xclip",
      ["-o", "-selection", "clipboard"],
      environment: fixture.environment
    )
    #expect(read.text == "number 30")
    await fixture.close()
  }

  @Test(arguments: [5, 300_000, 3_000_000])
  func `xclip and xsel read what is offered`(count: Int) async throws {
    let fixture = try await Fixture()
    let content = TestBytes.text(count: count)
    try await fixture.offer(.bytes(content))
    for (program, arguments) in [
      ("xclip", ["-o", "-selection", "clipboard"]), ("xsel", ["-b", "-o"]),
    ] {
      let read = try await run(program, arguments, environment: fixture.environment)
      #expect(TestBytes.difference(read.output, content) == nil, "\(program)")
    }
    await fixture.close()
  }
}
