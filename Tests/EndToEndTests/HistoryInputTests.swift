internal import Glibc
import Testing
internal import Wire

/// Odd and hostile names, searches and entries: kept as they are, or refused.
@Suite("What history is asked")
struct HistoryInputTests {
  @Test(arguments: [
    "a\nb", "a\0b", String(repeating: "x", count: 255), "../../x", "/abs", "..", ".", "", "a/b",
    "~", "%2e%2e%2fx", "..\\x", "e\u{301}", "\u{E9}",
  ])
  func `the name of an item is kept as it was put, and is no path (B114)`(name: String) throws {
    let session = try Session(display: false)
    let before = Files.tree(session.scratch).filter { !$0.contains("/state/") }
    let client = try WireClient(session)
    let entry = try client.put("text", on: "work", name: name)
    session.killDaemon()
    try session.startDaemon(warm: false)
    var request = TypesRequest()
    request.entry = entry
    let types = try WireClient(session).call(.types, request, TypesReply.self).types
    let names = types.compactMap(\.name).map { Array($0.utf8) }
    #expect(names.contains(Array(name.utf8)))
    #expect(Files.tree(session.scratch).filter { !$0.contains("/state/") } == before)
  }

  @Test func `names that are too long or hold control characters are refused`() throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    let long = String(repeating: "x", count: 256)
    let item = { (name: String?) in
      PutItem(name: name, representations: [PutRepresentation(type: nil, text: "text")])
    }
    func refusal(
      on board: String = "work",
      name: String? = nil,
      _ change: (inout PutRequest) -> Void = { _ in }
    ) throws -> String? {
      var request = PutRequest(items: [item(name)], board: board)
      change(&request)
      return try client.refusal(.put, request)
    }
    #expect(try refusal(name: long) == "TooLarge")
    #expect(try refusal { $0.title = String(repeating: "t", count: 4097) } == "TooLarge")
    #expect(try refusal { $0.tags = (0...256).map { "\($0)" } } == "TooLarge")
    for bad in ["", long, "a\nb", "a\0"] {
      #expect(try refusal(on: bad) == "InvalidRequest", "board")
      #expect(try refusal { $0.tags = ["good", bad] } == "InvalidRequest", "tag")
    }
    #expect(try client.allEntries().isEmpty)
    let entry = try client.put("text", on: String(long.dropLast())) {
      $0.title = "one\nline\0"
      $0.tags = [String(long.dropLast())]
    }
    #expect(try client.list(String(long.dropLast())).map(\.title) == ["one\nline\0"])
    for bad in ["", long, "a\nb", "a\0"] {
      let tag = TagRequest(entries: [entry], add: [bad], remove: [])
      #expect(try client.refusal(.tag, tag) == "InvalidRequest")
    }
    #expect(try session.xfer("list", "-b", String(long.dropLast())).lines.count == 1)
    try session.verifyAlive()
  }

  @Test func `both normal forms stay two: boards, tags, titles, names, searches (B112)`() throws {
    let session = try Session(display: false)
    let twins = ["\u{E9}", "e\u{301}", "\u{AC00}", "\u{1100}\u{1161}"]
    var client = try WireClient(session)
    for twin in twins {
      try client.put("text", on: twin, name: twin) { $0.title = twin }
      try client.put("other", on: "all") { ($0.title, $0.tags) = (twin, [twin]) }
    }
    for _ in 1...2 {
      #expect(try client.boards().filter { $0.entries == 1 }.count == twins.count)
      for twin in twins {
        let bytes = Array(twin.utf8)
        #expect(try client.list(twin).map { Array($0.title.utf8) } == [bytes])
        let tagged = try client.list("all") { $0.tags = [twin] }
        #expect(tagged.map { Array($0.title.utf8) } == [bytes])
        #expect(tagged.map { $0.tags.map { Array($0.utf8) } } == [[bytes]])
        let found = try client.list("all") { $0.search = twin }
        #expect(found.map { Array($0.title.utf8) } == [bytes])
      }
      session.killDaemon()
      try session.startDaemon(warm: false)
      client = try WireClient(session)
    }
  }

  @Test func `text that is no UTF-8 ends its connection, and stores nothing`() throws {
    let session = try Session(display: false)
    let lines = try session.run(
      [Programs.python, Programs.peer("hostile.py"), session.socket, "encoding"]
    ).lines
    #expect(lines == ["closed", "closed", "closed"])
    #expect(try WireClient(session).allEntries().isEmpty)
    try session.verifyAlive()
  }

  @Test func `entries that are not there, numbers that cannot be`() throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    try client.put("text", on: "work")
    let names = [
      "@0", "@-1", "@2", "@99999999999999999999", "@", "@+1", "", "abc", "zzzz", "@\u{661}",
      "0123456789abcdef0", "abcd\0",
    ]
    for name in names {
      #expect(try client.refusal(.show, ShowRequest(entry: name, board: "work")) == "NoSuchEntry")
      let remove = RemoveRequest(entries: [name])
      #expect(try client.refusal(.remove, remove) == "NoSuchEntry")
    }
    #expect(try client.list("work") { $0.limit = .max }.count == 1)
    #expect(try client.list("work") { $0.since = .max }.count == 1)
    for change in [\ListRequest.limit: [0, -1, .min], \ListRequest.since: [-1, .min]] {
      for value in change.value {
        var request = ListRequest(board: "work")
        request[keyPath: change.key] = value
        #expect(try client.refusal(.list, request) == "InvalidRequest")
      }
    }
    for token in ["", "x", "1.1.1.-1", "1.1.1", "99999999999999999999.1.1.1"] {
      var request = ListRequest(board: "work")
      request.after = token
      #expect(try client.refusal(.list, request) == "InvalidRequest")
    }
    try session.verifyAlive()
  }

  @Test func `a prefix that two have is none, and one more digit decides`() throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    // 65,536 beginnings: among some thousand at the latest two are alike.
    var byPrefix: [String: String] = [:]
    var twins: (String, String)?
    for _ in 0..<5000 where twins == nil {
      let entry = try client.put("text", on: "work")
      if let other = byPrefix.updateValue(entry, forKey: String(entry.prefix(4))) {
        twins = (entry, other)
      }
    }
    let (one, other) = try #require(twins)
    let outcome = try session.xfer("show", String(one.prefix(4)))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("more than one"), "\(outcome.complaint)")
    let common = zip(one, other).prefix { $0 == $1 }.count
    let show = ShowRequest(entry: String(one.prefix(common + 1)))
    #expect(try client.call(.show, show, ShowReply.self).summary.entry == one)
  }

  @Test(arguments: [
    "(a+)+$", "(a*)*b", "(?R)", "(a|aa)+$", "(*LIMIT_MATCH=1000000000)(a+)+$",
    "(*NO_START_OPT)(a|b|ab)*c", "((a{1,20}){1,20}){1,20}$",
  ])
  func `a hostile expression takes a bounded time and delays nobody`(pattern: String) throws {
    let session = try Session(display: false)
    let client = try WireClient(session)
    for number in 0..<100 {
      try client.put(String(repeating: "a", count: 3000) + "\(number)!", on: "work")
    }
    let search = try session.startXfer("list", "-b", "work", "--regex", pattern)
    var times: [Duration] = []
    let begin = ContinuousClock.now
    repeat {
      let begin = ContinuousClock.now
      _ = try client.status()
      times.append(ContinuousClock.now - begin)
    } while search.poll() == nil && ContinuousClock.now - begin < .seconds(25)
    #expect(search.poll() != nil, "it takes longer than 25 s")
    #expect(median(times) < .milliseconds(20), "status takes \(median(times))")
  }

  @Test func `a large entry that is removed while it is read arrives whole`() throws {
    let session = try Session(display: false)
    let text = Samples.text(30 << 20)
    try session.put(text, "-b", "work")
    let client = try WireClient(session)
    let entry = try #require(client.list("work").first?.entry)
    let get = try session.startXfer("get", entry, output: .pipe)
    // It has begun: what it writes fills the pipe.
    var first = [UInt8](repeating: 0, count: 1)
    try #require(read(get.output, &first, 1) == 1)
    _ = try client.call(.remove, RemoveRequest(entries: [entry]), EntriesReply.self)
    let rest = try #require(readAll(from: get.output, within: .seconds(20)))
    expect(first + rest, is: text)
    #expect(get.waited(within: .seconds(5)) == 0)
    #expect(Files.names(in: session.scratch + "/state/xfer/payloads").isEmpty)
    try session.verifyAlive()
  }
}
