import Testing
internal import Wire

/// How long a put lasts, and what comes after it.
@Suite("Lifetime of a put", .watchingOnAndOff)
struct LifetimeTests {
  @Test func `once is one paste, and looking at the targets is none (B30)`() throws {
    let session = try Session()
    let text = Samples.text(3_000_000)
    try session.put(text, "--once")
    #expect(try session.xclipReads(target: "TARGETS").lines.contains("UTF8_STRING"))
    #expect(try session.xfer("types").status == 0)
    try expect(session.xclipReads().out, is: text)
    #expect(try holds(within: .seconds(5)) { try session.xfer("get").status == 1 })
    #expect(try session.xclipReads().status == 1)
    try session.verifyAlive()
  }

  @Test func `a get is one paste`() throws {
    let session = try Session()
    try session.put("gone", "--once")
    #expect(try session.xfer("get").text == "gone")
    #expect(try session.xfer("get").status == 1)
  }

  @Test func `pastes counts as far as it was told`() throws {
    let session = try Session()
    try session.put("thrice", "--pastes", "3")
    for _ in 1...3 { #expect(try session.xfer("get").text == "thrice") }
    #expect(try session.xfer("get").status == 1)
    try session.put("plain")
    for _ in 1...5 { #expect(try session.xfer("get").text == "plain") }
  }

  @Test func `a paste over X and one item by item do not end each other`() throws {
    let session = try Session()
    var request = PutRequest(
      items: ["a", "b", "c"].map { PutItem(representations: [.init(type: nil, text: $0)]) }
    )
    request.pastes = 2
    let (reader, program) = (try WireClient(session), try XClient(in: session))
    func get(_ item: Int) throws -> String? {
      var request = GetRequest()
      request.item = item
      return try reader.call(.get, request, GetReply.self).text
    }
    // The program has half a second for its paste, and only whoever has less time is refused.
    let isServed = try (0..<5).contains { _ in
      _ = try reader.call(.put, request, PutReply.self)
      #expect(try get(1) == "a")
      #expect(try program.first("UTF8_STRING")?.text == "a\nb\nc")
      for _ in 0..<3 { #expect(try get(2) == "b") }
      return try program.first("STRING")?.text == "a\nb\nc"
    }
    #expect(isServed)
    #expect(try holds(within: .seconds(5)) { try program.first("STRING") == nil })
    #expect(try get(3) == "c")
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 1 })
    try session.verifyAlive()
  }

  @Test func `a paste that dies half-way does not count (B30)`() throws {
    let session = try Session()
    let text = Samples.text(20 << 20)
    try session.put(text, "--once")
    let slow = try session.start(["xclip", "-o", "-selection", "clipboard"], output: .pipe)
    #expect(holds(within: .seconds(5)) { Processes.hasSocket(slow.pid) })
    slow.send(9)
    _ = slow.waited(within: .seconds(5))
    let full = try session.xclipReads()
    // A reader that was so fast that it had everything before it died has pasted.
    if full.status != 1 { expect(full.out, is: text) }
  }

  @Test func `what expires is gone, here and elsewhere`() throws {
    let session = try Session()
    try session.put("short", "--expire", "700ms")
    #expect(try session.xfer("get").text == "short")
    #expect(try session.xclipReads().text == "short")
    #expect(try holds(within: .seconds(5)) { try session.xfer("get").status == 1 })
    #expect(try session.xclipReads().status == 1)
    try session.verifyAlive()
  }

  @Test func `expiry never hits what came later (B140)`() throws {
    let session = try Session()
    try session.put("A", "--expire", "500ms")
    try session.put("A")
    try session.put("B", "-p", "--expire", "500ms")
    try session.xclipOwns(.bytes(Array("C".utf8)), selection: "primary")
    let watch = try session.xfer("put", "-b", "secondary", "--expire", "1s", input: .bytes([65]))
    #expect(watch.status == 0)
    // The last of the three deadlines is a second away, and it is seen to pass.
    #expect(
      try holds(within: .seconds(5)) { try session.xfer("get", "-b", "secondary").status == 1 }
    )
    #expect(try session.xfer("get").text == "A")
    #expect(try session.xfer("get", "-p").text == "C")
  }

  @Test func `restore brings back what was there`() throws {
    let session = try Session()
    try session.put("before")
    try session.put("secret", "--once", "--restore")
    #expect(try session.xfer("get").text == "secret")
    #expect(try holds(within: .seconds(5)) { try session.xclipReads().text == "before" })
    #expect(try session.xfer("get").text == "before")
    try session.put("secret", "--expire", "400ms", "--restore")
    #expect(try session.xclipReads().text == "secret")
    #expect(try holds(within: .seconds(5)) { try session.xclipReads().text == "before" })
    try session.verifyAlive()
  }

  @Test func `sensitive content says so to others and stays out of the log (B14)`() throws {
    let session = try Session()
    let mark = "marker-5f1e7c"
    try session.put(mark, "--sensitive")
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("x-kde-passwordManagerHint"), "\(targets)")
    #expect(try session.xclipReads(target: "x-kde-passwordManagerHint").text == "secret")
    #expect(try session.xfer("get").text == mark)
    let seen = Processes.all.filter { pid in
      ["cmdline", "environ"].contains { name in
        Files.text("/proc/\(pid)/\(name)")?.contains(mark) == true
      }
    }
    #expect(seen.isEmpty)
    #expect(!session.log.contains(mark))
    let stored = Files.tree(session.scratch).filter { path in
      !path.hasSuffix("/") && !path.contains("/runtime/")
        && Files.text(path)?.contains(mark) == true
    }
    #expect(stored.isEmpty, "on disk: \(stored)")
  }

  @Test func `wait ends with 0 when it was pasted`() throws {
    let session = try Session()
    let put = try session.startXfer("put", "--wait", input: .bytes(Array("waiting".utf8)))
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 0 })
    #expect(try session.xclipReads(target: "TARGETS").status == 0)
    #expect(put.poll() == nil, "TARGETS are no paste")
    #expect(try session.xclipReads().text == "waiting")
    #expect(put.waited(within: .seconds(5)) == 0)
  }

  @Test func `wait ends with 1 when it was replaced`() throws {
    let session = try Session()
    let put = try session.startXfer("put", "--wait", input: .bytes(Array("waiting".utf8)))
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 0 })
    try session.xclipOwns(.bytes([65]))
    #expect(put.waited(within: .seconds(5)) == 1)
    let second = try session.startXfer("put", "--wait", input: .bytes([66]))
    #expect(
      try holds(within: .seconds(5)) {
        try session.xfer("get", "-t", "nothing.such").complaint.contains("text")
      }
    )
    try session.xfer("clear")
    #expect(second.waited(within: .seconds(5)) == 1)
    try session.verifyAlive()
  }

  @Test func `the last of many puts is what is there (B62)`() throws {
    let session = try Session()
    for number in 1...20 { try session.put("in turn \(number)") }
    #expect(try session.xclipReads().text == "in turn 20")
    let putters = try (1...20).map { number in
      try session.startXfer("put", input: .bytes(Array("at once \(number)".utf8)))
    }
    for putter in putters { #expect(putter.outcome().status == 0) }
    let text = try session.xclipReads().text
    #expect((1...20).map { "at once \($0)" }.contains(text), "\(text)")
    #expect(try session.xfer("get").text == text)
    try session.verifyAlive()
  }
}
