internal import CLinux
internal import Glibc

/// Files by path; a path is bytes without NUL.
public enum FileSystem {
  public enum OpenMode: Sendable {
    case readOnly
    case writeOnly
    case readWrite
    /// Writes always go to the end.
    case append
    /// Made if missing (0600 unless `permissions` says otherwise), emptied if there.
    case replace
    /// Made; an error if something is there.
    case create
  }

  /// Opens a file; a named pipe waits for its other end, unless `waits` is false.
  public static func open(
    _ path: [UInt8],
    _ mode: OpenMode = .readOnly,
    permissions: UInt32 = 0o600,
    followingLinks: Bool = true,
    waits: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    var flags =
      switch mode {
      case .readOnly: O_RDONLY
      case .writeOnly: O_WRONLY
      case .readWrite: O_RDWR
      case .append: O_WRONLY | O_APPEND | O_CREAT
      case .replace: O_RDWR | O_CREAT | O_TRUNC
      case .create: O_RDWR | O_CREAT | O_EXCL
      }
    if !followingLinks { flags |= O_NOFOLLOW }
    if !waits { flags |= O_NONBLOCK }
    let number = try call("open", path) { clinux_open($0, flags, mode_t(permissions)) }
    return FileDescriptor(owning: number)
  }

  /// The whole content of a file.
  ///
  /// - Throws: `EFBIG` over `limit` bytes.
  public static func read(_ path: [UInt8], limit: Int = 1 << 24) throws(SystemError) -> [UInt8] {
    try open(path).readToEnd(limit: limit)
  }

  /// What is at `path`, `nil` if nothing is.
  public static func status(
    of path: [UInt8],
    followingLinks: Bool = true
  ) throws(SystemError) -> FileStatus? {
    var raw = clinux_status()
    do {
      _ = try call("stat", path) { clinux_stat($0, followingLinks, &raw) }
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    return FileStatus(raw)
  }

  /// Removes a file that is no directory.
  public static func remove(_ path: [UInt8]) throws(SystemError) {
    _ = try call("unlink", path) { unlink($0) }
  }

  /// Removes an empty directory.
  public static func removeDirectory(_ path: [UInt8]) throws(SystemError) {
    _ = try call("rmdir", path) { rmdir($0) }
  }

  /// Moves a file within one file system, over what is there unless `replacing` is false.
  public static func rename(
    _ from: [UInt8],
    to: [UInt8],
    replacing: Bool = true
  ) throws(SystemError) {
    try rename(from, in: workingDirectory, to: to, in: workingDirectory, replacing: replacing)
  }

  /// Gives a file a second name on the same file system.
  ///
  /// - Throws: `EEXIST` if something has that name.
  ///
  /// Source: link(2).
  public static func link(_ from: [UInt8], to: [UInt8]) throws(SystemError) {
    try call("link", from, to, Glibc.link)
  }

  /// Makes a directory; its parent must be there.
  public static func makeDirectory(
    _ path: [UInt8],
    permissions: UInt32 = 0o700
  ) throws(SystemError) {
    _ = try call("mkdir", path) { mkdir($0, mode_t(permissions)) }
  }

  /// Makes a directory and its parents, 0700 each, as the XDG specification asks.
  public static func makeDirectories(_ path: [UInt8]) throws(SystemError) {
    guard try status(of: path) == nil else { return }
    if let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
      try makeDirectories(Array(path[..<slash]))
    }
    do {
      try makeDirectory(path)
    } catch  where error.code == EEXIST {
      // Another process, or a path that ends in a slash.
    }
  }

  /// Makes sure of a directory that only this user can enter.
  ///
  /// - Throws: `EPERM` if it is somebody else's or a link, or others may enter it.
  public static func makePrivateDirectory(_ path: [UInt8]) throws(SystemError) {
    do {
      try makeDirectory(path)
    } catch  where error.code == EEXIST {
      // Looked at below.
    }
    guard let status = try status(of: path, followingLinks: false), status.kind == .directory,
      status.owner == CurrentProcess.userID, status.mode & 0o077 == 0
    else { throw SystemError(call: "private directory", code: EPERM) }
  }

  /// The names in a directory, in byte order, without `.` and `..`.
  public static func names(in path: [UInt8]) throws(SystemError) -> [[UInt8]] {
    let text = try terminated(path)
    guard let stream = withCString(text, { opendir($0) }) else {
      throw SystemError(call: "opendir", code: errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: C strings

  static func terminated(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard !path.isEmpty, !path.contains(0) else { throw SystemError(call: "path", code: EINVAL) }
    return path + [0]
  }

  static func withCString<Result>(
    _ terminated: [UInt8],
    _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    terminated.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { rebound in
        guard let base = rebound.baseAddress else { preconditionFailure("Ends with NUL.") }
        return body(base)
      }
    }
  }

  static func call(
    _ name: String,
    _ path: [UInt8],
    _ body: (UnsafePointer<CChar>) -> CInt
  ) throws(SystemError) -> CInt {
    let text = try terminated(path)
    return try retrying(name) { withCString(text, body) }
  }

  static func call(
    _ name: String,
    _ from: [UInt8],
    _ to: [UInt8],
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
  ) throws(SystemError) {
    let target = try terminated(to)
    _ = try call(name, from) { from in withCString(target) { body(from, $0) } }
  }
}
