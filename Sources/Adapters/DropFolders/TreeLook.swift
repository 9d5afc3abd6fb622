internal import LinuxIO

/// Looks through all below a directory, some at a time.
struct TreeLook {
  private(set) var version = TreeVersion()
  private var directories: [[UInt8]]
  private var files: [[UInt8]] = []

  init(_ directory: [UInt8]) {
    directories = [directory]
  }

  /// Goes on for `count` files; whether that was all of them.
  mutating func go(on count: Int) -> Bool {
    for _ in 0..<count {
      if let file = files.popLast() {
        visit(file)
      } else if let directory = directories.popLast() {
        // What has gone or may not be read counts as empty; that it has gone shows above it.
        let names = (try? FileSystem.names(in: directory)) ?? []
        files = names.map { FolderPath.appending($0, to: directory) }
      } else {
        return true
      }
    }
    return files.isEmpty && directories.isEmpty
  }

  private mutating func visit(_ path: [UInt8]) {
    guard let found = try? FileSystem.version(of: path, followingLinks: false) else { return }
    version.count += 1
    version.changes &+= UInt64(bitPattern: found.changed) &+ found.identity.inode
    switch found.kind {
    case .directory: directories.append(path)
    case .regular:
      version.byteCount = version.byteCount.addingReportingOverflow(found.byteCount).partialValue
      // One is enough; nobody writes what we may not even read, or it shows by its time.
      if !version.hasWriter {
        version.hasWriter = (try? FileSystem.writer(of: path, followingLinks: false)) == .somebody
      }
    default: break
    }
  }
}
