internal import Glibc
internal import TestSupport
import Testing
internal import Wire

/// What is being read for the history is still for those for whom it was copied.
@Suite("Reading beside others", .watchingOnAndOff)
struct CapturedSharingTests {
  private static let large = "application/x-large"

  @Test func `xclip's 33 MB go at once to whoever pastes, and to the history afterwards`() throws {
    let session = try Session()
    let text = Samples.text(33 << 20)
    let reader = try XClient(in: session)
    try session.xclipOwns(.bytes(text))
    // xclip would forget it if anybody else were reading, and then it waited for ever.
    try expect(reader.read("UTF8_STRING")?.bytes, is: text)
    if Watching.current == .on {
      try session.expectHistory { $0.map(\.size) == [text.count] }
      // Known though it went to the background, and has no window that says so.
      let owner = try #require(session.processes(named: "xclip").first)
      let origin = try session.history().first?.origin
      #expect(origin?.program == "xclip" && origin?.pid == Int(owner), "\(owner)")
    }
    try expect(session.xclipReads().out, is: text, "once more")
    try session.verifyAlive()
  }

  @Test func `nobody waits for the rest of xclip who asks us`() throws {
    let session = try Session()
    let text = Samples.text(5 << 20)
    var times: [Duration] = []
    for number in 0..<5 {
      try session.xclipOwns(.bytes(text + [UInt8(number)]))
      let get = try session.xfer("get")
      expect(get.out, is: text + [UInt8(number)])
      times.append(get.elapsed)
    }
    // The owner is left alone for a second otherwise.
    #expect(times.min() ?? .zero < .milliseconds(800), "\(times)")
    try session.verifyAlive()
  }

  @Test func `a get has what is being read as it comes, and the owner is asked once`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let content = RawOwner.Content.pattern(count: 3_000_000)
    let slow = RawOwner.Incremental(pieceSize: 100_000, pause: .milliseconds(50))
    let owner = try RawOwner(
      server,
      answers: [Self.large: .pieces(type: Self.large, content, slow)]
    )
    #expect(eventually { owner.targets.contains(Self.large) || Watching.current == .off })
    let get = try session.startXfer("get", "-t", Self.large, output: .pipe)
    let first = try #require(readSome(from: get.output, within: .seconds(5)))
    #expect(owner.finished == 0, "it came when all of it was there")
    let rest = try #require(readAll(from: get.output, within: .seconds(20)))
    expect(first + rest, is: TestBytes.pattern(count: 3_000_000, seed: 1))
    #expect(get.outcome().status == 0)
    #expect(owner.targets.filter { $0 == Self.large } == [Self.large])
    if Watching.current == .on { try session.expectHistory { $0.map(\.size) == [3_000_000] } }
    try session.verifyAlive()
  }

  @Test func `what is too large to keep comes whole to a get that has begun`() throws {
    let session = try Session(configuration: "[watch]\nsize = \"1MiB\"\n")
    let server = try #require(session.server)
    let slow = RawOwner.Incremental(pieceSize: 262_144, pause: .milliseconds(20))
    let owner = try RawOwner(
      server,
      answers: [Self.large: .pieces(type: Self.large, .pattern(count: 8 << 20), slow)]
    )
    #expect(eventually { owner.targets.contains(Self.large) || Watching.current == .off })
    let get = try session.xfer("get", "-t", Self.large)
    expect(get.out, is: TestBytes.pattern(count: 8 << 20, seed: 1))
    #expect(get.status == 0, "\(get.complaint)")
    if Watching.current == .on {
      try session.expectHistory { $0.map(\.size) == [0] }
      #expect(try session.xfer("inspect").text.contains("no: it is larger than what is kept"))
    }
    try session.verifyAlive()
  }

  @Test(arguments: ["", "[[rule]]\nmatch.text = \"secret\"\ndo.sensitive = true\n"])
  func `text that is there is not kept waiting by a picture that comes slowly`(
    rules: String
  ) throws {
    let session = try Session(configuration: rules)
    let server = try #require(session.server)
    let slow = RawOwner.Incremental(pieceSize: 1000, pause: .milliseconds(100))
    let owner = try RawOwner(
      server,
      answers: [
        "UTF8_STRING": .text("small"),
        "image/png": .pieces(type: "image/png", .pattern(count: 1_000_000), slow),
      ]
    )
    let isAtIt = eventually { owner.targets.contains("image/png") || Watching.current == .off }
    #expect(isAtIt)
    if Watching.current == .on {
      #expect(try session.xfer("inspect").text.contains("no: it is still being read"))
    }
    let get = try session.xfer("get")
    #expect(get.text == "small")
    #expect(get.elapsed < .seconds(3), "\(get.elapsed)")
    #expect(owner.finished == 0)
    if Watching.current == .on { #expect(owner.targets.filter { $0 == "UTF8_STRING" }.count == 1) }
    try session.verifyAlive()
  }

  @Test func `one that goes while it reads ends what nobody else wants`() throws {
    let session = try Session(configuration: "[watch]\nsize = \"1MiB\"\n")
    let server = try #require(session.server)
    let endless = RawOwner.Incremental(pieceSize: 262_144, pause: .milliseconds(5))
    let owner = try RawOwner(
      server,
      answers: [Self.large: .pieces(type: Self.large, .pattern(count: 1 << 40), endless)]
    )
    #expect(eventually { owner.targets.contains(Self.large) || Watching.current == .off })
    let get = try session.startXfer("get", "-t", Self.large, output: .pipe)
    #expect(readSome(from: get.output, within: .seconds(5)) != nil)
    get.send(SIGINT)
    #expect(get.waited(within: .seconds(5)) != nil)
    // What is too large is known to be so as soon as nobody reads on.
    if Watching.current == .on { try session.expectHistory { $0.map(\.size) == [0] } }
    try session.verifyAlive()
  }

  @Test func `an owner that ends meanwhile is an error in a line, and no entry`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let ending = RawOwner.Incremental(
      pieceSize: 100_000,
      pause: .milliseconds(30),
      ending: .closesConnection(after: 10)
    )
    let owner = try RawOwner(
      server,
      answers: [Self.large: .pieces(type: Self.large, .pattern(count: 3_000_000), ending)]
    )
    #expect(eventually { owner.targets.contains(Self.large) || Watching.current == .off })
    let get = try session.xfer("get", "-t", Self.large)
    // What had come by then is out already.
    #expect(get.status == 76 && get.complaint.hasPrefix("xfer: "), "\(get.complaint)")
    #expect(try session.recordedTitles() == [])
    try session.verifyAlive()
  }

  @Test func `text that is no UTF-8 is pasted as it was copied, also without its owner`() throws {
    let session = try Session()
    let bytes = Array("caf".utf8) + [0xE9, 0x0A, 0xFF, 0xFE]
    try session.xclipOwns(.bytes(bytes))
    try expect(session.xclipReads().out, is: bytes)
    guard Watching.current == .on else { return }
    try session.expectHistory { $0.count == 1 }
    let owner = try #require(session.processes(named: "xclip").first)
    kill(owner, SIGKILL)
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 0 })
    try expect(session.xclipReads().out, is: bytes, "from us")
    try session.verifyAlive()
  }
}
