/// A file or directory as it was when it was read, to see whether it is another one now.
public struct FileStamp: Sendable, Equatable {
  public let path: [UInt8]
  /// `nil` if it was not there.
  public let status: FileStatus?

  /// Looks at what is there now.
  public init(of path: [UInt8]) {
    self.path = path
    // What cannot be looked at is as good as not there, and comes back as another one.
    status = (try? FileSystem.status(of: path)) ?? nil
  }

  /// Whether the file is still the same.
  public var isCurrent: Bool { self == FileStamp(of: path) }

  /// Reads a regular file; no content if it is something else, larger than `limit` or unreadable.
  ///
  /// The stamp is taken first: a file that is replaced meanwhile is not current then.
  public static func read(_ path: [UInt8], limit: Int) -> (stamp: FileStamp, content: [UInt8]?) {
    let stamp = FileStamp(of: path)
    guard stamp.status != nil else { return (stamp, nil) }
    return (stamp, try? regularFile(path, limit: limit))  // Unreadable is as good as not there.
  }

  /// Opens without waiting, for a named pipe may lie in the place of the file.
  private static func regularFile(_ path: [UInt8], limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try FileSystem.open(path, waits: false)
    guard try file.status().kind == .regular else { return nil }
    return try file.readToEnd(limit: limit)
  }
}
