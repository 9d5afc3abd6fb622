internal import CLinux
internal import Glibc

/// A file that appears under its name whole or not at all.
///
/// Write to ``descriptor``, then ``commit(replacing:)``; without it nothing is left behind.
///
/// Source: open(2) `O_TMPFILE`, linkat(2), rename(2).
public final class StagedFile: Sendable {
  public let descriptor: SharedDescriptor
  private let path: [UInt8]
  /// Where the file system has no files without a name.
  private let temporaryPath: [UInt8]?

  /// Prepares a file in the directory of `path`.
  ///
  /// It gets the `permissions` less what the user's mask takes away.
  public init(for path: [UInt8], permissions: UInt32 = 0o666) throws(SystemError) {
    self.path = path
    let mask = umask(0)
    umask(mask)
    let mode = mode_t(permissions) & ~mask
    if let number = try Self.unnamedFile(besides: path) {
      descriptor = SharedDescriptor(FileDescriptor(owning: number))
      temporaryPath = nil
      _ = try retrying("fchmod") { fchmod(number, mode) }
    } else {
      let name = Self.temporaryName(for: path)
      descriptor = SharedDescriptor(try FileSystem.open(name, .create, permissions: mode))
      temporaryPath = name
    }
  }

  deinit {
    // Gone already if it was committed.
    if let temporaryPath { try? FileSystem.remove(temporaryPath) }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `EEXIST` if something has the name and is not to be replaced.
  public func commit(replacing: Bool) throws(SystemError) {
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
