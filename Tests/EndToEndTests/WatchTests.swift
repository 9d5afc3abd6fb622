internal import Glibc
internal import TestSupport
import Testing
internal import Wire

/// `xfer watch` tells of every change, whoever made it.
@Suite("Watching")
struct WatchTests {
  @Test func `each put is a line`() throws {
    let session = try Session()
    let watch = try session.startXfer("watch", "--json", output: .pipe)
    try session.waitForWatcher()
    for number in 1...5 {
      try session.put("text \(number)")
      let line = try #require(readLine(from: watch.output, within: .seconds(5)))
      let values = try session.json(Array(line.utf8), at: ["board", "holder", "types.0.type"])
      #expect(values == [["\"clipboard\"", "\"ours\"", "\"public.utf8-plain-text\""]])
    }
    try session.endWatch(watch)
  }

  @Test func `a foreign claim is a line, and so is a clear`() throws {
    let session = try Session()
    let watch = try session.startXfer("watch", "--json", output: .pipe)
    try session.waitForWatcher()
    try session.xclipOwns(.bytes(Array("foreign".utf8)))
    #expect(try session.holder(of: watch) == "\"foreign\"")
    try session.put("ours")
    #expect(try session.holder(of: watch) == "\"ours\"")
    try session.xfer("clear")
    #expect(try session.holder(of: watch) == "\"nobody\"")
    try session.endWatch(watch)
  }

  @Test func `only the boards that were named`() throws {
    let session = try Session()
    let watch = try session.startXfer("watch", "-b", "primary", "--json", output: .pipe)
    try session.waitForWatcher()
    try session.put("clipboard")
    try session.put("primary", "-p")
    let line = try #require(readLine(from: watch.output, within: .seconds(5)))
    #expect(try session.json(Array(line.utf8), at: ["board"]) == [["\"primary\""]])
    try session.endWatch(watch)
  }

  @Test func `only changes that offer a type, by what is declared here`() throws {
    let session = try Session(.absent, configuration: "")
    let declaration = """
      [[type]]
      identifier = "com.example.ticket"
      conformsTo = ["public.json"]
      """
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    try Files.write(declaration, to: session.scratch + "/config/xfer/types/ticket.toml")
    try session.startDaemon()
    let watch = try session.startXfer("watch", "-t", "public.json", "--json", output: .pipe)
    try session.waitForWatcher()
    try session.put("text")
    try session.put("{}", "-t", "com.example.ticket")
    let line = try #require(readLine(from: watch.output, within: .seconds(5)))
    let types = try session.json(Array(line.utf8), at: ["types.0.type"])
    #expect(types == [["\"com.example.ticket\""]])
    try session.endWatch(watch)
  }

  @Test func `a command gets the content and what it is`() throws {
    let session = try Session()
    let watch = try session.startXfer(
      "watch",
      "--",
      "sh",
      "-c",
      "printf '%s|%s|' \"$XFER_BOARD\" \"$XFER_TYPES\"; cat; test -n \"$XFER_ENTRY\" && echo '|'",
      output: .pipe
    )
    try session.waitForWatcher()
    try session.put("first")
    let line = try #require(readLine(from: watch.output, within: .seconds(5)))
    #expect(line.hasPrefix("clipboard|"))
    #expect(line.contains("public.utf8-plain-text"))
    #expect(line.hasSuffix("|first|"), "\(line)")
    try session.endWatch(watch)
  }

  @Test func `since shows what there is first`() throws {
    let session = try Session()
    try session.put("before")
    let watch = try session.startXfer(
      "watch",
      "-b",
      "clipboard",
      "--since",
      "0",
      "--json",
      output: .pipe
    )
    #expect(try session.holder(of: watch) == "\"ours\"")
    try session.endWatch(watch)
  }

  @Test func `an owner that is slow holds up no change of another board`() throws {
    let session = try Session()
    let slow = RawOwner.Incremental(pieceSize: 1, pause: .milliseconds(500))
    let text = Array(String(repeating: "slow ", count: 40).utf8)
    let owner = try RawOwner(
      #require(session.server),
      answers: ["UTF8_STRING": .pieces(type: "UTF8_STRING", .bytes(text), slow)]
    )
    #expect(holds(within: .seconds(5), every: 0) { owner.targets.contains("UTF8_STRING") })
    try session.put("quick", "-b", "work")
    let watch = try WireClient(session)
    var request = WatchRequest(since: 0)
    request.boards = ["clipboard", "work"]
    try watch.send(.watch, request, more: true)
    #expect(try watch.next(WatchReply.self).change.board == "work")
    // What is known of it at the end is told nevertheless.
    owner.end()
    let change = try watch.next(WatchReply.self).change
    #expect(change.board == "clipboard" && change.entry == nil, "\(change)")
    try session.verifyAlive()
  }

  @Test func `who begins to watch while a copy is written is told of its entry`() throws {
    let session = try Session()
    try session.put("older")
    let lock = try StoreLock(of: session)
    let owner = try RawOwner(
      #require(session.server),
      answers: ["UTF8_STRING": .text("copied")]
    )
    try session.expectRead(owner)
    let watch = try WireClient(session)
    var request = WatchRequest(since: 0)
    request.boards = ["clipboard"]
    try watch.send(.watch, request, more: true)
    let isThere = try holds(within: .seconds(5)) { try (Int(session.status("clients")) ?? 0) >= 2 }
    #expect(isThere)
    lock.release()
    let change = try watch.next(WatchReply.self).change
    #expect(change.holder == .foreign, "\(change)")
    #expect(try change.entry == session.history().first?.entry, "\(change)")
    try session.put("newer")
    // Not told twice.
    #expect(try watch.next(WatchReply.self).change.holder == .ours)
    try session.verifyAlive()
  }

  @Test func `a watcher that does not read delays nobody`() throws {
    let session = try Session()
    let deaf = try session.startXfer("watch", "--json", output: .pipe)
    try session.waitForWatcher()
    for number in 1...300 { try session.put("\(number)") }
    #expect(try session.xfer("get").text == "300")
    deaf.send(SIGKILL)
    _ = deaf.waited(within: .seconds(5))
    try session.verifyAlive()
  }

  @Test func `a watch learns what is declared while it goes on, by itself`() throws {
    let session = try Session(configuration: "")
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    let watch = try session.startXfer("watch", "--json", "-t", "com.example.late", output: .pipe)
    try session.waitForWatcher()
    let declaration =
      "[[type]]\nidentifier = \"com.example.late\"\nconformsTo = [\"public.data\"]\n"
      + "mimeTypes = [\"application/x-late\"]\n"
    try Files.write(declaration, to: session.scratch + "/config/xfer/types/late.toml")
    let isTold = try holds(within: .seconds(10)) {
      try session.xclipOwns(.bytes([65]), target: "application/x-late")
      return readLine(from: watch.output, within: .milliseconds(200)) != nil
    }
    #expect(isTold)
    try session.endWatch(watch)
  }
}

extension Session {
  /// Waits until the daemon counts a client that stays.
  func waitForWatcher() throws {
    let isThere = try holds(within: .seconds(5)) { try (Int(status("clients")) ?? 0) >= 2 }
    #expect(isThere, "no watcher in status")
  }

  fileprivate func holder(of watch: Child) throws -> String? {
    guard let line = readLine(from: watch.output, within: .seconds(5)) else { return nil }
    return try json(Array(line.utf8), at: ["holder"]).first?.first
  }

  func endWatch(_ watch: Child) throws {
    watch.send(SIGINT)
    #expect(watch.waited(within: .seconds(2)) == 130)
    try verifyAlive()
  }
}
