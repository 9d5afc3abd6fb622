internal import Glibc
internal import TestSupport
import Testing
internal import XCB

/// INCR with xferd as requestor.
@Suite("Large transfers in", .watchingOnAndOff)
struct IncomingTransferTests {
  /// Runs `xfer get` against an owner that answers data by `respond`.
  private func get(
    _ session: Session,
    from owner: XClient,
    type: String = "UTF8_STRING",
    _ words: [String] = [],
    _ respond: (SelectionRequest) throws -> Void
  ) throws -> Outcome {
    try owner.claim()
    let get = try session.start([Programs.xfer, "get"] + words)
    try owner.serve(while: { get.poll() == nil }, offering: [type]) { request, _ in
      try respond(request)
    }
    return get.outcome()
  }

  @Test(arguments: [3_000_000, 33 << 20])
  func `xclip serves on after it was read (x11 31)`(size: Int) throws {
    let session = try Session()
    let text = Samples.text(size)
    try session.xclipOwns(.bytes(text))
    let xclip = try #require(session.processes(named: "xclip").first)
    for _ in 1...2 { try expect(session.xfer("get").out, is: text) }
    #expect(session.processes(named: "xclip") == [xclip])
    try expect(session.xclipReads().out, is: text)
    try session.verifyAlive()
  }

  @Test func `xsel serves on after it was read, and is asked nothing odd (x11 32)`() throws {
    let session = try Session()
    let text = Samples.text(3_000_000)
    try session.xselOwns(.bytes(text))
    let xsel = try #require(session.processes(named: "xsel").first)
    for _ in 1...5 {
      let get = try session.xfer("get")
      expect(get.out, is: text)
      #expect(get.elapsed < .seconds(2))
      #expect(try session.xfer("types").status == 0)
    }
    #expect(Processes.exists(xsel))
    try expect(session.xselReads().out, is: text)
    try session.verifyAlive()
  }

