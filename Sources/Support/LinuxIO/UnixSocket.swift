internal import CLinux
internal import Glibc

/// Who is at the other end of a socket, as the kernel noted it when they connected.
///
/// Source: unix(7), `SO_PEERCRED`.
public struct PeerCredentials: Equatable, Sendable {
  public let uid: UInt32
  public let gid: UInt32
  public let pid: Int32

  public init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }
}

/// Stream sockets of one machine: all non-blocking and closed on exec.
///
/// A path that begins with `@` is a name without a file (abstract).
///
/// Source: unix(7).
public enum UnixSocket {
  /// The longest path, in bytes.
  public static let maximumPathLength = 107

  /// Waits for connections at `path`, which only users that `mode` admits may open.
  ///
  /// A socket that a dead process left behind is replaced, nothing else is.
  ///
  /// - Throws: `EADDRINUSE` if somebody answers there, `EEXIST` if there is something that is no
  ///   socket, `ENAMETOOLONG` over ``maximumPathLength`` bytes.
  public static func listen(
    at path: [UInt8],
    mode: UInt32 = 0o600,
    backlog: CInt = 128
  ) throws(SystemError) -> FileDescriptor {
    let address = try address(of: path)
    let listener = FileDescriptor(owning: try retrying("socket") { clinux_socket() })
    let number = listener.number
    if isAbstract(path) {
      _ = try retrying("bind") { clinux_bind(number, address, address.count) }
    } else {
      try removeStaleSocket(at: path)
      try bindFile(number, path, address, mode: mode)
    }
    _ = try retrying("listen") { Glibc.listen(number, backlog) }
    return listener
  }

  /// As ``listen(at:mode:backlog:)``.
  public static func listen(
    at path: String,
    mode: UInt32 = 0o600,
    backlog: CInt = 128
  ) throws(SystemError) -> FileDescriptor {
    try listen(at: Array(path.utf8), mode: mode, backlog: backlog)
  }

  /// Connects to a listener; a full queue is waited for until `timeout` has passed.
  ///
  /// - Throws: `ENOENT` or `ECONNREFUSED` if nobody listens, `ETIMEDOUT`.
  public static func connect(
    to path: [UInt8],
    timeout: Duration = .seconds(5)
  ) throws(SystemError) -> FileDescriptor {
    let address = try address(of: path)
    let socket = FileDescriptor(owning: try retrying("socket") { clinux_socket() })
    let number = socket.number
    let deadline = MonotonicTime.now + timeout
    // A non-blocking connect to a full queue fails at once, and nothing tells when there is room.
    while try retryingUnlessBlocked("connect", { clinux_connect(number, address, address.count) })
      == nil
    {
      guard MonotonicTime.now < deadline else {
        throw SystemError(call: "connect", code: ETIMEDOUT)
      }
      clinux_sleep(2_000_000)
    }
    return socket
  }

  /// As ``connect(to:timeout:)``.
  public static func connect(
    to path: String,
    timeout: Duration = .seconds(5)
  ) throws(SystemError) -> FileDescriptor {
    try connect(to: Array(path.utf8), timeout: timeout)
  }

  /// The next waiting connection, `nil` if there is none.
  ///
  /// - Throws: `EMFILE` or `ENFILE` while no descriptor is left; the connection stays in the queue.
  public static func accept(
    _ listener: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor? {
    let listenerNumber = listener.number
    while true {
      do {
        let number = try retryingUnlessBlocked("accept") { clinux_accept(listenerNumber) }
        return number.map { FileDescriptor(owning: $0) }
      } catch  where error.code == ECONNABORTED {
        continue
      }
    }
  }

  /// Who connected.
  public static func peer(
    of socket: borrowing FileDescriptor
  ) throws(SystemError) -> PeerCredentials {
    let number = socket.number
    var (uid, gid, pid): (UInt32, UInt32, Int32) = (0, 0, 0)
    _ = try retrying("getsockopt") { clinux_peer(number, &uid, &gid, &pid) }
    return PeerCredentials(uid: uid, gid: gid, pid: pid)
  }

  /// Two sockets that are connected to each other.
  public static func pair() throws(SystemError) -> (SharedDescriptor, SharedDescriptor) {
    var numbers: [CInt] = [-1, -1]
    _ = try retrying("socketpair") { clinux_socketpair(&numbers) }
    return (
      SharedDescriptor(FileDescriptor(owning: numbers[0])),
      SharedDescriptor(FileDescriptor(owning: numbers[1]))
    )
  }

  /// Tells the other end that nothing more will be sent.
  public static func finishSending(on socket: borrowing FileDescriptor) throws(SystemError) {
    let number = socket.number
    _ = try retrying("shutdown") { shutdown(number, CInt(SHUT_WR)) }
  }

  /// Ends both directions: whoever waits for either end, in whatever thread, goes on.
  ///
  /// Source: shutdown(2).
  public static func disconnect(_ socket: borrowing FileDescriptor) throws(SystemError) {
    let number = socket.number
    _ = try retrying("shutdown") { shutdown(number, CInt(SHUT_RDWR)) }
  }

  // MARK: Paths

  private static func isAbstract(_ path: [UInt8]) -> Bool { path.first == UInt8(ascii: "@") }

  static func address(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard !path.isEmpty, !path.contains(0) else {
      throw SystemError(call: "socket path", code: EINVAL)
    }
    guard path.count <= maximumPathLength else {
      throw SystemError(call: "socket path", code: ENAMETOOLONG)
    }
    return isAbstract(path) ? [0] + path.dropFirst() : path
  }

  private static func removeStaleSocket(at path: [UInt8]) throws(SystemError) {
    guard let status = try FileSystem.status(of: path, followingLinks: false) else { return }
    guard status.kind == .socket else { throw SystemError(call: "bind", code: EEXIST) }
    do {
      _ = try connect(to: path, timeout: .zero)
    } catch  where error.code == ECONNREFUSED {
      return try FileSystem.remove(path)
    } catch  where error.code == ENOENT {
      return
    } catch  where error.code == ETIMEDOUT {
      // A full queue: somebody is there, though slow.
    }
    throw SystemError(call: "bind", code: EADDRINUSE)
  }

  /// bind(2) takes the mode of the socket itself, so that there is no moment in which others could
  /// connect; only then what the umask took away comes back.
  private static func bindFile(
    _ number: CInt,
    _ path: [UInt8],
    _ address: [UInt8],
    mode: UInt32
  ) throws(SystemError) {
    _ = try retrying("fchmod") { fchmod(number, mode_t(mode)) }
    _ = try retrying("bind") { clinux_bind(number, address, address.count) }
    _ = try FileSystem.call("chmod", path) { chmod($0, mode_t(mode)) }
  }
}
