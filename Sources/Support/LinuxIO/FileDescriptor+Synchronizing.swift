internal import Glibc

extension FileDescriptor {
  /// Returns when the file's content, and as much of it, would survive a power failure.
  ///
  /// - Throws: An error of the disk once only: what was written is then lost, and a second call says
  ///   nothing of it.
  ///
  /// Source: fdatasync(2).
  public func synchronizeData() throws(SystemError) {
    let number = number
    _ = try retrying("fdatasync") { fdatasync(number) }
  }

  /// As ``synchronizeData()``, with times, mode and owner; of a directory, with the names in it.
  ///
  /// Source: fsync(2).
  public func synchronize() throws(SystemError) {
    let number = number
    _ = try retrying("fsync") { fsync(number) }
  }
}

extension FileSystem {
  /// Returns when the names in a directory would survive a power failure.
  ///
  /// Source: fsync(2): that of a file does not cover the name that it was given.
  public static func synchronizeDirectory(_ path: [UInt8]) throws(SystemError) {
    do {
      try open(path).synchronize()
    } catch  where error.call == "fsync" && error.code == EINVAL {
      // A file system that has nothing to be synced, such as some of those in user space.
    }
  }
}
