internal import Glibc

/// A file system in memory with little room, as long as this value lives.
final class SmallDisk {
  let path: String
  private var filler: CInt = -1

  /// `nil` where mounting is not permitted, which is said on standard output.
  init?(at path: String, megabytes: Int) {
    self.path = path
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", path) else {
      print("not tested, since file systems cannot be mounted here: \(path)")
      return nil
    }
  }

  deinit {
    if filler >= 0 { close(filler) }
    // Whoever still has files open there keeps it from being unmounted at once.
    _ = Self.run("umount", "-l", path)
  }

  /// Takes all the room but some.
  func fill(leaving rest: Int = 0) throws {
    filler = open(path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // The daemon may take some of it meanwhile.
    for _ in 1...10 {
      var status = statvfs()
      guard statvfs(path, &status) == 0 else { throw HarnessError("no room known: \(errno)") }
      let free = Int(status.f_bavail) * Int(status.f_bsize) - rest
      if free <= 0 || posix_fallocate(filler, 0, off_t(free)) == 0 { return }
    }
    throw HarnessError("the disk cannot be filled")
  }

  /// Gives the room back.
  func empty() {
    ftruncate(filler, 0)
    close(filler)
    filler = -1
    unlink(path + "/filler")
  }

  func remount(readOnly: Bool) -> Bool {
    Self.run("mount", "-o", readOnly ? "remount,ro" : "remount,rw", path)
  }

  private static func run(_ words: String...) -> Bool {
    let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    guard let child = try? Child(words, environment: environment, errors: .discarded) else {
      return false
    }
    return child.outcome().status == 0
  }
}
