internal import Glibc

/// What this machine is called.
public enum HostName {
  /// Its name as it was set, and the part of that before the first dot; none if it cannot be had.
  ///
  /// Source: gethostname(2).
  public static var names: [String] {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return [] }
    let end = bytes.prefix { $0 != 0 }
    let name = String(decoding: end.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let short = String(name.prefix { $0 != "." })
    return short.isEmpty ? [] : [name, short]
  }
}
