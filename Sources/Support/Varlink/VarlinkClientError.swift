public import LinuxIO

/// Why a client got no answer.
public enum VarlinkClientError: Error, Equatable, Sendable, CustomStringConvertible {
  case system(SystemError)
  /// The service did not take the call, or not answer it, in time.
  case timedOut
  /// The service ended the connection, having read all that was sent: whether the last call was
  /// carried out is not known.
  case closed
  /// The service ended the connection before it had read the last call whole, or accepted it at all:
  /// the call was not carried out.
  ///
  /// Source: Linux, `unix_release_sock` in net/unix/af_unix.c: only who closes with bytes unread, or
  /// a connection not accepted, resets the other end; send(2) for `EPIPE`.
  case unread
  /// What came is no reply.
  case malformedReply
  case tooLarge
  /// Descriptors pass through sockets only.
  case cannotPassDescriptors

  public var description: String {
    switch self {
    case .system(let error): error.description
    case .timedOut: "no answer in time"
    case .closed: "connection closed"
    case .unread: "connection closed before the call was read"
    case .malformedReply: "malformed reply"
    case .tooLarge: "message over 64 MiB"
    case .cannotPassDescriptors: "cannot pass descriptors"
    }
  }
}
