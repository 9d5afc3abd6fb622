internal import CLinux
internal import Glibc
internal import Synchronization

/// A new file that nobody sees until it is given its name; without one it is gone with this value.
///
/// Only the user may read and write it. Where the file system has no files without a name, it has
/// one that begins with a dot, which a process that is killed leaves behind: see
/// ``removeLeftOvers(in:)``. It is locked as long as it has that, see ``StagingLock``.
///
/// Source: open(2) `O_TMPFILE`, linkat(2), rename(2).
public final class UnnamedFile: Sendable {
  public let descriptor: SharedDescriptor
  /// What paths are relative to; `nil` for the working directory.
  private let base: SharedDescriptor?
  /// Where the file system wants a name; `nil` once that is another one.
  private let temporaryPath: Mutex<[UInt8]?>

  /// Makes an empty one in `directory`, on whose file system its name must be.
  public convenience init(in directory: [UInt8]) throws(SystemError) {
    try self.init(in: directory, of: nil)
  }

  /// Makes an empty one in a directory that is open, which its names are then relative to.
  convenience init(in directory: SharedDescriptor) throws(SystemError) {
    try self.init(in: [UInt8(ascii: ".")], of: directory)
  }

  private convenience init(in directory: [UInt8], of base: SharedDescriptor?) throws(SystemError) {
    if let number = try Self.open(in: directory, of: base) {
      self.init(SharedDescriptor(FileDescriptor(owning: number)), of: base, at: nil)
    } else {
      try self.init(withNameIn: directory, of: base)
    }
  }

  /// As ``init(in:)`` where the file system has no files without a name.
  convenience init(
    withNameIn directory: [UInt8],
    of base: SharedDescriptor? = nil
  ) throws(SystemError) {
    let number = base?.number ?? FileSystem.workingDirectory
    let (path, file) = try StagingLock.make { (name) throws(SystemError) in
      let path = directory + [UInt8(ascii: "/")] + name
      let file = try FileSystem.open(path, in: number, O_RDWR | O_CREAT | O_EXCL)
      return (path, file)
    } isThere: { (path) throws(SystemError) in
      try FileSystem.details(of: path, in: number)
    }
    self.init(file, of: base, at: path)
  }

  private init(
    _ descriptor: SharedDescriptor,
    of base: SharedDescriptor?,
    at temporaryPath: [UInt8]?
  ) {
    self.descriptor = descriptor
    self.base = base
    self.temporaryPath = Mutex(temporaryPath)
  }

  deinit {
    // What cannot be removed now is what is left over at the next start.
    if let path = temporaryPath.withLock({ $0 }) {
      try? FileSystem.remove(path, in: directoryNumber)
    }
  }

  private var directoryNumber: CInt { base?.number ?? FileSystem.workingDirectory }

  /// Gives the file its name, which it has until somebody removes it.
  ///
  /// To be there after a power failure, first the content must be synced, and then the directory.
  ///
  /// - Throws: `EEXIST` if something has the name and is not to be replaced; then, as after any
  ///   error, it has none and may be given another.
  public func name(_ path: [UInt8], replacing: Bool = false) throws(SystemError) {
    try temporaryPath.withLock { (temporary) throws(SystemError) in
      guard let from = temporary else { return try link(path, replacing: replacing) }
      try rename(from, to: path, replacing: replacing)
      temporary = nil
      StagingLock.unlock(descriptor)
    }
  }

  /// Sets who may do what with the file; nobody may unless it has a name.
  func setMode(_ mode: UInt32) throws(SystemError) {
    let number = descriptor.number
    do {
      _ = try retrying("fchmod") { fchmod(number, mode) }
    } catch  where error.code == EPERM {
      // It is ours, so the file system has no modes, such as FAT.
    }
  }

  /// Removes what processes that were killed have left in a directory, and says how many files.
  ///
  /// Call it before this process makes files there: one with its number is of an earlier process.
  @discardableResult
  public static func removeLeftOvers(in directory: [UInt8]) throws(SystemError) -> Int {
    var count = 0
    for name in try FileSystem.names(in: directory) where isLeftOver(name) {
      do {
        try FileSystem.remove(directory + [UInt8(ascii: "/")] + name)
        count += 1
      } catch  where [ENOENT, EISDIR, EPERM].contains(error.code) {
        // Another one was quicker, or it is no file of ours.
      }
    }
    return count
  }

  private func link(_ path: [UInt8], replacing: Bool) throws(SystemError) {
    do {
      try link(to: path)
    } catch  where error.code == EEXIST && replacing {
      // A link never replaces, a rename needs a name, which nobody must sweep meanwhile.
      let from = Self.temporaryPath(besides: path)
      StagingLock.lock(descriptor)
      defer { StagingLock.unlock(descriptor) }
      try link(to: from)
      do {
        try rename(from, to: path, replacing: true)
      } catch {
        // The first error says more than that the clean-up failed, too.
        try? FileSystem.remove(from, in: directoryNumber)
        throw error
      }
    }
  }

  private func rename(_ from: [UInt8], to path: [UInt8], replacing: Bool) throws(SystemError) {
    let directory = directoryNumber
    try FileSystem.rename(from, in: directory, to: path, in: directory, replacing: replacing)
  }

  private func link(to path: [UInt8]) throws(SystemError) {
    let number = descriptor.number
    let directory = directoryNumber
    _ = try FileSystem.call("link", path) { clinux_link_descriptor(number, directory, $0) }
  }

  private static func open(
    in directory: [UInt8],
    of base: SharedDescriptor?
  ) throws(SystemError) -> CInt? {
    let number = base?.number ?? FileSystem.workingDirectory
    do {
      return try FileSystem.call("open", directory) { clinux_unnamed(number, $0) }
    } catch  where error.code == EOPNOTSUPP || error.code == EISDIR {
      return nil
    }
  }

  // MARK: Temporary names

  private static func temporaryPath(besides path: [UInt8]) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return (slash.map { Array(path[...$0]) } ?? []) + StagingName.make()
  }

  private static func isLeftOver(_ name: [UInt8]) -> Bool {
    guard let process = StagingName.process(in: name) else { return false }
    return process == getpid() || kill(process, 0) != 0 && errno == ESRCH
  }
}
