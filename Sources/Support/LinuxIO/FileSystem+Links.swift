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
}
