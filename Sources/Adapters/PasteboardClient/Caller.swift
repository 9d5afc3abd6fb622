public import LinuxIO

/// What of the caller's environment decides which daemon is asked, and how.
///
/// Variables that are set to nothing count as unset.
public struct Caller: Sendable {
  /// `XFER_SOCKET`: the socket to use, whatever else holds.
  public var socket: [UInt8]?
  /// `DISPLAY` as it is written.
  public var display: String?
  /// The Xauthority file that goes with the display.
  public var authority: String?
  /// Whether a daemon may be started when none answers.
  public var startsDaemon: Bool
  /// Where sockets are by rule, with a slash; a function, because finding out may make `/tmp/xfer-UID`.
  let socketDirectory: @Sendable () throws(SystemError) -> [UInt8]

  /// The caller that an environment describes.
  public init(environment: @escaping @Sendable (String) -> [UInt8]? = { Environment.value($0) }) {
    func value(_ name: String) -> [UInt8]? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    func text(_ name: String) -> String? {
      value(name).flatMap { String(validating: $0, as: UTF8.self) }
    }
    socket = value("XFER_SOCKET")
    display = text("DISPLAY")
    authority = text("XAUTHORITY") ?? text("HOME").map { $0 + "/.Xauthority" }
    startsDaemon = value("XFER_NO_AUTOSTART") == nil
    let runtime = value("XDG_RUNTIME_DIR").flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
    socketDirectory = { () throws(SystemError) in
      if let runtime { return runtime + Array("/xfer/".utf8) }
      return try UserDirectories(environment: environment).runtime() + [UInt8(ascii: "/")]
    }
  }
}
