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
  /// Where sockets are by rule; a function, because finding out may make `/tmp/xfer-UID`.
  let socketDirectory: @Sendable () throws(SystemError) -> [UInt8]

  /// The caller that an environment describes.
  public init(environment: @escaping @Sendable (String) -> [UInt8]? = { Environment.value($0) }) {
    func value(_ name: String) -> [UInt8]? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    func text(_ name: String) -> String? {
      guard let bytes = value(name) else { return nil }
      // Cheaper at a program's start than a validating initialiser.
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    socket = value("XFER_SOCKET")
    display = text("DISPLAY")
    authority = text("XAUTHORITY") ?? text("HOME").map { $0 + "/.Xauthority" }
    startsDaemon = value("XFER_NO_AUTOSTART") == nil
    socketDirectory = { () throws(SystemError) in
      try UserDirectories(environment: environment).sockets()
    }
  }
}
