internal import LinuxIO

/// Which file a path names.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// `nil` if there is none, or it cannot be looked at.
  init?(of path: [UInt8]) {
    guard let status = try? FileSystem.status(of: path) else { return nil }
    (device, inode) = (status.device, status.inode)
  }
}
