internal import CLinux
internal import Glibc

/// Removes a directory with all that is in it, a step at a time.
///
/// Directories that do not allow it are made to, if they are ours.
struct TreeRemoval {
  private let name: [UInt8]
  private let parent: SharedDescriptor
  private var walk: TreeWalk
  /// What may be removed but directories; `nil` if all may be.
  private var versions: CopiedVersions?
  /// What was not removed first, and why.
  private(set) var kept: FileTransfer.LeftOut?

  /// Of `root`, which has that name in `parent`, and in it directories and what is of these `versions`.
  init(
    _ name: [UInt8],
    in parent: SharedDescriptor,
    _ root: SharedDescriptor,
    only versions: CopiedVersions? = nil
  ) throws(SystemError) {
    self.name = name
    self.parent = parent
    self.versions = versions
    walk = try TreeWalk(root, readsAhead: true)
  }

  /// Goes on for a while; true when all is done that could be.
  mutating func step() -> Bool {
    let budget = StepBudget()
    while !budget.isSpent {
      do {
        if try advance() { return true }
      } catch {
        // The way up is lost, so the rest stays.
        keep([], .system(error))
        return true
      }
    }
    return false
  }

  mutating func run() { while !step() {} }

  private mutating func advance() throws(SystemError) -> Bool {
    switch try walk.next() {
    case .entry(let name):
      attempt(name) { (self, name) throws(SystemError) in try self.remove(name) }
    case .left(let name):
      attempt(name) { (self, name) throws(SystemError) in
        let directory = self.walk.directory
        try Self.permitting(in: directory) { () throws(SystemError) in
          try FileSystem.removeDirectory(name, in: directory.number)
        }
      }
    case .end:
      removeTop()
      return true
    }
    return false
  }

  private mutating func attempt(
    _ name: [UInt8],
    _ body: (inout Self, [UInt8]) throws(SystemError) -> Void
  ) {
    do {
      try body(&self, name)
    } catch {
      if error.code != ENOENT { keep(name, .system(error)) }
    }
  }

  private mutating func remove(_ name: [UInt8]) throws(SystemError) {
    let directory = walk.directory
    // Without permission to search in a directory not even this can be had.
    let found = try Self.permitting(in: directory) { () throws(SystemError) in
      try FileSystem.details(of: name, in: directory.number)
    }
    guard let details = found else { return }
    guard details.status.kind == .directory else {
      guard versions?.take(details) ?? true else { return keep(name, .changedMeanwhile) }
      return try Self.permitting(in: directory) { () throws(SystemError) in
        try FileSystem.remove(name, in: directory.number)
      }
    }
    let child = try Self.open(name, in: directory)
    try walk.enter(name, child)
  }

  private mutating func removeTop() {
    do {
      let top = try walk.directory.descriptor.status().identity
      guard try FileSystem.details(of: name, in: parent.number)?.identity == top else {
        return keep([], .replacedMeanwhile)
      }
      try FileSystem.removeDirectory(name, in: parent.number)
    } catch {
      if error.code != ENOENT { keep([], .system(error)) }
    }
  }

  private mutating func keep(_ name: [UInt8], _ cause: FileTransferError.Cause) {
    guard kept == nil else { return }
    kept = FileTransfer.LeftOut(
      path: walk.stack.path(of: name),
      error: FileTransferError(.source, cause)
    )
  }

  /// Opens a directory to remove what is in it, which its mode may not permit.
  static func open(
    _ name: [UInt8],
    in parent: SharedDescriptor
  ) throws(SystemError) -> SharedDescriptor {
    do {
      return try FileSystem.openDirectory(name, in: parent.number)
    } catch  where error.code == EACCES {
      let place = try FileSystem.openPlace(name, in: parent.number, followingLinks: false)
      _ = try retrying("chmod") { clinux_set_mode_of_place(place.number, 0o700) }
      return try FileSystem.openDirectory(name, in: parent.number)
    }
  }

  private static func permitting<Result>(
    in directory: SharedDescriptor,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do {
      return try body()
    } catch  where error.code == EACCES {
      guard fchmod(directory.number, 0o700) == 0 else { throw error }
      return try body()
    }
  }
}
