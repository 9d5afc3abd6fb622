import Desktop
import Selections
import TestSupport
import Testing
import XCB

/// A server that tells of no claims: as one without XFIXES, or an untrusted connection.
@Suite("Watching without XFIXES", .serialized, .timeLimit(.minutes(4))) struct PollingTests {
  private func fixture() async throws -> Fixture {
    var limits = DesktopLimits()
    limits.usesXFixes = false
    return try await Fixture(limits: limits)
  }

  private func changes(
    of fixture: Fixture,
    _ count: Int,
    on selection: Selection = .clipboard
  ) async -> [SelectionChange] {
    var found: [SelectionChange] = []
    for await event in fixture.events {
      guard case .ownerChanged(let change) = event, change.selection == selection,
        change.cause != .connected
      else { continue }
      found.append(change)
      if found.count == count { break }
    }
    return found
  }

  @Test func `claims and the ends of owners are noticed`() async throws {
    let fixture = try await fixture()
    #expect(!fixture.desktop.activity.isWatching)
    let owner = try await RawOwner(fixture.server, [:])
    let claimed = await changes(of: fixture, 1)
    #expect(claimed.first?.cause == .claim)
    guard case .foreign = claimed.first?.holder else { throw TestFailure("nobody has it") }
    await owner.end()
    let gone = await changes(of: fixture, 1)
    #expect(gone.first?.holder == .nobody)
    #expect(gone.first?.cause == .ownerGone)
    await fixture.close()
  }

  @Test func `an owner that gives it up is told from one that goes`() async throws {
    let fixture = try await fixture()
    let (server, noticed, cleared) = (fixture.server, Gate(), Gate())
    async let owner: Void = onThread {
      let client = try RawClient(server)
      try client.own("CLIPBOARD")
      #expect(eventually { noticed.isOpen })
      client.connection.setOwner(nil, of: try client.atom("CLIPBOARD"), at: Timestamp(rawValue: 0))
      try client.connection.sync()
      #expect(eventually { cleared.isOpen })
    }
    #expect(await changes(of: fixture, 1).count == 1)
    noticed.open()
    let change = await changes(of: fixture, 1).first
    #expect(change?.holder == .nobody)
    #expect(change?.cause == .claim)
    cleared.open()
    try await owner
    await fixture.close()
  }

  @Test func `an owner that takes it from us is noticed at once`() async throws {
    let fixture = try await fixture()
    try await fixture.offer(.text("ours"))
    let owner = try await RawOwner(fixture.server, [:])
    let holders = await changes(of: fixture, 1).map(\.holder)
    #expect(holders.allSatisfy { $0 != .ours })
    await owner.end()
    await fixture.close()
  }

  @Test func `an owner that lists TIMESTAMP is asked for it, others are not`() async throws {
    let fixture = try await fixture()
    let time: [UInt8] = [1, 2, 3, 4]
    for listed in [["TIMESTAMP", "UTF8_STRING"], ["UTF8_STRING"]] {
      let atoms = try await atoms(listed, fixture)
      let owner = try await RawOwner(
        fixture.server,
        [
          "TARGETS": .whole(type: "ATOM", format: 32, atoms),
          "TIMESTAMP": .whole(type: "INTEGER", format: 32, time),
        ]
      )
      _ = await changes(of: fixture, 1)
      #expect(try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(5)).count > 0)
      if listed.count == 2 {
        #expect(
          await eventually { () async -> Bool in owner.asked.count { $0 == "TIMESTAMP" } > 1 }
        )
      } else {
        // Two more looks at all selections: one notices the other owner, one its end.
        let other = try await RawOwner(fixture.server, of: "SECONDARY", [:])
        _ = await changes(of: fixture, 1, on: .secondary)
        await other.end()
        _ = await changes(of: fixture, 1, on: .secondary)
        #expect(!owner.asked.contains("TIMESTAMP"))
      }
      await owner.end()
      _ = await changes(of: fixture, 1)
    }
    await fixture.close()
  }

  private func atoms(_ names: [String], _ fixture: Fixture) async throws -> [UInt8] {
    let server = fixture.server
    return try await onThread {
      let client = try RawClient(server)
      return try names.flatMap { name in
        withUnsafeBytes(of: try client.atom(name).rawValue) { Array($0) }
      }
    }
  }
}
