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
  /// Source: path_resolution(7), whose limit of 40 links this is.
  public static func followed(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    var path = path
    for _ in 0..<40 {
      guard try status(of: path, followingLinks: false)?.kind == .symbolicLink else { return path }
      let target = try content(ofLink: path)
      let slash = target.first == UInt8(ascii: "/") ? nil : path.lastIndex(of: UInt8(ascii: "/"))
      path = (slash.map { Array(path[...$0]) } ?? []) + target
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
