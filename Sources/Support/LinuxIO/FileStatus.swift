internal import CLinux
internal import Glibc

/// What a file is: kind, size, identity and owner.
///
/// Source: inode(7).
public struct FileStatus: Equatable, Sendable {
  public enum Kind: Sendable {
    case regular
    case directory
    case pipe
    case socket
    case characterDevice
    case blockDevice
    case symbolicLink
    case other
  }

  public let kind: Kind
  public let byteCount: Int
  public let device: UInt64
  public let inode: UInt64
  /// The user that owns it.
  public let owner: UInt32
  public let group: UInt32
  /// Permission bits only, as in `0o600`.
  public let mode: UInt32
  /// When the content last changed, in seconds since 1970.
  public let modified: Int64
  /// The part of a second beyond ``modified``.
  public let modifiedNanoseconds: Int64

  init(_ raw: clinux_status) {
    kind = Kind(mode: raw.mode)
    byteCount = Int(raw.byte_count)
    device = raw.device
    inode = raw.inode
    owner = raw.owner
    group = raw.group
    mode = raw.mode & 0o7777
    modified = raw.modified
    modifiedNanoseconds = raw.modified_nanoseconds
  }
}

extension FileStatus.Kind {
  init(mode: UInt32) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      case S_IFLNK: .symbolicLink
      default: .other
      }
  }
}
