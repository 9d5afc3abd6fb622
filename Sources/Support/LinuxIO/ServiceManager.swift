internal import CLinux
internal import Glibc

/// What systemd, or whoever started us, wants to know and hands over.
///
/// Source: sd_notify(3), sd_listen_fds(3).
public enum ServiceManager {
  /// A socket that was opened for us.
  public struct InheritedSocket: Sendable {
    public let descriptor: SharedDescriptor
    /// As in `FileDescriptorName=`; `unknown` if there is none.
    public let name: String
  }

  /// Sends `state` (such as `READY=1`) to the service manager; nothing if there is none.
  public static func notify(_ state: String) throws(SystemError) {
    guard let path = Environment.value("NOTIFY_SOCKET"), !path.isEmpty else { return }
    let address = try UnixSocket.address(of: path)
    _ = try state.utf8.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      try retrying("sendto") {
        clinux_notify(address, address.count, bytes.baseAddress, bytes.count)
      }
    }
  }

  /// The sockets that were opened for this process; empty if there are none, and the second time.
  ///
  /// Takes the variables out of the environment, so that no child believes they are its own. Call
  /// before other threads start.
  public static func inheritedSockets() -> [InheritedSocket] {
    let pid = Environment.string("LISTEN_PID").flatMap { Int32($0) }
    let count = Environment.string("LISTEN_FDS").flatMap { Int($0) } ?? 0
    let names = (Environment.string("LISTEN_FDNAMES") ?? "").split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { Environment.remove(name) }
    guard pid == CurrentProcess.id, count > 0, count <= 1024 else { return [] }
    return (0..<count).compactMap { index in
      let number = firstNumber + CInt(index)
      guard clinux_set_close_on_exec(number) == 0, clinux_is_socket(number) else { return nil }
      let flags = clinux_get_flags(number)
      // Ours alone: systemd's copy has no reader, and a blocking accept would stop the loop.
      if flags >= 0 { _ = clinux_set_flags(number, flags | O_NONBLOCK) }
      let name = index < names.count && !names[index].isEmpty ? String(names[index]) : "unknown"
      let descriptor = SharedDescriptor(FileDescriptor(owning: number))
      return InheritedSocket(descriptor: descriptor, name: name)
    }
  }

  /// `SD_LISTEN_FDS_START`.
  private static let firstNumber: CInt = 3
}
