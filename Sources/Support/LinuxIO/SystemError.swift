internal import CLinux
internal import Glibc

/// A system call that failed: which one, and why.
///
/// Holds no user data: paths and contents stay with the caller, who knows what may be shown.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, as its manual page names it.
  public let call: String

  /// The value of `errno`.
  public let code: CInt

  public init(call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// The reason alone, as `strerror` words it.
  public var reason: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress else { return "error \(code)" }
      clinux_error_text(code, base, buffer.count)
      return String(cString: base)
    }
  }

  public var description: String { "\(call): \(reason)" }
}

extension SystemError {
  /// Whether something is used up that may be there later: descriptors or memory.
  public var isExhaustion: Bool {
    [Self.tooManyDescriptors, Self.tooManyDescriptorsInSystem, Self.noMemory].contains(code)
  }

  /// Whether there is no room on a disk, or no more of it for this user.
  public var isFullDisk: Bool { [Self.noSpace, Self.overQuota].contains(code) }

  /// Codes that callers tell apart.
  public static let notFound: CInt = ENOENT
  public static let exists: CInt = EEXIST
  public static let notPermitted: CInt = EPERM
  public static let accessDenied: CInt = EACCES
  public static let invalidArgument: CInt = EINVAL
  public static let tooManyDescriptors: CInt = EMFILE
  public static let tooManyDescriptorsInSystem: CInt = ENFILE
  public static let noMemory: CInt = ENOMEM
  public static let noSpace: CInt = ENOSPC
  public static let overQuota: CInt = EDQUOT
  public static let brokenPipe: CInt = EPIPE
  public static let connectionReset: CInt = ECONNRESET
  public static let connectionRefused: CInt = ECONNREFUSED
  public static let addressInUse: CInt = EADDRINUSE
  public static let nameTooLong: CInt = ENAMETOOLONG
  public static let isDirectory: CInt = EISDIR
  public static let notDirectory: CInt = ENOTDIR
  public static let timedOut: CInt = ETIMEDOUT
  public static let wouldBlock: CInt = EAGAIN
  public static let interrupted: CInt = EINTR
  public static let badDescriptor: CInt = EBADF
  public static let ioError: CInt = EIO
}

/// Repeats a call while signals interrupt it, and turns -1 into an error.
func retrying<Number: SignedInteger>(
  _ call: String,
  _ body: () -> Number
) throws(SystemError) -> Number {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: call, code: code) }
  }
}

/// As ``retrying(_:_:)``, but `nil` where the call would have had to wait.
func retryingUnlessBlocked<Number: SignedInteger>(
  _ call: String,
  _ body: () -> Number
) throws(SystemError) -> Number? {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code == EAGAIN || code == EWOULDBLOCK { return nil }
    if code != EINTR { throw SystemError(call: call, code: code) }
  }
}
