internal import Glibc
import Testing
internal import Wire

/// Whatever happens to the directory of the history, what can be done is done, and the rest says why.
@Suite("A history in trouble")
struct StoreTroubleTests {
  @Test func `without descriptors calls fail, and work again when there are some`() throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    let large = String(decoding: Samples.text(100_000), as: UTF8.self)
    let entry = try client.put(large, on: "work")
    try client.put("current", on: "work")
    _ = try client.list("work")
    let limit = { (count: Int) in
      let outcome = try session.run(
        ["prlimit", "--nofile=\(count):", "--pid=\(session.daemonPid)"],
        environment: ["PATH": "/usr/bin:/bin"]
      )
      try #require(outcome.status == 0, "\(outcome.complaint)")
    }
    // Fewer than are open.
    try limit(10)
    var get = GetRequest(board: "work")
    get.entry = entry
    #expect(try client.refusal(.get, get) == "StorageFailed")
    let put = PutRequest(
      items: [PutItem(representations: [PutRepresentation(type: nil, text: large)])],
      board: "work"
    )
    #expect(try client.refusal(.put, put) == "StorageFailed")
    #expect(try client.bytes(on: "work") == Array("current".utf8))
    _ = try client.status()
    try limit(1024)
    #expect(try client.bytes(of: entry) == Array(large.utf8))
    try client.put(large, on: "work")
    #expect(try client.list("work").count == 3)
    #expect(try client.status().problems.isEmpty)
  }

  @Test func `a directory that was removed is made again, and the daemon goes on`() throws {
    let session = try Session(display: false)
    let state = session.scratch + "/state"
    try session.put("lost", "-b", "work")
    for text in [Samples.text(100_000), Samples.text(10)] {
      Files.remove(state + "/xfer")
      #expect(try session.xfer("get", "-b", "work").status == 0)
      #expect(try session.xfer("list").isCleanFailure)
      try session.put(text, "-b", "work")
      try expect(session.xfer("get", "-b", "work").out, is: text)
      #expect(try WireClient(session).list("work").map(\.size) == [text.count])
      #expect(Files.mode(state + "/xfer") == 0o700)
    }
    #expect(session.log.contains("removed"))
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try WireClient(session).list("work").map(\.size) == [10])
  }

  @Test func `something else in its place stays what it is, and puts say so`() throws {
    let session = try Session(.absent, display: false)
    let place = session.scratch + "/state/xfer"
    try Files.write("somebody's", to: place)
    try session.startDaemon(warm: false)
    let put = try session.xfer("put", "-b", "work", input: .bytes([65]))
    #expect(put.status == 74)
    #expect(put.isCleanFailure && put.complaint.contains(place), "\(put.complaint)")
    #expect(Files.text(place) == "somebody's")
    #expect(try WireClient(session).status().problems.contains { $0.contains(place) })
    #expect(try session.xfer("put", "--sensitive", "-b", "work", input: .bytes([65])).status == 0)
    #expect(try session.xfer("get", "-b", "work").text == "A")
    Files.remove(place)
    try session.put("kept", "-b", "work")
    #expect(try WireClient(session).list("work").map(\.title) == ["kept"])
  }

  @Test func `of two daemons on one history the second says so, and takes over`() throws {
    let first = try Session(display: false)
    let second = try Session(
      .absent,
      display: false,
      environment: ["XDG_STATE_HOME": first.scratch + "/state"]
    )
    let one = try WireClient(first)
    let entry = try one.put("first", on: "work")
    try one.put("of the board", on: "other")
    try second.startDaemon(warm: false)
    let says = "another xferd has the history open"
    let put = try second.xfer("put", "-b", "work", input: .bytes([65]))
    #expect(put.status == 74)
    #expect(put.isCleanFailure && put.complaint.contains(says), "\(put.complaint)")
    let two = try WireClient(second)
    #expect(try two.status().problems.contains { $0.contains(says) })
    #expect(try two.refusal(.remove, RemoveRequest(entries: [entry])) == "StorageFailed")
    try two.put("secret", on: "work") { $0.sensitive = true }
    #expect(try two.bytes(on: "work") == Array("secret".utf8))
    #expect(try two.bytes(of: entry) == Array("first".utf8))
    let last = try #require(first.changes(since: 0).map(\.sequence).max())
    first.daemon?.send(SIGTERM)
    #expect(first.daemon?.waited(within: .seconds(10)) == 0)
    try two.put("second", on: "third")
    #expect(try two.status().problems.isEmpty)
    #expect(try two.bytes(on: "work") == Array("secret".utf8))
    #expect(try two.bytes(on: "other") == Array("of the board".utf8))
    let kept = try two.allEntries()
    #expect(Set(kept.map(\.title)).isSuperset(of: ["first", "of the board", "second"]))
    #expect(try second.changes(since: last).contains { $0.board == "third" })
  }

  @Test func `a call that comes before the history is open waits for it`() throws {
    let session = try Session(display: false)
    try session.put("there", "-b", "work")
    for isKilled in [true, false, true, false] {
      if isKilled {
        session.killDaemon()
      } else {
        session.daemon?.send(SIGTERM)
        #expect(session.daemon?.waited(within: .seconds(10)) == 0)
      }
      let early = try session.start([Programs.python, Programs.peer("early.py"), session.socket])
      try session.startDaemon(warm: false)
      #expect(early.outcome().lines == ["there"])
    }
  }
}