  @Test func `two large types of one GTK owner come without a stall (x11 33)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.gtk, in: session)
    let files = ["one", "two"].map { session.scratch + "/" + $0 }
    try Files.write(Samples.bytes(3_000_000), to: files[0])
    try Files.write(Samples.bytes(3_000_001), to: files[1])
    try peer.own(files: [("application/x-one", files[0]), ("application/x-two", files[1])])
    let gets = try ["one", "two"].map { try session.startXfer("get", "-t", "application/x-\($0)") }
    for (get, file) in zip(gets, files) {
      let outcome = get.outcome()
      expect(outcome.out, is: Files.read(file) ?? [])
      #expect(outcome.elapsed < .seconds(4))
    }
    try session.verifyAlive()
  }

  @Test func `silence at each stage is 75 in its time (x11 35)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    try owner.claim()
    let types = try session.xfer("types")
    #expect(types.status == 75)
    #expect((1500..<6500).contains(types.elapsed.milliseconds), "\(types.elapsed)")
    try owner.drain()
    let data = try get(session, from: owner, ["--timeout", "500ms"]) { _ in }
    #expect(data.status == 75)
    #expect(data.isCleanFailure, "\(data.complaint)")
    try owner.drain()
    let stalled = try get(session, from: owner, ["--timeout", "500ms"]) { request in
      try owner.announce(request, hint: [1_000_000])
      try owner.send(Samples.text(1000), of: request)
    }
    #expect(stalled.status == 75)
    // What had come may have gone to the pipe; a file would not be there.
    #expect([[], Samples.text(1000)].contains(stalled.out))
    try session.put("others go on", "-p")
    #expect(try session.xclipReads(selection: "primary").text == "others go on")
    try session.verifyAlive()
  }

  @Test func `an owner that exits amid the pieces ends the wait at once (x11 36)`() throws {
    let session = try Session()
    let file = session.scratch + "/got"
    var owner: XClient? = try XClient(in: session)
    try owner?.claim()
    let get = try session.startXfer("get", "-o", file, "--timeout", "20s")
    while let client = owner {
      guard let request = try client.request() else { throw HarnessError("no request") }
      guard try client.name(request.target) != "TARGETS" else {
        try client.replyTargets(["UTF8_STRING"], to: request)
        continue
      }
      try client.announce(request, hint: [1_000_000])
      try client.send(Samples.text(1000), of: request)
      try client.connection.sync()
      owner = nil
    }
    let outcome = get.outcome()
    #expect(outcome.elapsed < .seconds(1))
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    // If xferd was reading it already, this had not begun, and found nobody there.
    #expect([1, 75, 76].contains(outcome.status), "\(outcome.status)")
    #expect(!Files.exists(file))
    try session.verifyAlive()
  }

  @Test func `an owner that is replaced amid the pieces still ends well (x11 37)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let text = Samples.text(500_000)
    var isReplaced = false
    let outcome = try get(session, from: owner) { request in
      try owner.announce(request, hint: [1])
      try owner.send(Array(text.prefix(200_000)), of: request)
      if !isReplaced { try session.xclipOwns(.bytes([65])) }
      isReplaced = true
      try owner.send(Array(text.dropFirst(200_000)), of: request)
      try owner.send([], of: request)
    }
    // If xferd was reading it already, this asks whoever is the owner by then.
    if !outcome.isCleanFailure, outcome.text != "A" {
      expect(outcome.out, is: text, outcome.complaint)
    }
    #expect(try session.xfer("get").text == "A")
    try session.verifyAlive()
  }

  @Test func `payload where targets belong is no list of targets (x11 38)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    try owner.claim()
    for type in ["UTF8_STRING", "STRING", "INTEGER"] {
      let get = try session.startXfer("get")
      while get.poll() == nil {
        guard let request = try owner.request(within: .milliseconds(10)) else { continue }
        try owner.reply(to: request, type: type, Array("payload!".utf8))
      }
      let outcome = get.outcome()
      #expect(outcome.status == 0 ? outcome.text == "payload!" : outcome.isCleanFailure)
    }
    try session.xclipOwns(.bytes(Array("text".utf8)))
    let png = try session.xfer("get", "-t", "image/png")
    #expect(png.status == 1, "xclip would answer with its text (B56)")
    #expect(png.out.isEmpty)
    try session.verifyAlive()
  }

  @Test func `hints are not believed (x11 39, B24)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let ten = Array("ten bytes!".utf8)
    for hint in [[0xFFFF_FFFF], [], [0], [1], [3], [7, 8, 9]] as [[UInt32]] {
      let outcome = try get(session, from: owner) { request in
        try owner.announce(request, hint: hint)
        try owner.send(ten, of: request)
        try owner.send([], of: request)
      }
      #expect(outcome.status == 0, "\(hint): \(outcome.complaint)")
      expect(outcome.out, is: ten, "\(hint)")
    }
    #expect((peakResidentBytes(of: session.daemonPid) ?? .max) < 100 << 20)
    try session.verifyAlive()
  }

  @Test func `nothing at all is empty, not an error (B24)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let plain = try get(session, from: owner) { try owner.reply(to: $0, []) }
    #expect(plain.status == 0, "\(plain.complaint)")
    #expect(plain.out.isEmpty)
    let pieces = try get(session, from: owner) { request in
      try owner.announce(request, hint: [0])
      try owner.send([], of: request)
    }
    #expect(pieces.status == 0, "\(pieces.complaint)")
    #expect(pieces.out.isEmpty)
    try session.verifyAlive()
  }

  @Test func `slow is not silent (B32)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let piece = Samples.text(65_536)
    let outcome = try get(session, from: owner, ["--timeout", "700ms"]) { request in
      // Most of the time-out before the first word, and between all that follow.
      #expect(try owner.event(within: .milliseconds(450)) { _ in nil as Int? } == nil)
      try owner.announce(request, hint: [1])
      for _ in 1...4 {
        #expect(try owner.event(within: .milliseconds(450)) { _ in nil as Int? } == nil)
        try owner.send(piece, of: request)
      }
      try owner.send([], of: request)
    }
    #expect(outcome.status == 0, "\(outcome.complaint)")
    expect(outcome.out, is: piece + piece + piece + piece)
  }

  @Test func `items of 32 bits keep their bytes (x11 30)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let items = Samples.bytes(1_200_000)
    let type = "application/x-words"
    let outcome = try get(session, from: owner, type: type, ["-t", type]) { request in
      try owner.announce(request, hint: [1_200_000])
      for start in stride(from: 0, to: items.count, by: 240_000) {
        try owner.send(Array(items[start..<start + 240_000]), of: request, format: 32)
      }
      try owner.send([], of: request, format: 32)
    }
    expect(outcome.out, is: items, "\(outcome.complaint)")
  }
}
