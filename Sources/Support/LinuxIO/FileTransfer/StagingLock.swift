internal import Glibc

/// Tells what somebody still works at from what a killed process left behind.
///
/// What has a staging name is locked by who made it, for as long as it has the name. A sweeper
/// removes what it can lock. Between making and locking a sweeper may come first; then it has the
/// lock, or had it and the name is gone: the maker sees either and makes another one. Of two
/// sweepers one has the lock. What a sweeper has opened may have got its final name and been
/// unlocked since: it looks, with the lock, whether the staging name still belongs to it.
///
/// Locks end with the process. Where a file system knows none, nothing is swept.
///
/// Source: flock(2).
enum StagingLock {
  /// Makes something under a staging name and locks it.
  static func make(
    _ make: ([UInt8]) throws(SystemError) -> ([UInt8], SharedDescriptor),
    isThere look: ([UInt8]) throws(SystemError) -> FileDetails?
  ) throws(SystemError) -> ([UInt8], SharedDescriptor) {
    var attemptsLeft = 100
    while true {
      attemptsLeft -= 1
      do throws(SystemError) {
        let (path, made) = try make(StagingName.make())
        let identity = try made.descriptor.status().identity
        if lock(made), try look(path)?.identity == identity { return (path, made) }
        guard attemptsLeft > 0 else { throw SystemError(call: "flock", code: EWOULDBLOCK) }
      } catch  where [EEXIST, ENOENT].contains(error.code) && attemptsLeft > 0 {
        // The name is another one's, or a sweeper was quicker than our look at what we had made.
      }
    }
  }

  /// Whether nobody else has it, also where nobody can have it.
  @discardableResult
  static func lock(_ file: SharedDescriptor) -> Bool { take(file) ?? true }

  /// Whether nobody else has it, who would have it if alive.
  static func lockForSweeping(_ file: SharedDescriptor) -> Bool { take(file) ?? false }

  /// Closing is not enough while a child, between its start and its exec, has a copy.
  static func unlock(_ file: SharedDescriptor) { _ = flock(file.number, LOCK_UN) }

  /// `nil` where the file system has no locks, as NFS for directories.
  private static func take(_ file: SharedDescriptor) -> Bool? {
    let number = file.number
    do {
      return try retryingUnlessBlocked("flock") { flock(number, LOCK_EX | LOCK_NB) } != nil
    } catch {
      return nil
    }
  }
}
