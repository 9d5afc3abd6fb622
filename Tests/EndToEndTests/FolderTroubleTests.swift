internal import Glibc
import Testing
internal import Wire

/// What lands when the history cannot keep it is not lost, and comes once.
@Suite("Drop folders on a full disk", .timeLimit(.minutes(5)))
struct FolderTroubleTests {
  /// A folder and a board for each thing that becomes of files, called like it.
  private static let actions = ["copy", "link", "move"]

  @Test func `what could not be kept is told of, and taken once when there is room`() throws {
    let session = try Session(.absent, display: false)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    var client = try WireClient(session)
    for action in Self.actions {
      try client.put("before", on: action)
      let folder = session.scratch + "/" + action
      try Files.makeDirectory(folder)
      let added = try session.xfer("folder", "add", folder, "-b", action, "--then", action)
      try #require(added.status == 0, "\(added.complaint)")
    }
    try disk.fill()
    // The log of the database may have had some room of its own.
    #expect(try (0..<1000).contains { _ in try client.refusal(.put, Self.some) != nil })
    try land("failed", session)
    for action in Self.actions {
      let line = "/\(action): what landed there could not be kept: "
      #expect(holds(within: .seconds(10)) { session.log.contains(line) }, "\(session.log)")
      #expect(try client.list(action).map(\.title) == ["before"])
      #expect(Files.text(session.scratch + "/\(action)/failed") == "failed")
    }
    let problems = try client.status().problems
    #expect(problems.contains { $0.contains("the disk is full") }, "\(problems)")
    disk.empty()
    // What lands later need not wait for it.
    try land("later", session)
    try expect(["later", "before"], client)
    // It is tried again after half a minute.
    try expect(["failed", "later", "before"], client, within: .seconds(45))
    #expect(try client.status().problems.isEmpty)
    // Nor is it taken again after a restart.
    session.daemon?.send(SIGTERM)
    #expect(session.daemon?.waited(within: .seconds(10)) == 0)
    try session.startDaemon(warm: false)
    client = try WireClient(session)
    try land("last", session)
    try expect(["last", "failed", "later", "before"], client)
    for action in Self.actions {
      let rest = action == "move" ? [] : ["failed", "last", "later"]
      #expect(
        holds(within: .seconds(10)) { Files.names(in: session.scratch + "/" + action) == rest }
      )
    }
  }

  /// Writes a file of a name into each folder.
  private func land(_ name: String, _ session: Session) throws {
    for action in Self.actions { try Files.write(name, to: session.scratch + "/\(action)/\(name)") }
  }

  /// Waits until each board has just these entries, the newest first.
  private func expect(
    _ titles: [String],
    _ client: WireClient,
    within limit: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for action in Self.actions {
      let isSo = try holds(within: limit) { try client.list(action).map(\.title) == titles }
      #expect(isSo, "\(action)", sourceLocation: sourceLocation)
    }
  }

  private static var some: PutRequest {
    PutRequest(
      items: [PutItem(representations: [PutRepresentation(type: nil, text: "x")])],
      board: "full"
    )
  }
}
