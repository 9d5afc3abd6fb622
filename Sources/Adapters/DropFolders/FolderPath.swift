/// Paths of folders as bytes, compared by their words alone.
enum FolderPath {
  private static let slash = UInt8(ascii: "/")

  /// Without doubled slashes, `.` and a slash at the end; `nil` if it is not absolute.
  ///
  /// What `..` leads to depends on links, so it stays.
  static func normalized(_ path: [UInt8]) -> [UInt8]? {
    guard path.first == slash, !path.contains(0) else { return nil }
    let parts = path.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    return [slash] + parts.joined(separator: [slash])
  }

  static func appending(_ name: [UInt8], to path: [UInt8]) -> [UInt8] {
    path.last == slash ? path + name : path + [slash] + name
  }

  /// The directories that a path goes through, the nearest first and the root last.
  ///
  /// `path` is absolute, without a slash at its end; the root has none.
  static func ancestors(of path: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var rest = path[...]
    while rest.count > 1, let index = rest.lastIndex(of: slash) {
      rest = index == 0 ? rest.prefix(1) : rest.prefix(index)
      found.append(Array(rest))
    }
    return found
  }

  /// The name in `folder` that leads to `path`, if that is below.
  static func step(from folder: [UInt8], to path: [UInt8]) -> [UInt8]? {
    let prefix = folder.last == slash ? folder : folder + [slash]
    guard path.starts(with: prefix), path.count > prefix.count else { return nil }
    return Array(path.dropFirst(prefix.count).prefix { $0 != slash })
  }
}
