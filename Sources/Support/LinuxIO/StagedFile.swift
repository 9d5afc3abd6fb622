internal import CLinux
internal import Glibc

/// A file that appears under its name whole or not at all.
///
/// Write to ``descriptor``, then ``commit(replacing:permissions:)``; without it nothing is left
/// behind. Until then nobody else may read it.
///
/// Source: umask(2), fchown(2).
public final class StagedFile: Sendable {
  private let file: UnnamedFile
  private let path: [UInt8]

  public var descriptor: SharedDescriptor { file.descriptor }

  /// Prepares a file in the directory of `path`.
  public init(for path: [UInt8]) throws(SystemError) {
    self.path = path
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    file = try UnnamedFile(in: slash.map { Array(path[...$0]) } ?? [UInt8(ascii: ".")])
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
    try file.setMode(replaced.map(takeOwner(of:)) ?? permissions & ~Self.mask)
    try file.name(path, replacing: replacing)
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

  /// What the user wants new files not to permit.
  static var mask: UInt32 {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
