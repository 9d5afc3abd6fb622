internal import Glibc
internal import Synchronization

/// A hidden directory in the target directory, gone with this object unless it gets a name.
final class StagingDirectory: Sendable {
  let descriptor: SharedDescriptor
  let identity: FileIdentity
  private let parent: SharedDescriptor
  private let temporaryName: Mutex<[UInt8]?>

  init(in parent: SharedDescriptor) throws(SystemError) {
    let (name, directory) = try StagingLock.make { (name) throws(SystemError) in
      try FileSystem.makeDirectory(name, in: parent.number)
      return (name, try FileSystem.openDirectory(name, in: parent.number))
    } isThere: { (name) throws(SystemError) in
      try FileSystem.details(of: name, in: parent.number)
    }
    descriptor = directory
    identity = try directory.descriptor.status().identity
    self.parent = parent
    temporaryName = Mutex(name)
  }

  deinit {
    guard let name = temporaryName.withLock({ $0 }) else { return }
    // What cannot be removed now, the next transfer sweeps.
    var removal = try? TreeRemoval(name, in: parent, descriptor)
    removal?.run()
  }

  /// Gives the directory its name.
  ///
  /// - Throws: `EEXIST` if something has the name; it may then be given another one.
  func name(_ name: [UInt8]) throws(SystemError) {
    try temporaryName.withLock { (temporary) throws(SystemError) in
      guard let from = temporary else { return }
      try FileSystem.rename(
        from,
        in: parent.number,
        to: name,
        in: parent.number,
        replacing: false
      )
      temporary = nil
      StagingLock.unlock(descriptor)
    }
  }
}
