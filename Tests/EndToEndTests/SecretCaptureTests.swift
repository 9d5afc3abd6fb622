internal import Glibc
internal import TestSupport
import Testing
internal import XCB

/// What a program marks as secret is not read, not kept, not brought back, and nowhere on the disk.
@Suite("Secrets of other programs", .watchingOnAndOff)
struct SecretCaptureTests {
  /// Targets by which programs mark a secret.
  private static let marks = [
    "x-kde-passwordManagerHint", "application/x-nspasteboard-concealed-type",
    "org.nspasteboard.ConcealedType",
  ]

  @Test func `nothing beyond TARGETS is asked for, and nothing comes back (x11 47)`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    try session.put("older")
    for mark in Self.marks {
      let marker = "secret-\(mark.count)-57a1c3"
      let owner = try RawOwner(
        server,
        answers: [mark: .text("secret"), "UTF8_STRING": .text(marker), "text/html": .text(marker)]
      )
      #expect(
        try holds(within: .seconds(5)) {
          try session.status("boards.0.holder") == "\"foreign\""
            && (owner.targets.contains("TARGETS") || Watching.current == .off)
            && session.status("conversions") == "0"
        }
      )
      // A paste on demand is the user's wish; it is no record.
      #expect(Set(owner.targets).isSubset(of: ["TARGETS"]), "\(owner.targets)")
      owner.end()
      #expect(try observer.staysUnowned(for: .milliseconds(700)), "\(mark) came back")
      #expect(try session.recordedTitles() == ["older"])
      #expect(try session.filesHolding(marker) == [])
      #expect(session.processesShowing(marker).isEmpty)
    }
    if Watching.current == .on {
      #expect(session.log.contains("a secret was copied"), "\(session.log)")
    }
    // What is no secret is found on the disk, so the search above could have found it.
    let plain = "plain-marker-57a1c3"
    try session.put(plain)
    #expect(try !session.filesHolding(plain).isEmpty)
    try session.verifyAlive()
  }

  @Test func `a mark at the end of a very long list counts`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    try session.put("older")
    let marker = "secret-behind-1500"
    let names =
      ["UTF8_STRING"] + (2..<1500).map { "application/x-kind-\($0)" } + [Self.marks[0]]
    #expect(names.count == 1500)
    let atoms = try observer.connection.intern(names.map { Array($0.utf8) }).map(\.rawValue)
    let owner = try RawOwner(
      server,
      answers: [
        "TARGETS": .whole(type: "ATOM", format: 32, .bytes(packed(atoms))),
        "UTF8_STRING": .text(marker),
      ],
      others: .text(marker)
    )
    let isNoted = try holds(within: .seconds(5)) {
      try Watching.current == .off
        ? session.status("boards.0.holder") == "\"foreign\""
        : session.log.contains("a secret was copied") && session.status("conversions") == "0"
    }
    #expect(isNoted, "\(session.log)")
    try observer.askToSave(nil)
    #expect(try observer.saved(within: .seconds(5))?.property == Atom.none)
    #expect(Set(owner.targets) == ["TARGETS"], "\(owner.targets)")
    owner.end()
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
    #expect(try session.recordedTitles() == ["older"])
    #expect(try session.filesHolding(marker) == [])
    try session.verifyAlive()
  }

  @Test func `a paste of a secret leaves nothing behind either`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let marker = "pasted-secret-8c1f02"
    let owner = try RawOwner(
      server,
      answers: [Self.marks[0]: .text("secret"), "UTF8_STRING": .text(marker)]
    )
    #expect(try session.xfer("get").text == marker)
    // Large enough for a file, if anybody made one.
    let large = try RawOwner(
      server,
      answers: [
        Self.marks[0]: .text("secret"),
        "UTF8_STRING": .pieces(
          type: "UTF8_STRING",
          .bytes(Array((marker + String(repeating: " and more", count: 200_000)).utf8))
        ),
      ]
    )
    #expect(try session.xfer("get").text.hasPrefix(marker))
    #expect(owner.failure == nil && large.failure == nil)
    #expect(try session.filesHolding(marker) == [])
    #expect(session.processesShowing(marker).isEmpty)
    #expect(try session.recordedTitles().isEmpty)
    try session.verifyAlive()
  }

  @Test func `an expiry hits nothing that was copied later (B140)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try session.put("older")
    try session.put("A", "--expire", "600ms")
    let isCopied = try client.copy("B") {
      try Watching.current == .off
        ? session.status("boards.0.holder") == "\"foreign\"" : session.recordedTitles().first == "B"
    }
    #expect(isCopied)
    // Its time passes, which the history shows.
    let content = ["UTF8_STRING": Array("B".utf8)]
    #expect(try client.serve(content) { try !session.recordedTitles().contains("A") })
    #expect(try client.owner() == client.window)
    // Its own time passes while the daemon stands still, and while there is none.
    try session.put("C", "--expire", "400ms")
    kill(session.daemonPid, SIGSTOP)
    let deadline = ContinuousClock.now + .milliseconds(500)
    #expect(holds(within: .seconds(2)) { ContinuousClock.now > deadline })
    kill(session.daemonPid, SIGCONT)
    #expect(try holds(within: .seconds(5)) { try session.xclipReads().status == 1 })
    #expect(try session.recordedTitles().contains("older"))
    #expect(try !client.staysOwned(for: .milliseconds(500)), "an old value came back")
    try session.put("D", "--expire", "400ms")
    let end = ContinuousClock.now + .milliseconds(500)
    session.killDaemon()
    #expect(holds(within: .seconds(2)) { ContinuousClock.now > end })
    try session.startDaemon(warm: false)
    #expect(try session.xclipReads().status == 1, "what had expired is offered")
    #expect(try holds(within: .seconds(5)) { try !session.recordedTitles().contains("D") })
  }
}

extension XClient {
  /// Whether somebody owns the clipboard at some time of a span.
  fileprivate func staysOwned(for duration: Duration) throws -> Bool {
    try holds(within: duration) { try owner() != nil }
  }
}
