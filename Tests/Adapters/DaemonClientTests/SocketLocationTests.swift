import LinuxIO
import Testing

@testable import DaemonClient

@Suite("Socket location")
struct SocketLocationTests {
  static func location(_ environment: [String: String]) throws -> SocketLocation {
    try SocketLocation(of: caller(environment))
  }

  static func caller(_ environment: [String: String]) -> Caller {
    Caller { name in environment[name].map { Array($0.utf8) } }
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: [
    (["XFER_SOCKET": "/x/y.sock", "XDG_RUNTIME_DIR": "/run/user/7"], "/x/y.sock", true),
    (["XFER_SOCKET": "@name"], "@name", true),
    (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/xfer/xferd.sock", false),
    (["XFER_SOCKET": "", "XDG_RUNTIME_DIR": "/r"], "/r/xfer/xferd.sock", false),
  ])
  func `the environment says where the socket is`(
    _ environment: [String: String],
    _ path: String,
    _ isGiven: Bool
  ) throws {
    let location = try Self.location(environment)
    #expect(Self.text(location.path) == path)
    #expect(location.isGiven == isGiven)
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]])
  func `without a runtime directory it is a private one`(_ environment: [String: String]) throws {
    let directory = "/tmp/xfer-\(CurrentProcess.userID)"
    #expect(Self.text(try Self.location(environment).path) == directory + "/xferd.sock")
    let status = try FileSystem.status(of: Array(directory.utf8), followingLinks: false)
    #expect(status?.kind == .directory)
    #expect(status?.mode == 0o700)
    #expect(status?.owner == CurrentProcess.userID)
  }

  @Test(arguments: [
    (":0", ":0"), (":0.0", ":0"), ("unix:0", ":0"), ("unix:0.1", ":0"), (":12.3", ":12"),
    ("host:1.0", "host:1"), ("host.example.org:1", "host.example.org:1"),
    ("::1:0.0", "::1:0"), ("nonsense", "nonsense"), ("", ""), (":", ":"),
  ])
  func `a display has one spelling`(_ name: String, _ expected: String) {
    #expect(DisplayName.canonical(name) == expected)
  }

  @Test(arguments: [
    (":1", "/r/xfer/xferd-:1.sock"), (":1.0", "/r/xfer/xferd-:1.sock"),
    ("/private/x:0", "/r/xfer/xferd-%2Fprivate%2Fx:0.sock"),
    ("a%2Fb:0", "/r/xfer/xferd-a%252Fb:0.sock"), ("../../x:0", "/r/xfer/xferd-..%2F..%2Fx:0.sock"),
  ])
  func `another display has another socket beside the first`(
    _ display: String,
    _ path: String
  ) throws {
    let location = try Self.location(["XDG_RUNTIME_DIR": "/r"]).serving(display)
    #expect(Self.text(location.path) == path)
  }

  @Test(arguments: [
    (["HOME": "/h"], "/h/.Xauthority"), (["HOME": "/h", "XAUTHORITY": "/a"], "/a"), ([:], nil),
    (["HOME": "/h", "XAUTHORITY": ""], "/h/.Xauthority"),
  ])
  func `the authority goes with the display`(
    _ environment: [String: String],
    _ authority: String?
  ) {
    #expect(Self.caller(environment).authority == authority)
  }

  @Test(arguments: [
    ([:], true), (["XFER_NO_AUTOSTART": "1"], false), (["XFER_NO_AUTOSTART": ""], true),
  ])
  func `a start can be forbidden`(_ environment: [String: String], _ starts: Bool) {
    #expect(Self.caller(environment).startsDaemon == starts)
  }
}
