internal import CLinux
internal import Glibc

extension FileSystem {
  /// The value of an extended attribute; `nil` if there is none that could be read.
  ///
  /// Links are followed. A value of more than `limit` bytes counts as none.
  ///
  /// Source: getxattr(2), xattr(7).
  public static func attribute(
    _ name: String,
    of path: [UInt8],
    limit: Int = 256
  ) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: limit)
    guard let path = try? terminated(path) else { return nil }  // No file has such a path.
    let count = withCString(path) { path in
      value.withUnsafeMutableBytes { clinux_get_attribute(path, name, $0.baseAddress, $0.count) }
    }
    return count >= 0 ? Array(value.prefix(count)) : nil
  }
}

extension FileSystem {
  /// Sets who may do what with a file; of a link that of what it leads to.
  ///
  /// Source: chmod(2).
  public static func setMode(_ mode: UInt32, of path: [UInt8]) throws(SystemError) {
    _ = try call("chmod", path) { chmod($0, mode_t(mode)) }
  }
}
