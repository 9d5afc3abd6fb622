internal import CLinux
internal import Glibc

/// A descriptor that this value owns and closes exactly once.
///
/// Source: open(2), close(2). A close that fails has still given up the number on Linux, so it is
/// never repeated.
public struct FileDescriptor: ~Copyable, Sendable {
  /// Valid while this value lives.
  public let number: CInt

  /// Takes over a number that nothing else will close.
  public init(owning number: CInt) {
    self.number = number
  }

  /// Makes a second number for the same open file; it is closed on exec.
  ///
  /// Offset and status flags stay shared with the original.
  public init(duplicating number: CInt) throws(SystemError) {
    self.number = try retrying("dup") { clinux_duplicate(number) }
  }

  deinit {
    close(number)
  }

  /// Gives up ownership: the caller closes the number.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}

extension FileDescriptor {
  /// What a call gave that does not wait.
  public enum ReadResult: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    case end
  }

  /// What a call took that does not wait.
  public enum WriteResult: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
  }

  public enum AccessMode: Sendable {
    case readOnly
    case writeOnly
    case readWrite
  }

  /// Reads up to the buffer's size at the current offset; 0 is the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let number = number
    return try retrying("read") { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Writes what the file takes at once, which may be less than all.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let number = number
    return try retrying("write") { Glibc.write(number, bytes.baseAddress, bytes.count) }
  }

  /// Reads at `offset` bytes from the start without moving the shared offset.
  public func pread(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    let number = number
    return try retrying("pread") {
      Glibc.pread(number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  /// Writes at `offset` bytes from the start without moving the shared offset.
  public func pwrite(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    let number = number
    return try retrying("pwrite") {
      Glibc.pwrite(number, bytes.baseAddress, bytes.count, off_t(offset))
    }
  }

  /// Writes all of the bytes, waiting for room as long as it takes.
  public func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try writeAvailable(UnsafeRawBufferPointer(rebasing: rest)) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: _ = try poll(for: .writable, timeout: nil)
      }
    }
  }

  /// Writes all of the bytes, waiting for room as long as it takes.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    let span = bytes.span
    try span.bytes.withUnsafeBytes { (buffer) throws(SystemError) in try writeAll(buffer) }
  }

  /// Reads without waiting, if the descriptor is non-blocking.
  public func readAvailable(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> ReadResult {
    let number = number
    let count = try retryingUnlessBlocked("read") {
      Glibc.read(number, buffer.baseAddress, buffer.count)
    }
    guard let count else { return .wouldBlock }
    return count == 0 ? .end : .bytes(count)
  }

  /// Writes without waiting, if the descriptor is non-blocking.
  public func writeAvailable(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> WriteResult {
    let number = number
    let count = try retryingUnlessBlocked("write") {
      Glibc.write(number, bytes.baseAddress, bytes.count)
    }
    return count.map { .bytes($0) } ?? .wouldBlock
  }
}
