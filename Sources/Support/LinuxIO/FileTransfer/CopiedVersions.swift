/// What a move has copied, and may remove where it was.
struct CopiedVersions {
  /// Hashes of them, since there may be millions; another file has the same by a chance of 1 to 2^64 each.
  private var hashes: Set<Int> = []
  /// Files of which we have removed a name, which changes their ctime.
  private var lost: Set<FileIdentity> = []

  /// Remembers what a file was before it was read.
  mutating func add(_ details: FileDetails) {
    hashes.insert(details.version.hashValue)
    if details.linkCount > 1 { hashes.insert(details.version.withoutChange.hashValue) }
  }

  /// Whether a file, which is removed then, is as it was when it was copied.
  mutating func take(_ details: FileDetails) -> Bool {
    let version = details.version
    if hashes.contains(version.hashValue) {
      if details.linkCount > 1 { lost.insert(version.identity) }
      return true
    }
    return lost.contains(version.identity) && hashes.contains(version.withoutChange.hashValue)
  }
}

extension FileVersion {
  fileprivate var withoutChange: FileVersion {
    var version = self
    version.changed = 0
    return version
  }
}
