internal import CLinux
internal import Glibc

extension ContentCopy {
  /// What one call moved.
  public enum Moved: Equatable, Sendable {
    case moved(Int)
    case wouldBlock
    case end
  }

  /// Moves what the source holds now to the end that is a file, without waiting for more.
  ///
  /// The source may be a pipe, socket, terminal or file that other processes share: it is never made
  /// non-blocking.
  ///
  /// - Throws: The first error of either end; what was taken from the source is then lost.
  ///
  /// Source: splice(2), preadv2(2) `RWF_NOWAIT`.
  public static func moveAvailable(
    from source: CInt,
    to destination: borrowing FileDescriptor,
    atMost limit: Int
  ) throws(SystemError) -> Moved {
    let destinationNumber = destination.number
    do {
      let count = try retryingUnlessBlocked("splice") {
        clinux_splice(source, nil, destinationNumber, limit)
      }
      guard let count else { return .wouldBlock }
      return count == 0 ? .end : .moved(count)
    } catch  where error.code == EINVAL || error.code == EBADF || error.code == EOPNOTSUPP {
      // No pipe, or a destination that only takes writes, as with O_APPEND.
      return try moveThroughMemory(from: source, to: destination, atMost: limit)
    }
  }

  private static func moveThroughMemory(
    from source: CInt,
    to destination: borrowing FileDescriptor,
    atMost limit: Int
  ) throws(SystemError) -> Moved {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, min(limit, 256 << 10)),
      alignment: 4096
    )
    defer { buffer.deallocate() }
    guard let count = try readAvailable(from: source, into: buffer) else { return .wouldBlock }
    guard count > 0 else { return .end }
    try destination.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return .moved(count)
  }

  /// Reads what can be had without any wait, not even for a disk; `nil` if nothing, 0 at the end.
  ///
  /// Some files cannot be read in this way at all, and never give anything.
  public static func readAtHand(
    from source: CInt,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int? {
    do {
      return try retryingUnlessBlocked("preadv2") {
        clinux_read_now(source, buffer.baseAddress, buffer.count)
      }
    } catch  where error.code == EOPNOTSUPP && clinux_is_in_memory(source) {
      // tmpfs knows no RWF_NOWAIT, and needs none.
      return try? retryingUnlessBlocked("read") { read(source, buffer.baseAddress, buffer.count) }
    } catch {
      return nil
    }
  }

  /// Reads what a descriptor of another process holds now: `nil` if nothing yet, 0 at the end.
  public static func readAvailable(
    from source: CInt,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    do {
      return try retryingUnlessBlocked("preadv2") {
        clinux_read_now(source, buffer.baseAddress, buffer.count)
      }
    } catch  where error.code == EOPNOTSUPP || error.code == ESPIPE || error.code == EINVAL {
      // Terminals, and files of some systems. Between the look and the read another process could
      // take what is there; no call excludes that for those.
      guard try Readiness.poll(source, for: .readable, timeout: .zero) != nil else { return nil }
      return try retryingUnlessBlocked("read") {
        read(source, buffer.baseAddress, buffer.count)
      }
    }
  }
}
