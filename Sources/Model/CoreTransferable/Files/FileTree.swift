internal import Synchronization

/// Regular files and directories with all that is in them, as a transfer treats them.
///
/// `FileManager` reaches nothing through a name that is not UTF-8; such names *within* a directory
/// are copied byte for byte. It clones where the file system can, else it copies in the kernel, but in
/// pieces of 4 KiB: a ``FileCopier`` may do better.
enum FileTree {
  /// The bytes of a regular file.
  static func read(_ url: URL, as contentType: UTType) throws -> Data {
    let file = try resolved(url)
    guard try kind(of: file) == .typeRegular else {
      throw TransferError.unexpectedValueClass(contentType)
    }
    return try Data(contentsOf: file)
  }

  /// Copies a file or a directory to a place where nothing is; a link as what it leads to, but the
  /// links within a directory as links.
  static func copy(_ url: URL, to target: URL) throws {
    let source = try resolved(url)
    let place = target.deletingLastPathComponent().resolvingSymlinksInPath().path
    guard !"\(place)/".hasPrefix("\(source.path)/") else { throw TransferError.file(.inItself) }
    try requireCopyable(source)
    guard let copier = FileCopier.current, try kind(of: source) == .typeRegular else {
      return try FileManager.default.copyItem(at: source, to: target)
    }
    try copier.copy(source, target)
    let facts = try FileManager.default.attributesOfItem(atPath: source.path)
    let kept = facts.filter { $0.key == .posixPermissions || $0.key == .modificationDate }
    try FileManager.default.setAttributes(kept, ofItemAtPath: target.path)
  }

  /// Removes a file or directory, also one that says that it is not to be written to.
  ///
  /// What cannot be removed stays: there is nobody who could do more about it.
  static func remove(_ url: URL) {
    let files = FileManager.default
    if (try? files.removeItem(at: url)) != nil { return }
    guard let paths = try? files.subpathsOfDirectory(atPath: url.path) else { return }
    for path in [""] + paths {
      let place = url.appending(path: path).path
      guard (try? kind(of: place)) == .typeDirectory else { continue }
      try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
    }
    try? files.removeItem(at: url)
  }

  /// `url`, if there is anything.
  static func existing(_ url: URL) throws -> URL {
    _ = try kind(of: try resolved(url))
    return url
  }

  static func isDirectory(_ url: URL) throws -> Bool { try kind(of: url) == .typeDirectory }

  /// The length of a regular file.
  static func byteCount(_ url: URL) -> Int64? {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: url.path),
      facts[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (facts[.size] as? any BinaryInteger).flatMap { Int64(exactly: $0) }
  }

  private static func resolved(_ url: URL) throws -> URL {
    // The path of a name that is not UTF-8 is empty, and would mean the current directory.
    guard url.isFileURL, !url.path.isEmpty else { throw TransferError.file(.unreachableName) }
    return url.resolvingSymlinksInPath()
  }

  /// A copy of a pipe would wait for a writer, and one of a device may never end.
  private static func requireCopyable(_ url: URL) throws {
    let kind = try kind(of: url)
    guard kind != .typeRegular else { return }
    guard kind == .typeDirectory else { throw TransferError.file(.notAFile) }
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      // What has no attributes bears a name that is not UTF-8.
      guard let kind = try? Self.kind(of: "\(url.path)/\(path)") else { continue }
      guard [.typeRegular, .typeDirectory, .typeSymbolicLink].contains(kind) else {
        throw TransferError.file(.notAFile)
      }
    }
  }

  private static func kind(of url: URL) throws -> FileAttributeType? { try kind(of: url.path) }

  private static func kind(of path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }
}

/// How the content of a regular file gets into a new one, where more is known than `FileManager` does.
package struct FileCopier: Sendable {
  /// Copies the first into the second, which it makes; it fails if anything is there.
  let copy: @Sendable (URL, URL) throws -> Void

  package init(_ copy: @escaping @Sendable (URL, URL) throws -> Void) { self.copy = copy }

  /// Has every copy of this process made by this one.
  package func install() { Self.installed.withLock { $0 = self } }

  static var current: FileCopier? { installed.withLock { $0 } }

  private static let installed = Mutex<FileCopier?>(nil)
}
