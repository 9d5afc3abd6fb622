internal import CLinux
internal import Glibc
internal import Synchronization

/// A directory that gets files, opened once: whatever happens to its path, they land in this one.
///
/// Nothing is seen under its final name before it is complete, and nothing is overwritten unless
/// that was asked for, however many processes give names at once.
public final class TargetDirectory: Sendable {
  let descriptor: SharedDescriptor
  public let identity: FileIdentity
  /// Of which it takes no clones.
  let cloneless = DeviceMemory()
  /// Whose files are on a disk and not made by the kernel.
  let ordinary = DeviceMemory()
  /// A directory that we may write but not read can neither be swept nor synced.
  private let isReadable: Bool
  private let isSwept = Mutex(false)

  /// Opens the directory; a link is followed.
  public init(_ path: [UInt8]) throws(FileTransferError) {
    (descriptor, isReadable) = try on(.target) { () throws(SystemError) in try Self.open(path) }
    // A file cannot be made there, and calls say so in as many ways as there are file systems.
    let isMadeByKernel = try on(.target) { [descriptor] () throws(SystemError) in
      try descriptor.descriptor.isMadeByKernel
    }
    if isMadeByKernel { throw FileTransferError(.target, .madeByKernel) }
    identity = try on(.target) { [descriptor] () throws(SystemError) in
      try descriptor.descriptor.status().identity
    }
  }

  /// Makes an empty file that is nobody's until it is placed.
  public func newFile() throws(FileTransferError) -> UnnamedFile {
    var sweep = takeSweep()
    while sweep?.step() == false {}
    return try onTarget { () throws(SystemError) in try UnnamedFile(in: descriptor) }
  }

  /// Gives a complete file a name, and says which; `nil` if it was to be skipped.
  ///
  /// Nothing is synced. A watcher that wants to know its own files asks the file for its identity
  /// before. The file gets the permissions of `mode`, or usual ones less the user's mask.
  public func place(
    _ file: UnnamedFile,
    as names: NameChoice,
    mode: UInt32? = nil
  ) throws(FileTransferError) -> [UInt8]? {
    let mode = mode ?? CurrentProcess.usualFileMode
    try onTarget { () throws(SystemError) in try file.setMode(mode) }
    return try name(names, isDirectory: false) { (name, replacing) throws(SystemError) in
      try file.name(name, replacing: replacing)
    }
  }

  // MARK: For transfers

  /// Has `attempt` try names by the rules; it says `EEXIST` where one is taken.
  func name(
    _ names: NameChoice,
    isDirectory: Bool,
    _ attempt: ([UInt8], _ replacing: Bool) throws(SystemError) -> Void
  ) throws(FileTransferError) -> [UInt8]? {
    var attempts = NameAttempts(names, isDirectory: isDirectory)
    while true {
      switch attempts.step {
      case .skip: return nil
      case .fail(let cause): throw FileTransferError(.target, cause)
      case .attempt(let name, let replacing):
        do {
          try attempt(name, replacing)
          return name
        } catch  where [EEXIST, EISDIR, ENOTEMPTY, ENOTDIR].contains(error.code) {
          // ENOTDIR and EISDIR: the kinds differ, when replacing.
          attempts.nameIsTaken(by: replacing || hasDirectory(name) ? .directory : .other)
        } catch {
          throw failure(error)
        }
      }
    }
  }

  /// What has the first candidate's name.
  func occupant(of names: NameChoice) throws(FileTransferError) -> FileDetails? {
    guard case .attempt(let name, _) = NameAttempts(names, isDirectory: false).step else {
      throw FileTransferError(.target, .unusableName)
    }
    return try onTarget { () throws(SystemError) in
      try FileSystem.details(of: name, in: descriptor.number)
    }
  }

  /// The sweep of what others have left here, for the first that asks.
  func takeSweep() -> StagingSweep? {
    let isFirst = isSwept.withLock { isSwept in
      defer { isSwept = true }
      return !isSwept
    }
    guard isFirst, isReadable else { return nil }
    // Of its own, since reading moves the offset; what cannot be read is not swept.
    let own = try? FileSystem.openDirectory([UInt8(ascii: ".")], in: descriptor.number)
    return own.map { StagingSweep($0) }
  }

  /// Whether it is that directory or lies in it.
  func isInside(_ directory: FileIdentity) throws(SystemError) -> Bool {
    var place = descriptor
    var identity = identity
    while identity != directory {
      let above = try FileSystem.openPlace(
        Array("..".utf8),
        in: place.number,
        followingLinks: false
      )
      let next = try above.descriptor.status().identity
      // The root is above itself.
      if next == identity { return false }
      place = above
      identity = next
    }
    return true
  }

  /// Returns when the names in it would survive a power failure.
  func synchronize(_ item: SharedDescriptor?) throws(SystemError) {
    do {
      if isReadable { return try descriptor.descriptor.synchronize() }
      // What we may not read cannot be synced either, but its file system can, by what is on it.
      if let item { _ = try retrying("syncfs") { clinux_sync_file_system(item.number) } }
    } catch  where error.call == "fsync" && error.code == EINVAL {
      // A file system that has nothing to be synced, such as some of those in user space.
    }
  }

  /// As ``on(_:_:)``, with words of its own for a directory that is no more.
  func onTarget<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(FileTransferError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  /// What an error means by which a copy of a tree ended, that was hidden in this directory.
  ///
  /// Only what the copy has made has names there, so one that is missing was taken away.
  func meaning(_ error: FileTransferError) -> FileTransferError {
    guard error.side == .target, case .system(let system) = error.cause else { return error }
    let failure = failure(system)
    guard system.code == ENOENT, failure.cause != .directoryRemoved else { return failure }
    return FileTransferError(.target, .copyRemoved)
  }

  private func failure(_ error: SystemError) -> FileTransferError {
    // A directory that was removed has no names left; calls say so in several ways.
    let isGone = (try? descriptor.descriptor.details().linkCount) == 0
    return FileTransferError(.target, isGone ? .directoryRemoved : .system(error))
  }

  private func hasDirectory(_ name: [UInt8]) -> Bool {
    let found = try? FileSystem.details(of: name, in: descriptor.number)
    return found?.status.kind == .directory
  }

  private static func open(_ path: [UInt8]) throws(SystemError) -> (SharedDescriptor, Bool) {
    let here = FileSystem.workingDirectory
    do {
      let number = try FileSystem.call("open", path) {
        clinux_open_at(here, $0, O_RDONLY | O_DIRECTORY, 0)
      }
      return (SharedDescriptor(FileDescriptor(owning: number)), true)
    } catch  where error.code == EACCES {
      return (try FileSystem.openPlace(path, in: here, followingLinks: true), false)
    }
  }
}
