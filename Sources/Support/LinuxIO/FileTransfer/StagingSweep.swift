internal import Glibc

/// Removes what killed processes have left in a directory under staging names, a step at a time.
///
/// Whatever cannot be removed stays, which is not worth an error: it is hidden.
struct StagingSweep {
  private let directory: SharedDescriptor
  private var entries = DirectoryEntries()
  private var removal: TreeRemoval?

  init(_ directory: SharedDescriptor) {
    self.directory = directory
  }

  /// True when all was looked at.
  mutating func step() -> Bool {
    let budget = StepBudget()
    while !budget.isSpent {
      if removal != nil {
        if removal?.step() == true { removal = nil }
        continue
      }
      // A directory that cannot be read is not swept.
      guard let name = try? entries.next(from: directory) else { return true }
      if StagingName.matches(name) { try? begin(name) }
    }
    return false
  }

  private mutating func begin(_ name: [UInt8]) throws(SystemError) {
    guard let details = try FileSystem.details(of: name, in: directory.number),
      details.status.owner == geteuid()
    else { return }
    switch details.status.kind {
    case .directory:
      let root = try TreeRemoval.open(name, in: directory)
      guard try isLeftOver(root, name) else { return }
      removal = try TreeRemoval(name, in: directory, root)
    case .regular:
      let file = try FileSystem.open(name, in: directory.number, O_RDWR | O_NONBLOCK)
      guard try isLeftOver(file, name) else { return }
      try FileSystem.remove(name, in: directory.number)
    default:
      // Nothing of ours.
      return
    }
  }

  /// See ``StagingLock``: having the lock is not enough.
  private func isLeftOver(_ file: SharedDescriptor, _ name: [UInt8]) throws(SystemError) -> Bool {
    guard StagingLock.lockForSweeping(file) else { return false }
    let identity = try file.descriptor.status().identity
    return try FileSystem.details(of: name, in: directory.number)?.identity == identity
  }
}
