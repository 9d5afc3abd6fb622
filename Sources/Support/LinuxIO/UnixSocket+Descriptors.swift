internal import CLinux
internal import Glibc

extension UnixSocket {
  /// The kernel takes no more descriptors with one call.
  ///
  /// Source: unix(7), `SCM_MAX_FD`.
  public static let maximumDescriptorsPerMessage = Int(CLINUX_DESCRIPTORS_PER_MESSAGE)

  /// What one call received.
  public enum Received: Sendable {
    /// The descriptors belong to the part that the last of the bytes is of: a call never reads
    /// past bytes that carried some. `isTruncated` if some were lost for want of numbers.
    case bytes(Int, descriptors: [SharedDescriptor], isTruncated: Bool)
    case wouldBlock
    case end
  }

  /// Sends what the socket takes at once; the descriptors go with the first byte.
  ///
  /// - Throws: `EINVAL` over ``maximumDescriptorsPerMessage``; `EPIPE` without a signal.
  public static func send(
    _ bytes: UnsafeRawBufferPointer,
    descriptors: [SharedDescriptor] = [],
    on socket: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor.WriteResult {
    let number = socket.number
    let numbers = descriptors.map(\.number)
    let count = try retryingUnlessBlocked("sendmsg") {
      clinux_send(number, bytes.baseAddress, bytes.count, numbers, numbers.count)
    }
    withExtendedLifetime(descriptors) {}
    return count.map { .bytes($0) } ?? .wouldBlock
  }

  /// Receives what is there; every descriptor that came is in the result, and closed on exec.
  public static func receive(
    into buffer: UnsafeMutableRawBufferPointer,
    on socket: borrowing FileDescriptor
  ) throws(SystemError) -> Received {
    let number = socket.number
    var isTruncated = false
    var found = 0
    // The stack, not an array: most messages bring none.
    return try withUnsafeTemporaryAllocation(of: CInt.self, capacity: maximumDescriptorsPerMessage)
    { (numbers) throws(SystemError) -> Received in
      let count = try retryingUnlessBlocked("recvmsg") {
        clinux_receive(
          number,
          buffer.baseAddress,
          buffer.count,
          numbers.baseAddress,
          &found,
          &isTruncated
        )
      }
      let descriptors = numbers[..<found].map { SharedDescriptor(FileDescriptor(owning: $0)) }
      guard let count else { return .wouldBlock }
      guard count > 0 else { return .end }
      return .bytes(count, descriptors: descriptors, isTruncated: isTruncated)
    }
  }
}
