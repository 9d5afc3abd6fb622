internal import Glibc

/// What the system says of a running process; `nil` if it has gone or may not be asked.
public enum OtherProcess {
  /// Its name, at most 15 bytes of it.
  ///
  /// Source: proc_pid_comm(5).
  public static func name(of id: Int32) -> String? {
    guard let text = text("comm", of: id) else { return nil }
    let name = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The number of its group, which is that of the process that leads it, also if that has gone.
  ///
  /// Source: getpgid(2).
  public static func group(of id: Int32) -> Int32? {
    let group = getpgid(id)
    return group < 0 ? nil : group
  }

  /// Whether it runs no more, though it may still have a name.
  ///
  /// Source: proc_pid_statm(5); a process that ends gives up its memory first.
  public static func hasEnded(_ id: Int32) -> Bool { (memory(of: id)?.first ?? 0) == 0 }

  /// The bytes that it has in memory and shares with no file, roughly.
  ///
  /// Source: proc_pid_statm(5), resident less shared.
  public static func privateByteCount(of id: Int32) -> Int? {
    guard let pages = memory(of: id), pages.count > 2 else { return nil }
    let (byteCount, isTooLarge) = (pages[1] - pages[2]).multipliedReportingOverflow(by: pageSize)
    return isTooLarge ? nil : byteCount
  }

  /// In pages: its size, what of that is in memory, what of that is of files.
  private static func memory(of id: Int32) -> [Int]? {
    guard let text = text("statm", of: id) else { return nil }
    return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// One that has gone says nothing any more, which is no failure.
  private static func text(_ name: String, of id: Int32) -> [UInt8]? {
    try? FileSystem.read(Array("/proc/\(id)/\(name)".utf8), limit: 256)
  }
}
