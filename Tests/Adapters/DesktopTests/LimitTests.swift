import Desktop
import LinuxIO
import Pasteboards
import Selections
import Testing
import TestSupport
import UniformTypeIdentifiers
import XCB

@Suite("Limits of a desktop", .serialized, .timeLimit(.minutes(4))) struct LimitTests {
  @Test func `a reader that rests for too long is given up`() async throws {
    var limits = DesktopLimits()
    limits.requestorIdle = .milliseconds(300)
    let fixture = try await Fixture(limits: limits)
    try await fixture.offer(.bytes(TestBytes.pattern(count: 1_000_000), as: .png))
    let (server, desktop) = (fixture.server, fixture.desktop)
    try await onThread {
      let client = try RawClient(server)
      _ = try client.convert("image/png")
      #expect(eventually { desktop.activity.transfers == 0 })
      // What was announced is never followed by a piece; asked again, all comes.
      _ = try client.read(delete: true)
      _ = try client.convert("image/png")
      #expect(try client.takePieces().bytes.count == 1_000_000)
    }
    await fixture.close()
  }

  @Test func `transfers beyond the limit are refused until one has ended`() async throws {
    var limits = DesktopLimits()
    limits.transfers = 1
    let fixture = try await Fixture(limits: limits)
    try await fixture.offer(.bytes(TestBytes.pattern(count: 1_000_000), as: .png))
    let (server, desktop) = (fixture.server, fixture.desktop)
    try await onThread {
      let first = try RawClient(server)
      let second = try RawClient(server)
      #expect(try first.convert("image/png").property != .none)
      #expect(try second.convert("image/png").property == .none)
      #expect(try first.takePieces().bytes.count == 1_000_000)
      #expect(eventually { desktop.activity.transfers == 0 })
      #expect(try second.convert("image/png").property != .none)
      #expect(try second.takePieces().bytes.count == 1_000_000)
    }
    await fixture.close()
  }

  /// An owner whose only target is this one.
  private func owner(of target: Atom, _ fixture: Fixture) async throws -> RawOwner {
    let list = [target.rawValue].withUnsafeBytes { Array($0) }
    return try await RawOwner(
      fixture.server,
      ["TARGETS": .whole(type: "ATOM", format: 32, list)]
    )
  }

  @Test func `targets are asked for once a claim`() async throws {
    let fixture = try await Fixture()
    let desktop = fixture.desktop
    let old = try await owner(of: .string, fixture)
    #expect(await fixture.event { $0.isChange } != nil)
    for _ in 0..<3 {
      #expect(try await desktop.targets(of: .clipboard, timeout: .seconds(2)) == [.string])
    }
    #expect(old.asked == ["TARGETS"])
    // The next question comes up before the news of the claim is looked at.
    let (began, goOn, asked, answer) = (Gate(), Gate(), Gate(), Gate())
    fixture.loop.perform {
      began.open()
      eventually { goOn.isOpen }
    }
    #expect(await eventually { () async -> Bool in began.isOpen })
    fixture.loop.perform {
      asked.open()
      eventually { answer.isOpen }
    }
    let question = Task.immediate {
      try await desktop.targets(of: .clipboard, timeout: .seconds(2))
    }
    goOn.open()
    #expect(await eventually { () async -> Bool in asked.isOpen })
    let new = try await owner(of: .integer, fixture)
    answer.open()
    #expect(try await question.value == ["INTEGER"])
    await old.end()
    await new.end()
    await fixture.close()
  }

  @Test func `without XFIXES targets are asked for each time`() async throws {
    let fixture = try await Fixture(["-extension", "XFIXES"])
    let owner = try await RawOwner(
      fixture.server,
      ["TARGETS": .whole(type: "ATOM", format: 32, [])]
    )
    for _ in 0..<2 {
      #expect(try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(2)).isEmpty)
    }
    #expect(owner.asked == ["TARGETS", "TARGETS"])
    await owner.end()
    await fixture.close()
  }

  @Test func `a caller that waits behind another has its own time-out`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(fixture.server, ["UTF8_STRING": .nothing])
    async let first = failure { try await fixture.get(timeout: .seconds(50)) }
    #expect(await eventually { () async -> Bool in !owner.asked.isEmpty })
    let error = try await failure { try await fixture.get(timeout: .milliseconds(200)) }
    #expect(error == .timedOut(.answer))
    #expect(owner.asked == ["UTF8_STRING"])
    await owner.end()
    #expect(try await first == .ownerGone)
    await fixture.close()
  }
}

extension DesktopEvent {
  fileprivate var isChange: Bool { if case .ownerChanged = self { true } else { false } }
}
