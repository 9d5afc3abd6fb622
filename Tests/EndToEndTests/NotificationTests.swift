internal import Glibc
import Testing
internal import Wire

/// What is said on the desktop, by a real notification daemon on a session bus of its own.
@Suite("Notifications")
struct NotificationTests {
  private static let isInstalled: Bool = {
    let programs: [String] = ["/usr/bin/dunst", "/usr/bin/dbus-daemon"]
    return programs.allSatisfy { path in access(path, X_OK) == 0 }
  }()

  /// A session with a bus where xferd finds one, and dunst, whose output is what it shows.
  private final class Desktop {
    let session: Session
    private var programs: [Child] = []
    private let output: String

    init(_ session: Session) throws {
      self.session = session
      output = session.scratch + "/home/dunst"
      try begin()
    }

    convenience init(configuration: String? = nil) throws {
      try self.init(Session(configuration: configuration))
    }

    deinit { end() }

    /// Starts the bus, and dunst on it.
    func begin() throws {
      let bus = try NotificationTests.startBus(in: session)
      let address = "unix:path=" + session.scratch + "/runtime/bus"
      let variables = ["DBUS_SESSION_BUS_ADDRESS": address]
      // By lines, or it would say nothing before it ends.
      let dunst = try session.start(
        ["stdbuf", "-oL", "dunst", "-print"],
        output: .file(output),
        environment: variables
      )
      programs = [dunst, bus]
      let ask = [
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
        "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications",
      ]
      let isThere = try holds(within: .seconds(20)) {
        try session.run(ask, environment: variables).text.contains("boolean true")
      }
      try #require(isThere, "dunst does not start")
    }

    /// Ends both, as a session does.
    func end() {
      for program in programs {
        program.send(SIGKILL)
        _ = program.waited(within: .seconds(10))
      }
      programs = []
    }

    /// Everything that was shown.
    var shown: String { Files.text(output) ?? "" }

    func shows(_ text: String) -> Bool {
      holds(within: .seconds(10)) { shown.contains(text) }
    }

    /// The numbers of what was shown, one each time.
    var numbers: [Substring] {
      shown.split(separator: "\n").filter { $0.hasPrefix("\tid: ") }
    }
  }

  private static func startBus(in session: Session) throws -> Child {
    let socket = session.scratch + "/runtime/bus"
    Files.remove(socket)
    let bus = try session.start(
      ["dbus-daemon", "--session", "--nofork", "--nosyslog", "--address=unix:path=" + socket],
      output: .discarded
    )
    let ask = [
      "dbus-send", "--bus=unix:path=" + socket, "--print-reply", "--dest=org.freedesktop.DBus", "/",
      "org.freedesktop.DBus.GetId",
    ]
    // Its socket is there before it listens.
    let isReady = try holds(within: .seconds(20)) { try session.run(ask).status == 0 }
    try #require(isReady, "dbus-daemon does not start")
    return bus
  }

