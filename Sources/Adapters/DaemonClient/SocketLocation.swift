internal import LinuxIO

/// Where a daemon listens.
///
/// `$XFER_SOCKET`, else `$XDG_RUNTIME_DIR/xfer/xferd.sock`, else `/tmp/xfer-UID/xferd.sock`. A daemon
/// of another display than the first has a name with the display in it.
struct SocketLocation: Equatable, Sendable {
  let path: [UInt8]
  /// Whether the user named it, so that there is no other.
  let isGiven: Bool

  /// Finds the socket of the daemon that is asked first.
  ///
  /// - Throws: ``ClientError/notOurs`` if somebody else made the directory.
  init(of caller: Caller) throws(ClientError) {
    if let path = caller.socket {
      (self.path, isGiven) = (path, true)
      return
    }
    do {
      path = try caller.socketDirectory() + Array("/xferd.sock".utf8)
      isGiven = false
    } catch  where error.code == SystemError.notPermitted {
      throw .notOurs
    } catch {
      throw .unreachable(reason: "the directory of its socket: \(error.reason)")
    }
  }

  private init(path: [UInt8], isGiven: Bool) {
    self.path = path
    self.isGiven = isGiven
  }

  /// The socket of the daemon that serves another display.
  func serving(_ display: String) -> SocketLocation {
    let name = "/xferd-" + DisplayName.canonical(display).escapedSlashes + ".sock"
    return SocketLocation(path: directory + Array(name.utf8), isGiven: false)
  }

  /// The file that starters lock, so that one of them starts a daemon and the others wait.
  var startLock: [UInt8] { path + Array(".start".utf8) }

  /// The directory without its last slash; empty for a name without one.
  var directory: [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    return Array(path[..<slash])
  }
}

/// Displays by name.
public enum DisplayName {
  /// The one spelling of a display: `:0`, `:0.0` and `unix:0` are the same.
  ///
  /// Source: X(7), “Display names”.
  public static func canonical(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    var host = name[..<colon]
    var number = name[name.utf8.index(after: colon)...]
    if let point = number.utf8.firstIndex(of: UInt8(ascii: ".")) { number = number[..<point] }
    if host.utf8.elementsEqual("unix".utf8) { host = "" }
    return "\(host):\(number)"
  }
}

extension String {
  fileprivate var escapedSlashes: String {
    var escaped: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "/"): escaped += "%2F".utf8
      case UInt8(ascii: "%"): escaped += "%25".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
