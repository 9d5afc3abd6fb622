internal import CLinux
internal import Glibc

/// Which file it is, whatever its names are.
///
/// Source: inode(7).
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64

  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

extension FileStatus {
  /// Which file this is the status of.
  public var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}

/// What a copier asks for beside the status: not part of that, since reading a file changes it.
struct FileDetails: Sendable {
  let status: FileStatus
  /// How many names it has.
  let linkCount: UInt64
  /// What it takes of the disk.
  let allocatedByteCount: Int64
  let accessed: Int64
  let accessedNanoseconds: Int64
  /// As ``FileVersion/changed``.
  let changed: Int64

  init(_ raw: clinux_details) {
    status = FileStatus(raw.status)
    linkCount = raw.links
    allocatedByteCount = raw.allocated
    accessed = raw.accessed
    accessedNanoseconds = raw.accessed_nanoseconds
    changed = raw.changed
  }

  var identity: FileIdentity { status.identity }

  /// Whether the size says more than is on the disk.
  var hasHoles: Bool { allocatedByteCount < Int64(clamping: status.byteCount) }

  var version: FileVersion {
    FileVersion(
      kind: status.kind,
      identity: identity,
      owner: status.owner,
      byteCount: status.byteCount,
      modified: status.modified &* 1_000_000_000 &+ status.modifiedNanoseconds,
      changed: changed
    )
  }

  /// Access and change of content, as utimensat(2) takes them.
  var times: [timespec] {
    [
      timespec(tv_sec: Int(accessed), tv_nsec: Int(accessedNanoseconds)),
      timespec(tv_sec: Int(status.modified), tv_nsec: Int(status.modifiedNanoseconds)),
    ]
  }
}
