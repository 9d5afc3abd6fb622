internal import CLinux
internal import Glibc

/// Files without a name that live in memory.
///
/// Source: memfd_create(2).
public enum MemoryFile {
  /// Makes an empty one that can be written, read and sealed.
  ///
  /// The `name` shows in `/proc/PID/fd` only and need not be unique.
  public static func create(name: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying("memfd_create") { clinux_memfd(name) })
  }

  /// Makes one with this content, sealed.
  public static func create(
    name: String,
    content: [UInt8]
  ) throws(SystemError) -> FileDescriptor {
    let file = try create(name: name)
    try file.writeAll(content)
    try file.seek(to: 0)
    try seal(file)
    return file
  }

  /// Makes the content final, for us and for whoever gets the descriptor.
  public static func seal(_ file: borrowing FileDescriptor) throws(SystemError) {
    let number = file.number
    _ = try retrying("fcntl") { clinux_seal(number) }
  }
}

/// Files without a name on a disk.
public enum TemporaryFile {
  /// Makes an empty one in `directory` that nobody else can open; it is gone when it is closed.
  ///
  /// Source: open(2), `O_TMPFILE`; file systems without it get a name that is removed at once.
  public static func create(in directory: [UInt8]) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try FileSystem.call("open", directory) { clinux_temporary($0) }
    )
  }
}
