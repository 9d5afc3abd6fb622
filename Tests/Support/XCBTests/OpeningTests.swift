import Glibc
import TestSupport
import Testing
import XCB

@Suite("Opening a connection", .timeLimit(.minutes(4))) struct OpeningTests {
  private func kind(
    opening display: String,
    authority: Authority = .none,
    within: Duration = .seconds(10)
  ) throws -> XError.Kind? {
    let name = try DisplayName(display)
    do throws(XError) {
      _ = try Connection.open(display: name, authority: authority, timeout: within)
      return nil
    } catch { return error.kind }
  }

  @Test func `a display that nobody serves is unreachable`() throws {
    // Numbers that high are given out by nobody.
    #expect(try kind(opening: ":987654") == .unreachable(code: ENOENT))
    #expect(try kind(opening: "/nowhere/x:0") == .unreachable(code: ENOENT))
    #expect(try kind(opening: "localhost:59000") == .unreachable(code: ECONNREFUSED))
  }

  @Test func `a path that no socket can have is unreachable`() throws {
    let path = "/" + String(repeating: "x", count: 200)
    #expect(try kind(opening: path + ":0") == .unreachable(code: ENAMETOOLONG))
  }

  @Test func `a server that accepts and says nothing is given up at the deadline`() throws {
    let mute = try FakeServer(behaviour: .mute)
    let start = ContinuousClock.now
    #expect(try kind(opening: mute.display, within: .milliseconds(300)) == .noAnswerInTime)
    let waited = start.duration(to: .now)
    #expect(waited >= .milliseconds(300) && waited < .seconds(3))
  }

  @Test func `a mute server under a display's number is given up too`() throws {
    _ = try XServer.shared()  // The directory of the sockets is made by the first server.
    let mute = try FakeServer(behaviour: .mute, number: 700_000 + Int(getpid()))
    #expect(try kind(opening: mute.display, within: .milliseconds(100)) == .noAnswerInTime)
  }

  @Test func `a server with a full backlog is given up at the deadline`() throws {
    let full = try FakeServer(behaviour: .acceptsNobody)
    #expect(try kind(opening: full.display, within: .milliseconds(200)) == .noAnswerInTime)
  }

  @Test func `a stopped server is given up, and serves when it goes on`() throws {
    let server = try XServer()
    server.send(signal: SIGSTOP)
    #expect(try kind(opening: server.display, within: .milliseconds(200)) == .noAnswerInTime)
    server.send(signal: SIGCONT)
    #expect(try kind(opening: server.display) == nil)
  }

  @Test(
    arguments: [
      ([], .unreachable(code: ECONNRESET)),
      ([1], .unreachable(code: ECONNRESET)),
      (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), .unreachable(code: ECONNRESET)),
      ([7, 0, 11, 0, 0, 0, 0, 0], .malformedAnswer),
      ([1, 0, 11, 0, 0, 0, 0, 0], .malformedAnswer),
      ([1, 0, 11, 0, 0, 0, 8, 0] + [UInt8](repeating: 0, count: 32), .malformedAnswer),
      ([1, 0, 11, 0, 0, 0, 8, 0] + [UInt8](repeating: 255, count: 32), .malformedAnswer),
      ([0, 0, 11, 0, 0, 0, 0, 0], .refused(reason: "no reason given")),
      ([0, 255, 11, 0, 0, 0, 1, 0] + Array("No\u{1B}!".utf8), .refused(reason: "No !")),
      ([2, 0, 11, 0, 0, 0, 1, 0] + Array("Who?".utf8), .refused(reason: "Who?")),
    ] as [([UInt8], XError.Kind)]
  )
  func `an answer that is none of an X server is an error`(
    answer: [UInt8],
    expected: XError.Kind
  ) throws {
    let server = try FakeServer(behaviour: .answers(answer))
    #expect(try kind(opening: server.display) == expected)
  }

  @Test func `a greeting cut anywhere is an error and never a trap`() throws {
    let greeting = try FakeServer.realGreeting()
    for count in stride(from: 8, to: greeting.count, by: 97) {
      // Its length says that this is all there is.
      let words = (count - 8) / 4
      var cut = Array(greeting.prefix(8 + words * 4))
      cut[6] = UInt8(words & 0xFF)
      cut[7] = UInt8(words >> 8)
      let server = try FakeServer(behaviour: .answers(cut))
      #expect(try kind(opening: server.display) == .malformedAnswer)
    }
  }

  @Test func `a screen that the display does not have is an error`() throws {
    let server = try XServer.shared()
    #expect(try kind(opening: server.display + ".7") == .noSuchScreen)
    #expect(try kind(opening: server.display + ".0") == nil)
  }

  @Test func `failed attempts leave no descriptor behind`() throws {
    let server = try FakeServer(behaviour: .answers([0, 0, 11, 0, 0, 0, 0, 0]))
    func sockets() -> Int { openDescriptors().values.count { $0.hasPrefix("socket:") } }
    let before = sockets()
    for _ in 0..<200 { _ = try kind(opening: server.display) }
    // Other tests run beside this one, so the count is not exact; 200 would show.
    #expect(sockets() < before + 100)
  }

  // MARK: - Cookies

  /// Files an entry that is valid for every number and address.
  private func wild(_ cookie: [UInt8]) -> [UInt8] {
    func counted(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }
    return [0xFF, 0xFF] + counted([]) + counted([]) + counted(Array("MIT-MAGIC-COOKIE-1".utf8))
      + counted(cookie)
  }

  @Test func `the right cookie lets in, a wrong or missing one is refused in words`() throws {
    let scratch = try ScratchDirectory()
    let good = [UInt8](repeating: 0xAB, count: 16)
    let goodFile = try scratch.write(wild(good), to: "good")
    let badFile = try scratch.write(wild([UInt8](repeating: 1, count: 16)), to: "bad")
    let server = try XServer(["-auth", goodFile])
    #expect(try kind(opening: server.display, authority: .file(Array(goodFile.utf8))) == nil)
    for authority in [Authority.file(Array(badFile.utf8)), .file(Array("/nowhere".utf8)), .none] {
      guard case .refused(let reason) = try kind(opening: server.display, authority: authority)
      else {
        Issue.record("let in with \(authority)")
        continue
      }
      #expect(reason.contains("MIT-MAGIC-COOKIE-1") || reason.contains("uthorization"))
    }
  }

  @Test func `a file of xauth is searched for the display's number`() throws {
    let scratch = try ScratchDirectory()
    let good = String(repeating: "ab", count: 16)
    let serverFile = try scratch.write(wild([UInt8](repeating: 0xAB, count: 16)), to: "server")
    let server = try XServer(["-auth", serverFile])
    let path = scratch.path("clients")
    let number = server.displayName.number
    for (display, cookie) in [
      (":\(number + 1)", String(repeating: "00", count: 16)), (":\(number)", good),
    ] {
      let result = try run("xauth", ["-f", path, "add", display, ".", cookie])
      #expect(result.status == 0, "\(result.errorText)")
    }
    #expect(try kind(opening: server.display, authority: .file(Array(path.utf8))) == nil)
  }

  @Test(arguments: ["", "garbage", "\u{1}\u{0}", "/dev/null", "fifo", "directory"])
  func `an authority file without sense is as none`(content: String) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("auth")
    switch content {
    case "fifo": mkfifo(path, 0o600)
    case "directory": mkdir(path, 0o700)
    default: try scratch.write(Array(content.utf8), to: "auth")
    }
    let server = try XServer.shared()
    #expect(try kind(opening: server.display, authority: .file(Array(path.utf8))) == nil)
  }

  @Test func `the environment's authority is XAUTHORITY, else a file in HOME`() {
    let home = Array("/h".utf8)
    #expect(Authority.inherited(xauthority: [65], home: home) == .file([65]))
    #expect(
      Authority.inherited(xauthority: [], home: home) == .file(Array("/h/.Xauthority".utf8))
    )
    #expect(Authority.inherited(xauthority: nil, home: nil) == .none)
  }
}
