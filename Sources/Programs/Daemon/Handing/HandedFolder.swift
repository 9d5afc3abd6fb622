internal import LinuxIO
internal import Synchronization

/// Where content lies as files that other programs were handed, each in a directory of its own.
///
/// A file is there as long as its entry is on offer, and ten minutes more: whoever pasted it may open it
/// late. What a daemon that has ended left is swept when it is ten minutes old.
final class HandedFolder: Sendable {
  /// As long as a program may take from the paste to the file.
  fileprivate let patience: Duration
  private let path: [UInt8]
  private let loop: EventLoop
  private let byteCount = Mutex(0)

  /// Below `directory`; files are removed on `loop`.
  init(in directory: [UInt8], on loop: EventLoop, patience: Duration = .seconds(600)) {
    path = directory + Array("/handed".utf8)
    (self.loop, self.patience) = (loop, patience)
  }

  /// A place for a file of so many bytes; `nil` if all together would be more than `limit`.
  func place(for byteCount: Int, limit: Int) throws(SystemError) -> HandedPlace? {
    let isRoom = self.byteCount.withLock { total in
      guard byteCount <= limit - total else { return false }
      total += byteCount
      return true
    }
    guard isRoom else { return nil }
    do throws(SystemError) {
      try FileSystem.makeDirectories(path)
      let name = Array(String(UInt64.random(in: 0 ... .max), radix: 36).utf8)
      let directory = path + [UInt8(ascii: "/")] + name
      try FileSystem.makePrivateDirectory(directory)
      return HandedPlace(directory, byteCount, in: self)
    } catch {
      giveBack(byteCount)
      throw error
    }
  }

  /// Removes a place some time from now.
  fileprivate func end(_ directory: [UInt8], _ byteCount: Int, after delay: Duration) {
    loop.schedule(after: delay) { [self] in
      Self.remove(directory)
      giveBack(byteCount)
    }
  }

  private func giveBack(_ count: Int) { byteCount.withLock { $0 -= count } }

  /// Sees to what an earlier daemon left.
  func sweep() {
    // Most of the time nothing was ever handed.
    guard let names = try? FileSystem.names(in: path) else { return }
    let now = Int64(LocalTime.nanosecondsSince1970 / 1_000_000_000)
    for name in names {
      let directory = path + [UInt8(ascii: "/")] + name
      guard let status = try? FileSystem.status(of: directory, followingLinks: false) else {
        continue
      }
      let age = Duration.seconds(max(0, now - status.modified))
      end(directory, 0, after: max(.zero, patience - age))
    }
  }

  /// What cannot be removed is tried again at the next start.
  private static func remove(_ directory: [UInt8]) {
    for name in (try? FileSystem.names(in: directory)) ?? [] {
      try? FileSystem.remove(directory + [UInt8(ascii: "/")] + name)
    }
    try? FileSystem.removeDirectory(directory)
  }
}

/// A directory with one file that other programs were handed; it is removed some time after this is gone.
final class HandedPlace: Sendable {
  let directory: [UInt8]
  private let byteCount: Int
  private let folder: HandedFolder
  /// Whether the file is complete, and somebody may have it.
  private let isHanded = Atomic(false)

  fileprivate init(_ directory: [UInt8], _ byteCount: Int, in folder: HandedFolder) {
    (self.directory, self.byteCount, self.folder) = (directory, byteCount, folder)
  }

  func hand() { isHanded.store(true, ordering: .relaxed) }

  deinit {
    let isHanded = isHanded.load(ordering: .relaxed)
    folder.end(directory, byteCount, after: isHanded ? folder.patience : .zero)
  }
}
