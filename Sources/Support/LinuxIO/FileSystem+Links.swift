internal import Glibc

extension FileSystem {
  /// The path of an existing file without links, `.` and `..`.
  ///
  /// Source: realpath(3).
  public static func resolved(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    let text = try terminated(path)
    guard let found = withCString(text, { realpath($0, nil) }) else {
      throw SystemError(call: "realpath", code: errno)
    }
    defer { free(found) }
    return CurrentProcess.bytes(of: found)
  }

  /// The path that a symbolic link leads to, be something there or not; one that is no link itself.
  ///
  /// A link in a directory for everybody, such as `/tmp`, must be ours or its owner's, as the kernel
  /// asks of those who open one.
  ///
  /// Source: path_resolution(7), whose limit of 40 links this is; proc_sys_fs(5), `protected_symlinks`.
  public static func followed(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    var path = path
    for _ in 0..<40 {
      guard let link = try status(of: path, followingLinks: false), link.kind == .symbolicLink
      else { return path }
      let place = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? []
      let directory = try status(of: place.isEmpty ? [UInt8(ascii: ".")] : place)
      if let directory, directory.mode & 0o1002 == 0o1002, link.owner != CurrentProcess.userID,
        link.owner != directory.owner
      {
        throw SystemError(call: "open", code: EACCES)
      }
      let target = try content(ofLink: path)
      path = target.first == UInt8(ascii: "/") ? target : place + target
    }
    throw SystemError(call: "open", code: ELOOP)
  }

  /// What a symbolic link says.
  ///
  /// Source: readlink(2).
  static func content(ofLink path: [UInt8]) throws(SystemError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try call("readlink", path) { CInt(readlink($0, &buffer, buffer.count)) }
    return buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }
  }
}
