import Desktop
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import TestSupport
import Testing
import XCB

/// What is offered of our own accord takes a selection from nobody.
@Suite("Claims of what nobody has", .serialized, .timeLimit(.minutes(4)))
struct ModestClaimTests {
  /// Offers if nobody has the clipboard, and lets something happen after the first look at who has it.
  private func offerModestly(
    on desktop: isolated Desktop,
    _ loop: EventLoop,
    then happens: @escaping @Sendable () -> Void
  ) async -> Result<ServerTime, any Error> {
    // Both are queued in this order, and the loop sends nothing to the server between them.
    let claim = Task {
      try await desktop.offer(.text("ours"), id: 1, on: .clipboard, ifUnowned: true)
    }
    loop.perform(happens)
    return await claim.result
  }

  @Test func `a selection that is owned, or was given up, is told apart`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(fixture.server, [:])
    let lost = try await failure {
      try await fixture.desktop.offer(.text("ours"), id: 1, on: .clipboard, ifUnowned: true)
    }
    #expect(lost == .claimLost)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .foreign)
    await owner.end()
    #expect(await eventually { (try? await fixture.desktop.owner(of: .clipboard)) == .nobody })
    try await fixture.desktop.offer(.text("ours"), id: 2, on: .clipboard, ifUnowned: true)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(2))
    await fixture.close()
  }

  @Test func `who claims while it is being claimed keeps it`() async throws {
    let fixture = try await Fixture()
    let owner = Mutex<TestSupport.RawOwner?>(nil)
    let server = fixture.server
    let result = await offerModestly(on: fixture.desktop, fixture.loop) {
      owner.withLock {
        $0 = try? TestSupport.RawOwner(server, answers: ["UTF8_STRING": .text("theirs")])
      }
    }
    #expect(throws: DesktopError.self) { try result.get() }
    let theirs = try #require(owner.withLock { $0 })
    #expect(theirs.owns && theirs.clears.isEmpty)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .foreign)
    let told = await fixture.event { event in
      guard case .ownerChanged(let change) = event else { return false }
      return change.holder == .foreign(WindowID(rawValue: theirs.window.rawValue))
    }
    #expect(told != nil)
    #expect(try await fixture.get().1 == Array("theirs".utf8))
    // Nothing of it is left that would be claimed later.
    try await fixture.offer(.text("put"), id: 1)
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(1))
    theirs.end()
    await fixture.close()
  }
}