  private static func addFolder(_ session: Session) throws -> String {
    let folder = session.scratch + "/home/drop"
    try Files.makeDirectory(folder)
    let outcome = try session.xfer("folder", "add", folder, "-b", "inbox")
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return folder
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `what landed is told once a burst, and is transient`() throws {
    let desktop = try Desktop()
    let folder = try Self.addFolder(desktop.session)
    for number in 1...6 { try Files.write("x", to: folder + "/<b>&\(number)") }
    #expect(desktop.shows("summary: '6 files on inbox'"), "\(desktop.shown)")
    #expect(desktop.shows("&lt;b&gt;&amp;1"))
    #expect(desktop.shows("and 2 more"))
    #expect(desktop.shows("transient: 1"))
    #expect(desktop.shows("category: transfer.complete"))
    #expect(desktop.numbers.count == 1)
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `what lands faster than once a second takes the place of the last`() throws {
    let desktop = try Desktop()
    let folder = try Self.addFolder(desktop.session)
    let start = ContinuousClock.now
    var count = 0
    let isReplaced = try holds(within: .seconds(20)) {
      count += 1
      try Files.write("x", to: folder + "/file \(count).")
      try #require(desktop.shows("file \(count)."), "\(desktop.shown)")
      return Set(desktop.numbers).count < desktop.numbers.count
    }
    #expect(isReplaced)
    // The first at once, and then one a second.
    #expect(Duration.seconds(desktop.numbers.count - 1) <= .now - start)
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `a bus that is gone holds up nothing, and the next is found`() throws {
    let desktop = try Desktop()
    let folder = try Self.addFolder(desktop.session)
    try Files.write("x", to: folder + "/before")
    #expect(desktop.shows("before"))
    desktop.end()
    try Files.write("x", to: folder + "/meanwhile")
    #expect(
      holds(within: .seconds(5)) {
        (try? desktop.session.xfer("get", "-b", "inbox", "--files").text)
          == "\(folder)/meanwhile\n"
      }
    )
    try desktop.begin()
    try Files.write("x", to: folder + "/after")
    #expect(desktop.shows("after"), "\(desktop.shown)")
    #expect(desktop.session.daemon?.poll() == nil)
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `what cannot be saved in a folder is told`() throws {
    let desktop = try Desktop()
    let folder = try Self.addFolder(desktop.session)
    let list = "file:///none/a\r\n"
    try desktop.session.put(list, "-t", "text/uri-list", "-b", "inbox")
    #expect(desktop.shows("Not kept: \(folder)"), "\(desktop.shown)")
    #expect(desktop.shows("category: transfer.error"))
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `what landed and could not be kept is told`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    let desktop = try Desktop(session)
    let folder = try Self.addFolder(session)
    try disk.fill()
    // The log of the database may have had some room of its own.
    let put = try (0..<1000).lazy
      .map { _ in try session.xfer("put", "-b", "full", input: .bytes([65])) }
      .first { $0.status != 0 }
    #expect(put?.status == 74)
    try Files.write("x", to: folder + "/a")
    #expect(desktop.shows("Not kept: \(folder)"), "\(desktop.shown)")
    #expect(desktop.shows("the disk is full"))
    #expect(desktop.shows("category: transfer.error"))
    #expect(desktop.numbers.count == 1)
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `of copies nothing is said, unless the configuration wants it`() throws {
    let desktop = try Desktop()
    let folder = try Self.addFolder(desktop.session)
    try desktop.session.xclipOwns(.bytes(Array("copied words".utf8)))
    try desktop.session.expectHistory { $0.first?.title == "copied words" }
    try Files.write("x", to: folder + "/after")
    #expect(desktop.shows("summary: '1 file on inbox'"))
    #expect(!desktop.shown.contains("copied words"))
  }

  @Test(.enabled(if: isInstalled, "dunst is not installed: Scripts/need desktop"))
  func `of a secret, and of what is ignored, nothing is said at all`() throws {
    let desktop = try Desktop(
      configuration: """
        [notify]
        captures = true
        [[rule]]
        match = { text = "^hunter" }
        do = { sensitive = true }
        [[rule]]
        match = { text = "^dull" }
        do = { ignore = true }

        """
    )
    try desktop.session.xclipOwns(.bytes(Array("open words".utf8)))
    #expect(desktop.shows("open words"), "\(desktop.shown)")
    try desktop.session.xclipOwns(.bytes(Array("hunter2".utf8)))
    let marked = desktop.session.scratch + "/home/marked"
    try Files.write("marked", to: marked)
    let peer = try ToolkitPeer(.gtk, in: desktop.session)
    try peer.own(files: [("UTF8_STRING", marked), ("x-kde-passwordManagerHint", marked)])
    #expect(
      try holds(within: .seconds(10)) {
        try desktop.session.xfer("inspect").text.contains("secret")
      }
    )
    try desktop.session.xclipOwns(.bytes(Array("dull words".utf8)))
    #expect(
      try holds(within: .seconds(10)) {
        try desktop.session.xfer("inspect").text.contains("not to be kept")
      }
    )
    try desktop.session.xclipOwns(.bytes(Array("last words".utf8)))
    #expect(desktop.shows("last words"))
    for secret in ["hunter2", "marked", "dull words"] { #expect(!desktop.shown.contains(secret)) }
    let count = desktop.shown.split(separator: "\n").count { $0.hasPrefix("\tsummary: ") }
    #expect(count == 2)
  }

  @Test(arguments: ["none", "silent", "closed", "nonsense"])
  func `a bus that is none delays nothing`(kind: String) throws {
    var variables: [String: String] = [:]
    let silent = "/tmp/xfer-silent-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(silent) }
    var listener: CInt = -1
    defer { if listener >= 0 { close(listener) } }
    if kind == "silent" {
      listener = try listen(at: silent)
      variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(silent)"
    } else if kind == "closed" {
      variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(silent)"
    } else if kind == "nonsense" {
      variables["DBUS_SESSION_BUS_ADDRESS"] = "autolaunch:"
    }
    let session = try Session(display: false, environment: variables)
    let folder = try Self.addFolder(session)
    for number in 1...3 {
      try Files.write("x", to: folder + "/\(number)")
      #expect(
        holds(within: .seconds(5)) {
          (try? session.xfer("get", "-b", "inbox", "--files").text) == "\(folder)/\(number)\n"
        }
      )
    }
    try session.put("x", "-b", "other")
    #expect(try session.xfer("get", "-b", "other").elapsed < .seconds(1))
    session.daemon?.send(SIGTERM)
    #expect(session.daemon?.waited(within: .seconds(10)) == 0)
  }

  /// A socket that takes connections and says nothing.
  private func listen(at path: String) throws -> CInt {
    let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: bytes.map { UInt8(bitPattern: $0) })
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    try #require(result == 0 && Glibc.listen(number, 8) == 0)
    return number
  }
}
