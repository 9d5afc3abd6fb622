internal import CLinux
internal import Glibc

/// What belongs to a file beside its content, from one open file or directory to another.
///
/// A copy gets the permissions, the times and the user's own attributes (`user.*`). What was moved
/// also gets owner, group, all attributes and the set-id bits, as far as that is permitted: those
/// bits only where owner and group are the same. A file system that has no such thing is no error.
///
/// Source: inode(7), xattr(7).
struct FileMetadata {
  let isMove: Bool

  func copy(
    from source: SharedDescriptor,
    _ details: FileDetails,
    to target: SharedDescriptor
  ) throws(SystemError) {
    let status = details.status
    // Changing the owner takes away set-id bits and capabilities, so it comes first.
    if isMove, fchown(target.number, status.owner, status.group) != 0 {
      // Only root may give a file away; its group may be one of the user's.
      _ = fchown(target.number, uid_t.max, status.group)
    }
    try copyAttributes(from: source, to: target)
    try setMode(of: target, as: status)
    let times = details.times
    try Self.tolerating([EPERM, EOPNOTSUPP]) { () throws(SystemError) in
      _ = try retrying("futimens") { futimens(target.number, times) }
    }
  }

  /// Of a symbolic link, which has no mode and of attributes none that are the user's.
  func copyToLink(
    _ name: [UInt8],
    in directory: CInt,
    _ details: FileDetails
  ) throws(SystemError) {
    let status = details.status
    if isMove {
      let name = try FileSystem.terminated(name)
      _ = FileSystem.withCString(name) {
        fchownat(directory, $0, status.owner, status.group, AT_SYMLINK_NOFOLLOW)
      }
    }
    let times = details.times
    try Self.tolerating([EPERM, EOPNOTSUPP, ENOSYS]) { () throws(SystemError) in
      _ = try FileSystem.call("utimensat", name) {
        utimensat(directory, $0, times, AT_SYMLINK_NOFOLLOW)
      }
    }
  }

  private func setMode(of target: SharedDescriptor, as source: FileStatus) throws(SystemError) {
    var mode = source.mode & 0o777
    if source.kind == .directory || (isMove && source.mode & 0o7000 != 0) {
      let made = try target.descriptor.status()
      if isMove {
        mode = source.mode
        if made.owner != source.owner { mode &= ~0o4000 }
        if made.group != source.group { mode &= ~0o2000 }
      }
      // Directories hand this down, so that files in them belong to the directory's group.
      if made.kind == .directory { mode |= made.mode & 0o2000 }
    }
    try Self.tolerating([EPERM, EOPNOTSUPP]) { () throws(SystemError) in
      _ = try retrying("fchmod") { fchmod(target.number, mode) }
    }
  }

  // MARK: Attributes

  private func copyAttributes(
    from source: SharedDescriptor,
    to target: SharedDescriptor
  ) throws(SystemError) {
    // Nearly always none; what cannot be listed cannot be copied.
    let count = clinux_attribute_names(source.number, nil, 0)
    guard count > 0 else { return }
    var list = [CChar](repeating: 0, count: count)
    let got = clinux_attribute_names(source.number, &list, list.count)
    guard got > 0 else { return }
    for name in list.prefix(got).split(separator: 0)
    where isMove || name.starts(with: Self.userPrefix) {
      try copyAttribute(Array(name) + [0], from: source, to: target)
    }
  }

  private static let userPrefix = "user.".utf8.map { CChar(bitPattern: $0) }

  private func copyAttribute(
    _ name: [CChar],
    from source: SharedDescriptor,
    to target: SharedDescriptor
  ) throws(SystemError) {
    var value = [UInt8](repeating: 0, count: 256)
    var count = clinux_attribute(source.number, name, &value, value.count)
    if count < 0, errno == ERANGE {
      // The kernel takes no larger one: XATTR_SIZE_MAX.
      value = [UInt8](repeating: 0, count: 65536)
      count = clinux_attribute(source.number, name, &value, value.count)
    }
    // One that cannot be read, or is gone by now, is as good as none.
    guard count >= 0 else { return }
    let known = [EOPNOTSUPP, EPERM, EACCES, EINVAL, E2BIG, ERANGE]
    try Self.tolerating(known) { () throws(SystemError) in
      _ = try retrying("fsetxattr") { clinux_set_attribute(target.number, name, value, count) }
    }
  }

  /// Some file systems have no such thing, or do not let us.
  private static func tolerating(
    _ codes: [CInt],
    _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    do {
      try body()
    } catch  where codes.contains(error.code) {
      // Not there, then.
    }
  }
}
