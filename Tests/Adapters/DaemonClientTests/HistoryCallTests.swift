import LinuxIO
import Testing
import Varlink
import Wire

@testable import DaemonClient

@Suite("Calls about history", .timeLimit(.minutes(4)))
struct HistoryCallTests {
  static func entry(_ index: Int) -> EntrySummary {
    EntrySummary(entry: "0123456789abcdef", board: "b", index: index, time: 1, title: "t")
  }

  /// Runs `body` with a connection to a service that answers every call with `reply`, and checks the
  /// call that it got and the answer.
  static func expect<Reply: Encodable & Sendable & Equatable>(
    _ method: Substring,
    _ parameters: [String: JSON],
    answering reply: Reply,
    _ body: (DaemonConnection) throws -> Reply
  ) throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, _ in
      try? call.answer(reply)
    }
    let answer = try body(try DaemonConnection(service.caller(display: ":7")))
    #expect(answer == reply)
    let call = try #require(service.calls.first)
    #expect(service.calls.count == 1)
    #expect(call.method == method)
    for (name, value) in parameters { #expect(call.parameters[name] == value, "\(name)") }
    #expect(call.parameters["display"] == ":7")
  }

  // MARK: Lists

  /// Answers a list of `count` entries, at most two at a time.
  static func listing(_ count: Int) -> ScriptedService.Script {
    { call, _ in
      let start = call.parameters["after"]?.stringValue.flatMap { Int($0) } ?? 0
      let limit = min(2, call.parameters["limit"]?.integerValue.map { Int($0) } ?? 2)
      let end = min(count, start + limit)
      let entries = (start..<end).map { Self.entry($0 + 1) }
      try? call.answer(ListReply(entries: entries, next: end < count ? "\(end)" : nil))
    }
  }

  @Test func `a list comes part by part`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path(), Self.listing(5))
    var request = ListRequest(board: "b")
    request.search = "text"
    let connection = try DaemonConnection(service.caller(display: ":7"))
    var parts: [[Int]] = []
    try connection.list(request) { parts.append($0.map(\.index)) }
    #expect(parts == [[1, 2], [3, 4], [5]])
    #expect(service.calls.map(\.parameters["after"]) == [nil, "2", "4"])
    for call in service.calls {
      #expect(call.method == "List")
      #expect(call.parameters["search"] == "text")
      #expect(call.parameters["display"] == ":7")
    }
  }

  @Test(arguments: [
    (1, [[1]]), (2, [[1, 2]]), (3, [[1, 2], [3]]), (9, [[1, 2], [3, 4], [5]]),
  ])
  func `a limit is that of the whole list`(_ limit: Int, _ expected: [[Int]]) throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path(), Self.listing(5))
    var request = ListRequest()
    request.limit = limit
    var parts: [[Int]] = []
    let connection = try DaemonConnection(service.caller())
    try connection.list(request) { parts.append($0.map(\.index)) }
    #expect(parts == expected)
    #expect(service.calls.count == expected.count)
  }

  @Test func `a list of nothing is one part`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path(), Self.listing(0))
    var parts: [[EntrySummary]] = []
    try DaemonConnection(service.caller()).list(ListRequest()) { parts.append($0) }
    #expect(parts == [[]])
  }

  @Test func `a list that breaks off is an error after what came`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, index in
      guard index == 0 else {
        try? call.fail(.storageFailed(reason: "r"))
        return
      }
      try? call.answer(ListReply(entries: [Self.entry(1)], next: "1"))
    }
    var seen = 0
    let connection = try DaemonConnection(service.caller())
    #expect(throws: ClientError.refused(.storageFailed(reason: "r"))) {
      try connection.list(ListRequest()) { seen += $0.count }
    }
    #expect(seen == 1)
  }

  @Test func `what the reader of a list throws ends it`() throws {
    struct Enough: Error {}
    let service = try ScriptedService(at: DaemonConnectionTests.path(), Self.listing(5))
    let connection = try DaemonConnection(service.caller())
    var seen = 0
    #expect(throws: Enough.self) {
      try connection.list(ListRequest()) { _ in
        seen += 1
        throw Enough()
      }
    }
    #expect(seen == 1)
  }

  // MARK: Entries

  @Test func `an entry is described`() throws {
    let reply = ShowReply(summary: Self.entry(1), types: [], preview: "p")
    try Self.expect("Show", ["entry": "@1", "board": "b"], answering: reply) {
      try $0.show(ShowRequest(entry: "@1", board: "b"))
    }
  }

  @Test func `an entry is restored`() throws {
    let reply = RestoreReply(entry: "0123", board: "primary", changeCount: 2)
    try Self.expect("Restore", ["entry": "0123", "to": "primary"], answering: reply) {
      try $0.restore(RestoreRequest(entry: "0123", to: "primary"))
    }
  }

  @Test func `entries are copied and moved`() throws {
    let reply = ArrangeReply(entries: ["4567"])
    let request = ArrangeRequest(entries: ["0123"], to: "notes")
    try Self.expect("Copy", ["entries": ["0123"], "to": "notes"], answering: reply) {
      try $0.copy(request)
    }
    try Self.expect("Move", ["entries": ["0123"], "to": "notes"], answering: reply) {
      try $0.move(request)
    }
  }

  @Test func `entries are pinned, tagged and removed`() throws {
    let reply = EntriesReply(entries: ["0123"])
    try Self.expect("Pin", ["entries": ["@1"], "pinned": .bool(false)], answering: reply) {
      try $0.pin(PinRequest(entries: ["@1"], pinned: false))
    }
    try Self.expect("Tag", ["add": ["a"], "remove": ["b"]], answering: reply) {
      try $0.tag(TagRequest(entries: ["@1"], add: ["a"], remove: ["b"]))
    }
    try Self.expect("Remove", ["entries": ["@1", "@2"]], answering: reply) {
      try $0.remove(RemoveRequest(entries: ["@1", "@2"]))
    }
  }

  // MARK: Boards

  @Test func `history is cleared`() throws {
    var request = ClearRequest(board: "b")
    request.history = true
    let reply = ClearReply(changeCount: 1, removed: 9)
    try Self.expect("Clear", ["board": "b", "history": .bool(true)], answering: reply) {
      try $0.clear(request)
    }
  }

  @Test func `boards are made and removed`() throws {
    try Self.expect("CreateBoard", ["board": "b"], answering: Nothing()) {
      try $0.createBoard(CreateBoardRequest(board: "b"))
      return Nothing()
    }
    try Self.expect("RemoveBoard", ["board": "b", "force": .bool(true)], answering: Nothing()) {
      try $0.removeBoard(RemoveBoardRequest(board: "b", force: true))
      return Nothing()
    }
  }

  // MARK: Archives

  @Test func `an export passes its descriptor and tells how far it is`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, _ in
      guard call.more else { return }
      try? call.descriptors.first?.descriptor.writeAll(Array("archive".utf8))
      for bytes in [10, 20] {
        try? call.answer(ArchiveReply(entries: 1, bytes: bytes), continues: true)
      }
      try? call.answer(ArchiveReply(entries: 3, bytes: 30, skipped: 1, problems: ["p"]))
    }
    let file = try DaemonConnectionTests.input()
    var seen: [Int] = []
    let connection = try DaemonConnection(service.caller(display: ":7"))
    let reply = try connection.export(ExportRequest(board: "b", descriptor: 9), to: file) {
      seen.append($0.bytes)
    }
    #expect(reply == ArchiveReply(entries: 3, bytes: 30, skipped: 1, problems: ["p"]))
    #expect(seen == [10, 20])
    try file.descriptor.seek(to: 0)
    #expect(try file.descriptor.readToEnd(limit: 100) == Array("archive".utf8))
    let call = try #require(service.calls.first)
    #expect(call.method == "Export")
    #expect(call.descriptorCount == 1)
    #expect(call.parameters["descriptor"] == 0)
    #expect(call.parameters["board"] == "b")
    #expect(call.parameters["display"] == ":7")
  }

  @Test func `an import passes its descriptor`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, _ in
      try? call.answer(ArchiveReply(entries: 2, bytes: 3))
    }
    let connection = try DaemonConnection(service.caller())
    let input = try DaemonConnectionTests.input()
    let reply = try connection.import(ImportRequest(), from: input)
    #expect(reply.entries == 2)
    let call = try #require(service.calls.first)
    #expect(call.method == "Import")
    #expect(call.descriptorCount == 1)
    #expect(call.parameters["board"] == nil)
  }

  @Test func `an archive that breaks off is an error`() throws {
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, _ in
      try? call.answer(ArchiveReply(entries: 1, bytes: 10), continues: true)
      try? call.fail(.storageFailed(reason: "full"))
    }
    let connection = try DaemonConnection(service.caller())
    #expect(throws: ClientError.refused(.storageFailed(reason: "full"))) {
      try connection.export(ExportRequest(), to: try DaemonConnectionTests.input())
    }
  }
}
