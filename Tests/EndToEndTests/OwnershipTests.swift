internal import Glibc
import Testing
internal import XCB

/// Who owns a selection, since when, and who may take it.
@Suite("Ownership", .watchingOnAndOff)
struct OwnershipTests {
  @Test func `a claim has a real time, the same for all who ask (x11 1, B54)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try client.connection.enableXFixes()
    try client.connection.selectOwnerChanges(of: client.atom("CLIPBOARD"), window: client.window)
    try client.connection.sync()
    var last: UInt32 = 0
    for number in 1...3 {
      try session.put("text \(number)")
      let change = try client.event {
        if case .ownerChange(let change) = $0 { change } else { nil }
      }
      let time = try #require(try client.first("TIMESTAMP"))
      #expect(time.type == "INTEGER")
      #expect(time.format == 32)
      #expect(time.bytes.count == 4)
      let value = try #require(unpacked(time.bytes).first)
      #expect(value == change?.selectionTime.rawValue)
      #expect(try client.owner() == change?.owner)
      #expect(value != 0)
      #expect(!Timestamp(rawValue: value).isLater(than: try client.now()))
      #expect(number == 1 || Timestamp(rawValue: value).isLater(than: Timestamp(rawValue: last)))
      last = value
    }
    try session.verifyAlive()
  }

  @Test func `a claim of the future or the past changes nothing (x11 2)`() throws {
    let session = try Session()
    try session.put("ours")
    let client = try XClient(in: session)
    let time = try client.claimTime()
    let future = Timestamp(rawValue: try client.now().rawValue &+ 1_000_000)
    #expect(try !client.claim(at: future))
    #expect(try !client.claim(at: Timestamp(rawValue: time.rawValue &- 1)))
    #expect(try client.read("UTF8_STRING")?.text == "ours")
    #expect(try session.xfer("get").text == "ours")
    #expect(try session.status("boards.0.holder") == "\"ours\"")
  }

  @Test func `a claim at the very same time takes it (x11 3)`() throws {
    let session = try Session()
    try session.put("ours")
    let client = try XClient(in: session)
    #expect(try client.claim(at: client.claimTime()))
    let get = try session.startXfer("get")
    try client.serve(while: { get.poll() == nil }, offering: ["UTF8_STRING"]) { request, _ in
      try client.reply(to: request, Array("theirs".utf8))
    }
    #expect(get.outcome().text == "theirs")
    #expect(try session.status("boards.0.holder") == "\"foreign\"")
    try session.verifyAlive()
  }

  @Test func `new content has a later time, and an old time gets the old or nothing (x11 4)`()
    throws
  {
    let session = try Session()
    let client = try XClient(in: session)
    try session.put("first")
    let before = try client.claimTime()
    try session.put("second")
    let after = try client.claimTime()
    #expect(after.isLater(than: before))
    #expect([nil, "first"].contains(try client.first("UTF8_STRING", at: before)?.text))
    #expect(try client.first("UTF8_STRING", at: after)?.text == "second")
    #expect(try client.first("UTF8_STRING")?.text == "second")
  }

  @Test func `a time before the claim is refused at once (x11 5, B60)`() throws {
    let session = try Session()
    try session.put("ours")
    let client = try XClient(in: session)
    let stale = Timestamp(rawValue: try client.claimTime().rawValue &- 1)
    try client.ask("UTF8_STRING", at: stale)
    let notify = try #require(try client.answer(within: .milliseconds(500)))
    #expect(notify.property == .none)
    #expect(notify.time == stale)
  }

  @Test func `no time and the claim's own time are served and come back (x11 6)`() throws {
    let session = try Session()
    try session.put("ours")
    let client = try XClient(in: session)
    for time in [Timestamp.current, try client.claimTime()] {
      try client.ask("UTF8_STRING", at: time)
      let notify = try #require(try client.answer())
      #expect(notify.time == time)
      #expect(notify.property != .none)
      #expect(try client.value(of: "_TEST", delete: true)?.text == "ours")
    }
  }

  @Test func `a release that comes too late takes nothing from the new owner (x11 7)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try session.put("short", "--expire", "300ms")
    let put = ContinuousClock.now
    let daemon = session.daemonPid
    kill(daemon, SIGSTOP)
    defer { kill(daemon, SIGCONT) }
    #expect(try client.claim())
    // Both the loss and the end of the time wait for the daemon when it wakes.
    #expect(holds(within: .seconds(5)) { ContinuousClock.now > put + .milliseconds(400) })
    kill(daemon, SIGCONT)
    #expect(try session.status("boards.0.holder") == "\"foreign\"")
    #expect(try client.owner() == client.window)
    try session.verifyOwner(client)
  }

  @Test func `who re-owns at once meets no resistance (B52)`() throws {
    let session = try Session()
    let clients = try [XClient(in: session), XClient(in: session)]
    try session.put("ours")
    try clients[0].claim()
    try session.put("ours again")
    #expect(try clients[0].waitForClear() != nil)
    for client in clients { try client.claim() }
    #expect(try clients[0].waitForClear() != nil)
    // Nobody but the two claims from here on; the last one keeps it.
    #expect(try clients[1].waitForClear(within: .seconds(1)) == nil)
    #expect(try clients[1].owner() == clients[1].window)
  }

  @Test func `put says so when another takes the selection meanwhile, or has it`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    for number in 1...10 {
      let put = try session.startXfer("put", input: .bytes(Array("\(number)".utf8)))
      while put.poll() == nil { try client.claim() }
      let outcome = put.outcome()
      #expect(outcome.status == 0 || outcome.isCleanFailure, "\(outcome.complaint)")
    }
    try session.put("last")
    #expect(try session.xclipReads().text == "last")
  }

  @Test func `xferd asks nothing of itself (B60)`() throws {
    let session = try Session()
    for number in 1...20 { try session.put("\(number)") }
    #expect(try session.xfer("get").text == "20")
    #expect(try session.xfer("types").status == 0)
    #expect(try session.status("conversions") == "0")
  }
}

extension XClient {
  /// The time at which the clipboard was claimed, as its owner says.
  fileprivate func claimTime() throws -> Timestamp {
    guard let value = try first("TIMESTAMP"), let word = unpacked(value.bytes).first else {
      throw HarnessError("no TIMESTAMP")
    }
    return Timestamp(rawValue: word)
  }
}

extension Session {
  /// Checks that a client still owns the clipboard and is the one that `get` asks.
  fileprivate func verifyOwner(_ client: XClient) throws {
    let get = try startXfer("get")
    try client.serve(while: { get.poll() == nil }, offering: ["UTF8_STRING"]) { request, _ in
      try client.reply(to: request, Array("theirs".utf8))
    }
    #expect(get.outcome().text == "theirs")
  }
}
