public import LinuxIO

/// Why a client got no answer.
public enum VarlinkClientError: Error, Equatable, Sendable, CustomStringConvertible {
  case system(SystemError)
  /// The service did not take the call, or not answer it, in time.
  case timedOut
  /// The service ended the connection.
  case closed
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
    case .malformedReply: "malformed reply"
    case .tooLarge: "message over 64 MiB"
    case .cannotPassDescriptors: "cannot pass descriptors"
    }
  }
}
