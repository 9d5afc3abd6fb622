internal import CLinux
internal import Glibc

/// A file that appears under its name whole or not at all.
///
/// Write to ``descriptor``, then ``commit(replacing:permissions:)``; without it nothing is left
/// behind. Until then nobody else may read it.
///
/// Source: open(2) `O_TMPFILE`, linkat(2), rename(2).
public final class StagedFile: Sendable {
  public let descriptor: SharedDescriptor
  private let path: [UInt8]
  /// Where the file system has no files without a name.
  private let temporaryPath: [UInt8]?

  /// Prepares a file in the directory of `path`.
  public init(for path: [UInt8]) throws(SystemError) {
    self.path = path
    if let number = try Self.unnamedFile(besides: path) {
      descriptor = SharedDescriptor(FileDescriptor(owning: number))
      temporaryPath = nil
    } else {
      let name = Self.temporaryName(for: path)
      descriptor = SharedDescriptor(try FileSystem.open(name, .create))
      temporaryPath = name
    }
  }

  deinit {
    // Gone already if it was committed.
    if let temporaryPath { try? FileSystem.remove(temporaryPath) }
  }

  /// Gives the file its name.
  ///
  /// It gets the mode of the file that it replaces, and its owner as far as that is permitted; a new
  /// one gets the `permissions` less what the user's mask takes away. With `permissions` for the user
  /// alone it is never given to another one, whoever made the file that it replaces.
  ///
  /// - Throws: `EEXIST` if something has the name and is not to be replaced.
  public func commit(replacing: Bool, permissions: UInt32 = 0o666) throws(SystemError) {
    var replaced = replacing ? try FileSystem.status(of: path) : nil
    if permissions & 0o077 == 0, replaced?.owner != CurrentProcess.userID { replaced = nil }
    try setMode(replaced.map(takeOwner(of:)) ?? permissions & ~Self.mask)
    if let temporaryPath {
      return try FileSystem.rename(temporaryPath, to: path, replacing: replacing)
    }
    do {
      try link(to: path)
    } catch  where error.code == EEXIST && replacing {
      // A link never replaces, a rename needs a name.
      let name = Self.temporaryName(for: path)
      try link(to: name)
      do {
        try FileSystem.rename(name, to: path)
      } catch {
        // The first error says more than that the clean-up failed, too.
        try? FileSystem.remove(name)
        throw error
      }
    }
  }

  /// Becomes its owner's and group's, and returns the mode that is left of its own.
  private func takeOwner(of file: FileStatus) -> UInt32 {
    let number = descriptor.number
    let mode = file.mode & 0o777
    // Only root may give a file away; its group may be one of the user's.
    if fchown(number, file.owner, file.group) == 0 { return mode }
    if fchown(number, uid_t.max, file.group) == 0 { return mode }
    // Another group than it was meant for gets what anybody gets.
    return mode & (mode << 3 | 0o707)
  }

  private func setMode(_ mode: UInt32) throws(SystemError) {
    let number = descriptor.number
    do {
      _ = try retrying("fchmod") { fchmod(number, mode) }
    } catch  where error.code == EPERM {
      // It is ours, so the file system has no modes, such as FAT.
    }
  }

  private static var mask: UInt32 {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  private func link(to path: [UInt8]) throws(SystemError) {
    let number = descriptor.number
    _ = try FileSystem.call("link", path) { clinux_link_descriptor(number, $0) }
  }

  private static func unnamedFile(besides path: [UInt8]) throws(SystemError) -> CInt? {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { Array(path[...$0]) } ?? Array(".".utf8)
    do {
      return try FileSystem.call("open", directory) { clinux_unnamed($0) }
    } catch  where error.code == EOPNOTSUPP || error.code == EISDIR {
      return nil
    }
  }

  private static func temporaryName(for path: [UInt8]) -> [UInt8] {
    let suffix = ".xfer-\(CurrentProcess.id)-\(UInt32.random(in: 0 ... .max))"
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { Array(path[...$0]) } ?? []
    // Not made from the file's name, which may have the greatest length already.
    return directory + Array(suffix.utf8)
  }
}
