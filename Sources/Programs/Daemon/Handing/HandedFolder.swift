internal import LinuxIO
internal import Synchronization

/// Where content lies as files that other programs were handed, each in a directory of its own.
///
/// A file is there as long as its entry is on offer, and ten minutes more: whoever pasted it may open it
/// late. What a daemon that has ended left is swept when it is ten minutes old, and counts until then.
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

  /// Sees to what an earlier daemon left; to be called before anything is handed.
  func sweep() {
    // Most of the time nothing was ever handed.
    guard let names = try? FileSystem.names(in: path) else { return }
    let now = Int64(LocalTime.nanosecondsSince1970 / 1_000_000_000)
    for name in names {
      let directory = path + [UInt8(ascii: "/")] + name
      // What else is there is none of ours, and a link leads anywhere.
      guard let status = try? FileSystem.status(of: directory, followingLinks: false),
        status.kind == .directory
      else { continue }
      let size = Self.byteCount(in: directory)
      byteCount.withLock { $0 += size }
      let age = Duration.seconds(max(0, now - status.modified))
      end(directory, size, after: max(.zero, patience - age))
    }
  }

  private static func byteCount(in directory: [UInt8]) -> Int {
    let names = (try? FileSystem.names(in: directory)) ?? []
    return names.reduce(0) { sum, name in
      let path = directory + [UInt8(ascii: "/")] + name
      let status = try? FileSystem.status(of: path, followingLinks: false)
      // Whoever had the file may have made it any size.
      return min(sum + min(status?.byteCount ?? 0, sizeLimit), sizeLimit)
    }
  }

  /// More than any limit is.
  private static let sizeLimit = 1 << 42

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
