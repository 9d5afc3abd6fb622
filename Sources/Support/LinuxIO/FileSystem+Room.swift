internal import Glibc

extension FileSystem {
  /// How many bytes an ordinary user may still write to the file system of a path.
  ///
  /// Source: statvfs(3), `f_bavail`.
  public static func freeByteCount(at path: [UInt8]) throws(SystemError) -> Int {
    var room = statvfs()
    _ = try call("statvfs", path) { statvfs($0, &room) }
    let (count, overflow) = UInt(room.f_bavail).multipliedReportingOverflow(by: UInt(room.f_frsize))
    return overflow ? .max : Int(clamping: count)
  }
}
