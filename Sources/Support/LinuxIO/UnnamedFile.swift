internal import CLinux
internal import Glibc
internal import Synchronization

/// A new file that nobody sees until it is given its name; without one it is gone with this value.
///
/// Only the user may read and write it. Where the file system has no files without a name, it has
/// one that begins with a dot, which a process that is killed leaves behind: see
/// ``removeLeftOvers(in:)``.
///
/// Source: open(2) `O_TMPFILE`, linkat(2), rename(2).
public final class UnnamedFile: Sendable {
  public let descriptor: SharedDescriptor
  /// Where the file system wants a name; `nil` once that is another one.
  private let temporaryPath: Mutex<[UInt8]?>

  /// Makes an empty one in `directory`, on whose file system its name must be.
  public convenience init(in directory: [UInt8]) throws(SystemError) {
    if let number = try Self.open(in: directory) {
      self.init(FileDescriptor(owning: number), at: nil)
    } else {
      try self.init(withNameIn: directory)
    }
  }

  /// As ``init(in:)`` where the file system has no files without a name.
  convenience init(withNameIn directory: [UInt8]) throws(SystemError) {
    let path = Self.temporaryPath(in: directory)
    self.init(try FileSystem.open(path, .create), at: path)
  }

  private init(_ descriptor: consuming FileDescriptor, at temporaryPath: [UInt8]?) {
    self.descriptor = SharedDescriptor(descriptor)
    self.temporaryPath = Mutex(temporaryPath)
  }

  deinit {
    // What cannot be removed now is what is left over at the next start.
    if let path = temporaryPath.withLock({ $0 }) { try? FileSystem.remove(path) }
  }

  /// Gives the file its name, which it has until somebody removes it.
  ///
  /// To be there after a power failure, first the content must be synced, and then the directory.
  ///
  /// - Throws: `EEXIST` if something has the name and is not to be replaced; then, as after any
  ///   error, it has none and may be given another.
  public func name(_ path: [UInt8], replacing: Bool = false) throws(SystemError) {
    try temporaryPath.withLock { (temporary) throws(SystemError) in
      guard let from = temporary else { return try link(path, replacing: replacing) }
      try FileSystem.rename(from, to: path, replacing: replacing)
      temporary = nil
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
      // A link never replaces, a rename needs a name.
      let from = Self.temporaryPath(besides: path)
      try link(to: from)
      do {
        try FileSystem.rename(from, to: path)
      } catch {
        // The first error says more than that the clean-up failed, too.
        try? FileSystem.remove(from)
        throw error
      }
    }
  }

  private func link(to path: [UInt8]) throws(SystemError) {
    let number = descriptor.number
    _ = try FileSystem.call("link", path) { clinux_link_descriptor(number, $0) }
  }

  private static func open(in directory: [UInt8]) throws(SystemError) -> CInt? {
    do {
      return try FileSystem.call("open", directory) { clinux_unnamed($0) }
    } catch  where error.code == EOPNOTSUPP || error.code == EISDIR {
      return nil
    }
  }

  // MARK: Temporary names

  private static let prefix = Array(".xfer-".utf8)

  private static func temporaryPath(in directory: [UInt8]) -> [UInt8] {
    temporaryPath(besides: directory + [UInt8(ascii: "/")])
  }

  private static func temporaryPath(besides path: [UInt8]) -> [UInt8] {
    // Not made from the file's name, which may have the greatest length already.
    let name = prefix + Array("\(CurrentProcess.id)-\(UInt32.random(in: 0 ... .max))".utf8)
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return (slash.map { Array(path[...$0]) } ?? []) + name
  }

  private static func isLeftOver(_ name: [UInt8]) -> Bool {
    guard name.starts(with: prefix) else { return false }
    let words = name.dropFirst(prefix.count).split(
      separator: UInt8(ascii: "-"),
      omittingEmptySubsequences: false
    )
    guard words.count == 2, let first = String(validating: words[0], as: UTF8.self),
      let process = pid_t(first), process > 0
    else { return false }
    return process == getpid() || kill(process, 0) != 0 && errno == ESRCH
  }
}
