internal import Glibc
internal import TestSupport
import Testing
internal import Wire

/// What a start of the daemon finds is what was there when it ended, in order or not.
@Suite("A restart")
struct HistoryRestartTests {
  @Test(arguments: [SIGTERM, SIGKILL])
  func `boards keep what is current; a clear and an end are remembered`(signal: CInt) throws {
    let session = try Session(display: false)
    var client = try WireClient(session)
    try client.put("old", on: "kept")
    try client.put("current", on: "kept")
    try client.put("cleared", on: "cleared")
    try client.put("pinned", on: "pinned") { $0.pinned = true }
    for board in ["cleared", "pinned"] {
      _ = try client.call(.clear, ClearRequest(board: board), ClearReply.self)
    }
    try client.put("before", on: "ended")
    try client.put("short", on: "ended") { $0.expire = 1 }
    #expect(try holds(within: .seconds(5)) { try client.list("ended").count == 1 })
    try client.put("long", on: "lasting") { $0.expire = 3_600_000 }
    let expiry = try #require(client.list("lasting").first?.expires)
    let before = try client.allEntries()
    for _ in 1...2 {
      try restart(session, signal)
      client = try WireClient(session)
      #expect(try client.bytes(on: "kept") == Array("current".utf8))
      for board in ["cleared", "pinned", "ended"] {
        #expect(try client.refusal(.get, GetRequest(board: board)) == "Empty", "\(board)")
      }
      #expect(try client.bytes(on: "lasting") == Array("long".utf8))
      #expect(try client.list("lasting").first?.expires == expiry)
      #expect(try client.allEntries() == before)
    }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `what expires while no daemon runs is gone after it, and what was before is back`(
    signal: CInt
  ) throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    try client.put("old", on: "back")
    let limit = 400
    for board in ["back", "gone"] {
      try client.put("short", on: board) { request in
        request.expire = limit
        request.restore = board == "back"
      }
    }
    let end = ContinuousClock.now + .milliseconds(limit)
    stop(session, signal)
    _ = holds(within: .seconds(2)) { ContinuousClock.now >= end }
    try session.startDaemon(warm: false)
    let after = try WireClient(session)
    #expect(
      try holds(within: .seconds(5)) { try after.allEntries().map(\.title) == ["old"] }
    )
    #expect(try after.bytes(on: "back") == Array("old".utf8))
    #expect(try after.refusal(.get, GetRequest(board: "gone")) == "Empty")
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a watch tells of every board that has changed since, and no number comes twice`(
    signal: CInt
  ) throws {
    let session = try Session(display: false)
    var client = try WireClient(session)
    try client.put("before", on: "early")
    let seen = try session.changes(since: 0).map(\.sequence).max() ?? 0
    var numbers: Set<Int> = [seen]
    for round in 1...3 {
      let boards = ["one \(round)", "two", "gone"]
      for board in boards { try client.put("text", on: board) }
      // The last number is that of a board that is no more.
      let remove = RemoveBoardRequest(board: "gone")
      _ = try client.call(.removeBoard, remove, Nothing.self)
      let last = try #require(try session.changes(since: seen).map(\.sequence).max())
      try restart(session, signal)
      client = try WireClient(session)
      let changes = try session.changes(since: seen)
      #expect(Set(changes.map(\.board)).isSuperset(of: boards.dropLast()))
      try client.put("after", on: "late")
      let new = try #require(session.changes(since: last).first { $0.board == "late" }).sequence
      #expect(new > last && new > changes.map(\.sequence).max() ?? 0)
      #expect(numbers.insert(new).inserted)
    }
  }

  @Test func `the log does not grow with every crash`() throws {
    let session = try Session(display: false)
    let text = String(decoding: Samples.text(16_000), as: UTF8.self)
    let log = session.scratch + "/state/xfer/history.sqlite-wal"
    for _ in 1...12 {
      let client = try WireClient(session)
      for _ in 1...60 { try client.put(text, on: "work") }
      session.killDaemon()
      try session.startDaemon(warm: false)
    }
    #expect(try WireClient(session).list("work").count == 720)
    // What 60 puts write, a few times over.
    #expect(Files.size(log) ?? 0 < 24 << 20)
  }

  // MARK: Bytes

  @Test func `white space is kept to the byte, and restoring makes no new entry (B142)`() throws {
    let session = try Session(display: false)
    let texts = ["\n", " ", "a\n", "a", "\t", "\r\n", "a\r\n", "\u{FEFF}a", "a\u{2028}"]
    for text in texts { try session.put(text, "-b", "work") }
    try restart(session, SIGKILL)
    let client = try WireClient(session)
    let entries = try client.list("work").map(\.entry)
    #expect(entries.count == texts.count)
    for (entry, text) in zip(entries, texts.reversed()) {
      let outcome = try session.xfer("restore", entry)
      #expect(outcome.status == 0, "\(outcome.complaint)")
      try expect(session.xfer("get", "-b", "work").out, is: Array(text.utf8))
    }
    #expect(try Set(client.list("work").map(\.entry)) == Set(entries))
    #expect(try client.list("work").count == texts.count)
  }

  @Test func `one put with several representations is one entry (B144)`() throws {
    let session = try Session(display: false)
    let image = session.scratch + "/image.png"
    try Files.write(Samples.bytes(100_000), to: image)
    let outcome = try session.xfer(
      "put",
      "-b",
      "work",
      "-t",
      "text/html",
      "-r",
      "image/png=\(image)",
      input: .bytes(Array("<img>".utf8))
    )
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let entries = try WireClient(session).list("work")
    #expect(entries.map(\.types) == [["public.html", "public.png"]])
  }

  // MARK: Size

  @Test func `10,000 entries, one of 300 MB and lines of 10 MB delay no start (B146)`() throws {
    let session = try Session(display: false)
    let large = session.scratch + "/large"
    let number = open(large, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(posix_fallocate(number, 0, 300 << 20) == 0)
    close(number)
    let client = try WireClient(session)
    var request = PutRequest(items: [], board: "work")
    let line = String(repeating: "x", count: 10 << 20)
    try client.put(line + "\n" + line, on: "work")
    let put = try session.xfer("put", "-b", "work", "-t", "public.data", input: .file(large))
    #expect(put.status == 0, "\(put.complaint)")
    request.items = [PutItem(representations: [PutRepresentation(type: nil, text: "many")])]
    for _ in 1...10_000 { _ = try client.call(.put, request, PutReply.self) }
    try restart(session, SIGKILL)
    let begin = ContinuousClock.now
    try restart(session, SIGTERM)
    #expect(ContinuousClock.now - begin < .seconds(2))
    let list = try session.xfer("list", "-b", "work", "-l", "50")
    #expect(list.lines.count == 50)
    #expect(list.elapsed < .seconds(1))
    let all = try session.xfer("list", "-b", "work")
    #expect(all.lines.count == 10_002)
    #expect(all.lines.allSatisfy { $0.utf8.count < 1000 })
    #expect((peakResidentBytes(of: session.daemonPid) ?? .max) < 200 << 20)
    let clear = try session.xfer("clear", "--history", "-b", "work")
    #expect(clear.status == 0, "\(clear.complaint)")
    #expect(try WireClient(session).list("work").isEmpty)
  }

  private func stop(_ session: Session, _ signal: CInt) {
    session.daemon?.send(signal)
    #expect(session.daemon?.waited(within: .seconds(10)) != nil)
  }

  private func restart(_ session: Session, _ signal: CInt) throws {
    stop(session, signal)
    try session.startDaemon(warm: false)
  }
}
