internal import CLinux
internal import Glibc

/// Which file a path leads to, and which state of it: content that changes changes this, too.
///
/// Source: inode(7).
public struct FileVersion: Hashable, Sendable {
  public let kind: FileStatus.Kind
  /// The file, whatever its names; another one may have it when this one is gone.
  public let identity: FileIdentity
  /// The user that owns it.
  public let owner: UInt32
  public let byteCount: Int
  /// When the content changed last, in nanoseconds since 1970; anybody may set it to anything.
  public let modified: Int64
  /// When anything changed last, the name included, in nanoseconds since 1970; nobody can set it.
  public internal(set) var changed: Int64

  public init(
    kind: FileStatus.Kind,
    identity: FileIdentity,
    owner: UInt32,
    byteCount: Int,
    modified: Int64,
    changed: Int64
  ) {
    (self.kind, self.identity, self.owner) = (kind, identity, owner)
    (self.byteCount, self.modified, self.changed) = (byteCount, modified, changed)
  }

  init(_ raw: clinux_version) {
    self.init(
      kind: FileStatus.Kind(mode: raw.mode),
      identity: FileIdentity(device: raw.device, inode: raw.inode),
      owner: raw.owner,
      byteCount: Int(raw.byte_count),
      modified: raw.modified,
      changed: raw.changed
    )
  }
}

/// Whether anybody has a regular file open for writing, or mapped so.
public enum FileWriter: Sendable {
  case nobody
  case somebody
  /// The file system, or the owner, does not let us know.
  case unknown
}

extension FileSystem {
  /// What is at `path`, `nil` if nothing is.
  public static func version(
    of path: [UInt8],
    followingLinks: Bool = true
  ) throws(SystemError) -> FileVersion? {
    var raw = clinux_version()
    do {
      _ = try call("stat", path) { clinux_get_version($0, followingLinks, &raw) }
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    return FileVersion(raw)
  }

  /// Whether somebody writes a regular file; to look at anything else may disturb it.
  ///
  /// Asked by a lease that is given back at once: who opens the file for writing in that moment waits
  /// for some microseconds, or is told `EWOULDBLOCK` if it wants to wait for nothing.
  ///
  /// - Throws: `EACCES` if we may not read it, `ENOENT`.
  ///
  /// Source: fcntl(2), "Leases".
  public static func writer(
    of path: [UInt8],
    followingLinks: Bool = true
  ) throws(SystemError) -> FileWriter {
    do {
      return try call("open", path) { clinux_has_writer($0, followingLinks) } == 0
        ? .nobody : .somebody
    } catch  where error.code == ENOLCK {
      return .unknown
    }
  }

  /// Whether we may list a directory and use what is in it.
  public static func mayEnter(_ path: [UInt8]) -> Bool {
    guard let path = try? terminated(path) else { return false }  // No directory has such a path.
    return withCString(path) { clinux_may_enter($0) }
  }
}
