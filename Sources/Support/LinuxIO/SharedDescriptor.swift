internal import CLinux
internal import Glibc

/// A descriptor with several owners: closed with the last reference.
///
/// For arrays, dictionaries and messages, which cannot hold a ``FileDescriptor``.
public final class SharedDescriptor: Sendable {
  public let descriptor: FileDescriptor

  public init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  public var number: CInt { descriptor.number }

  /// Opens the same file again, for reading only and with an offset of its own.
  ///
  /// The receiver of the result can neither change the file nor move our offset.
  ///
  /// - Throws: `ENXIO` for a socket; `ENOENT` where /proc is missing.
  ///
  /// Source: proc_pid_fd(5).
  public func reopenedReadOnly() throws(SystemError) -> SharedDescriptor {
    let path = "/proc/self/fd/\(number)"
    let reopened = try retrying("open") { clinux_open(path, O_RDONLY, 0) }
    return SharedDescriptor(FileDescriptor(owning: reopened))
  }
}
