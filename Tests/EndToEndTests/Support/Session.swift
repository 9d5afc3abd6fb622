internal import Glibc
internal import TestSupport
import Testing

/// One user's desktop: an X server, a daemon and a home, all private and gone with this value.
final class Session {
  /// How the daemon comes up.
  enum Start {
    case ready
    /// No daemon: the first `xfer` starts one, or none comes.
    case absent
  }

  let scratch: String
  private(set) var server: XServer?
  private(set) var daemon: Child?
  /// What every program of this session is started with.
  var environment: [String: String]
  /// How things were when the daemon had come up.
  var baseline = Baseline()

  init(
    _ start: Start = .ready,
    display: Bool = true,
    serverOptions: [String] = [],
    configuration: String? = nil,
    environment extra: [String: String] = [:]
  ) throws {
    var template = Array("/tmp/xfer-e2e-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HarnessError("no scratch directory: \(errno)") }
    scratch = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    environment = Self.environment(in: scratch).merging(Watching.current.environment) { $1 }
      .merging(extra) { $1 }
    for name in ["state", "config", "runtime", "runtime/xfer", "home", "tmp"] {
      try Files.makeDirectory(scratch + "/" + name)
    }
    if let configuration {
      try Files.makeDirectory(scratch + "/config/xfer")
      try Files.write(configuration, to: scratch + "/config/xfer/config.toml")
    }
    if display {
      let server = try XServer(serverOptions)
      self.server = server
      environment["DISPLAY"] = server.display
    }
    if start == .ready { try startDaemon() }
  }

  deinit {
    for pid in processes { kill(pid, SIGKILL) }
    daemon = nil
    server = nil
    Files.remove(scratch)
  }

  /// Every process of this session that still runs.
  var processes: [pid_t] {
    Processes.started(with: "XDG_RUNTIME_DIR", scratch + "/runtime").filter { Processes.exists($0) }
  }

  var socket: String { scratch + "/runtime/xfer/xferd.sock" }

  var display: String { environment["DISPLAY"] ?? "" }

  /// The pid of the daemon that the session started.
  var daemonPid: pid_t { daemon?.pid ?? -1 }

  /// Starts the daemon and waits until it says that it is ready.
  ///
  /// If `warm`, the first calls are made, and how things are then is the baseline.
  func startDaemon(environment extra: [String: String] = [:], warm: Bool = true) throws {
    let notifications = try Notifications(at: scratch + "/notify")
    var variables = environment.merging(extra) { $1 }
    variables["NOTIFY_SOCKET"] = notifications.path
    daemon = try Child(
      [Programs.xferd],
      environment: variables,
      output: .file(scratch + "/xferd.out"),
      errors: .file(scratch + "/xferd.log")
    )
    guard notifications.receive("READY=1", within: .seconds(10)) else {
      throw HarnessError("xferd is not ready: \(log)")
    }
    guard warm else { return }
    // The first calls bring up what later ones find.
    for words in [["put", "-t", "application/x-warm"], ["get"], ["clear"]] {
      _ = try run([Programs.xfer] + words + ["-b", "secondary"], input: .bytes([65]))
    }
    baseline = Baseline(of: self)
  }

  /// What the daemon has written to its standard error.
  var log: String { Files.text(scratch + "/xferd.log") ?? "" }

  /// Ends the X server as a crash would.
  func killServer() throws {
    guard let server else { return }
    server.send(signal: SIGKILL)
    guard holds(within: .seconds(5), { !isRunning(server.pid) }) else {
      throw HarnessError("the X server does not end")
    }
  }

  /// Starts another server on the number of the one that was killed.
  func restartServer() throws {
    let display = display
    server = nil
    server = try XServer([display])
  }

  /// Ends the daemon at once, as a crash would.
  func killDaemon() {
    daemon?.send(SIGKILL)
    _ = daemon?.waited(within: .seconds(5))
  }

  private static func environment(in scratch: String) -> [String: String] {
    [
      "PATH": Programs.buildDirectory + ":/usr/local/bin:/usr/bin:/bin",
      "HOME": scratch + "/home",
      "TMPDIR": scratch + "/tmp",
      "LANG": "C.UTF-8",
      "XFER_SOCKET": scratch + "/runtime/xfer/xferd.sock",
      "XDG_RUNTIME_DIR": scratch + "/runtime",
      "XDG_STATE_HOME": scratch + "/state",
      "XDG_CONFIG_HOME": scratch + "/config",
      "XDG_CONFIG_DIRS": scratch + "/nowhere",
      "XDG_DATA_HOME": scratch + "/home/data",
      // Quiet toolkits: no accessibility bus, no volume monitors, no byte code beside the scripts.
      "NO_AT_BRIDGE": "1",
      "GIO_USE_VFS": "local",
      "GSETTINGS_BACKEND": "memory",
      "QT_QPA_PLATFORM": "xcb",
      "PYTHONDONTWRITEBYTECODE": "1",
    ]
  }
}
