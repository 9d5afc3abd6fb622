internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// PRIMARY and CLIPBOARD follow each other where the user wants that, and nothing is lost by it.
@Suite("Mirrored selections")
struct MirrorTests {
  private static func session(_ mirror: String, rest: String = "50ms") throws -> Session {
    try Session(
      configuration: "[selections]\nmirror = \"\(mirror)\"\n[watch]\nrest = \"\(rest)\"\n"
    )
  }

  private func copy(
    _ text: String,
    on selection: String,
    in session: Session
  ) throws -> RawOwner {
    try RawOwner(
      #require(session.server),
      selection: selection,
      answers: ["UTF8_STRING": .text(text)]
    )
  }

  /// Whether a selection is to be had with a text.
  private func offers(_ text: String, on selection: String, _ session: Session) throws -> Bool {
    try holds(within: .seconds(10)) {
      try session.xclipReads(selection: selection.lowercased()).text == text
    }
  }

  @Test(arguments: [
    ("to-primary", "CLIPBOARD", "PRIMARY"), ("to-clipboard", "PRIMARY", "CLIPBOARD"),
  ])
  func `one follows the other, also when it is cleared`(
    _ mirror: String,
    _ source: String,
    _ target: String
  ) throws {
    let session = try Self.session(mirror)
    let observer = try XClient(in: session)
    let owner = try copy("copied", on: source, in: session)
    #expect(try offers("copied", on: target, session))
    try owner.release()
    #expect(try observer.staysUnowned(target, for: .milliseconds(200)))
    try session.put("put", "-b", source.lowercased())
    #expect(try offers("put", on: target, session))
    // Not the other way round.
    let other = try copy("theirs", on: target, in: session)
    #expect(try holds(within: .seconds(5)) { try session.status("conversions") == "0" })
    #expect(try session.xclipReads(selection: source.lowercased()).text == "put")
    #expect(try observer.owner(of: target) == other.window)
    try session.verifyAlive()
  }

  @Test func `what was selected does not take what was copied while it rested`() throws {
    let session = try Self.session("to-clipboard", rest: "300ms")
    let selected = try copy("selected", on: "PRIMARY", in: session)
    let copied = try copy("copied", on: "CLIPBOARD", in: session)
    #expect(holds(within: .seconds(5)) { selected.targets.contains("UTF8_STRING") })
    #expect(try holds(within: .seconds(5)) { try session.status("conversions") == "0" })
    let observer = try XClient(in: session)
    let isTaken = try holds(within: .milliseconds(500)) {
      try observer.owner(of: "CLIPBOARD") != copied.window
    }
    #expect(!isTaken, "a selection took the place of a later copy")
    try session.verifyAlive()
  }

  @Test func `what is put or cleared while a copy is read stays`() throws {
    let session = try Self.session("to-primary")
    let observer = try XClient(in: session)
    for round in 1...10 {
      let owner = try copy("copied \(round)", on: "CLIPBOARD", in: session)
      #expect(holds(within: .seconds(5), every: 0) { owner.targets.contains("UTF8_STRING") })
      if round.isMultiple(of: 2) {
        try session.put("put \(round)", "-p")
      } else {
        #expect(try session.xfer("clear", "-p").status == 0)
      }
      try session.expectHistory { $0.first?.title == "copied \(round)" }
      if round.isMultiple(of: 2) {
        let isTaken = try holds(within: .milliseconds(200)) {
          try session.xclipReads(selection: "primary").text != "put \(round)"
        }
        #expect(!isTaken, "round \(round)")
      } else {
        #expect(try observer.staysUnowned("PRIMARY", for: .milliseconds(200)), "round \(round)")
      }
      owner.end()
    }
    try session.verifyAlive()
  }

  @Test func `both ways there is no loop, also beside another that does the same`() throws {
    let session = try Self.session("both")
    let observer = try XClient(in: session)
    for selection in ["CLIPBOARD", "PRIMARY"] { try observer.watchOwners(of: selection) }
    let follower = try XClient(in: session)
    for selection in ["CLIPBOARD", "PRIMARY"] { try follower.watchOwners(of: selection) }
    var text = ""
    for round in 1...3 {
      for selection in ["CLIPBOARD", "PRIMARY"] {
        let copied = "\(selection) \(round)"
        let owner = try copy(copied, on: selection, in: session)
        try follower.follow(&text, for: .seconds(1))
        let changes = try observer.ownerChanges(within: .milliseconds(100))
        #expect(changes <= 6, "\(changes) changes for one copy")
        let read = try session.startReading(["clipboard", "primary"])
        try follower.follow(&text, while: { read.contains { $0.poll() == nil } })
        #expect(read.map { $0.outcome().text } == [copied, copied])
        owner.end()
        try follower.follow(&text, for: .milliseconds(600))
        _ = try observer.ownerChanges(within: .milliseconds(10))
      }
    }
    try session.verifyAlive()
  }
}

extension Session {
  /// Starts programs that read a text, and can wait until it is there.
  fileprivate func startReading(_ boards: [String]) throws -> [Child] {
    try boards.map { try startXfer("get", "-b", $0) }
  }
}

extension XClient {
  /// Offers on one of PRIMARY and CLIPBOARD what another program offers on the other.
  fileprivate func follow(
    _ text: inout String,
    for duration: Duration = .seconds(10),
    while isNeeded: () throws -> Bool = { true }
  ) throws {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, try isNeeded() {
      let change = try event(within: .milliseconds(5)) { event in
        if case .ownerChange(let change) = event { change } else { nil }
      }
      if let change, let taker = change.owner, taker != window {
        let selection = try name(change.selection)
        // Whoever has taken it meanwhile is told of as well, and it may be this one.
        guard try owner(of: selection) == taker else { continue }
        text = try read("UTF8_STRING", of: selection)?.text ?? text
        try claim(selection == "PRIMARY" ? "CLIPBOARD" : "PRIMARY")
      }
      while let request = try request(within: .zero) { try offer(text, to: request) }
    }
  }
}
