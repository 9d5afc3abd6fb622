import LinuxIO

/// What ``FolderWatch`` is told.
enum FolderEvent: Equatable, Sendable {
  /// Something happened to a name.
  case noticed([UInt8], Sign)
  /// The answer to ``FolderAction/look(_:isWhole:)``.
  case looked([UInt8], Look)
  /// All that is in the directory, which is another one than before or the same.
  case listed([ListedFile], isSameDirectory: Bool)
  /// The directory is not there, or is not to be used.
  case lost
  /// We are about to put this there ourselves.
  case expected(FileIdentity)
  /// Time passed: ``FolderWatch/nextTime`` has come.
  case time

  enum Sign: Equatable, Sendable {
    case created
    case closedAfterWriting
    case movedIn(cookie: UInt32)
    case movedOut(cookie: UInt32)
    case deleted
    case attributes
  }

  /// What has a name now.
  enum Look: Equatable, Sendable {
    case absent
    /// A regular file, or a link to one: `writer` and `byteCount` are those of what it leads to.
    case file(FileVersion, byteCount: Int, FileWriter)
    /// A directory; `tree` is `nil` if it was not asked for.
    case directory(FileVersion, tree: TreeVersion?)
    /// A regular file that we may not read.
    case unreadable(FileVersion)
    case unacceptable(FileVersion, reason: String)
    /// It cannot be looked at for now, such as for want of descriptors.
    case unknown
  }
}

struct ListedFile: Equatable, Sendable {
  let name: [UInt8]
  let version: FileVersion
}

/// What tells that a directory and all below it has not changed.
struct TreeVersion: Equatable, Sendable {
  var count = 0
  var byteCount = 0
  /// The sum of all times of change, which is another one after any change.
  var changes: UInt64 = 0
  var hasWriter = false
}

/// What ``FolderWatch`` wants done.
enum FolderAction: Equatable, Sendable {
  /// Look at a name, after what was asked before; all below a directory only if it is not `isWhole`.
  case look([UInt8], isWhole: Bool)
  case report([LandedFile])
  case refuse([UInt8], reason: String)
}
