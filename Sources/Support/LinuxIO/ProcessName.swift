/// What a process is called.
public enum ProcessName {
  /// The name of a running process, at most 15 bytes of it; `nil` if it has gone or may not be asked.
  ///
  /// Source: proc_pid_comm(5).
  public static func ofProcess(_ id: Int32) -> String? {
    // One that has gone has no name any more, which is no failure.
    guard let text = try? FileSystem.read(Array("/proc/\(id)/comm".utf8), limit: 64) else {
      return nil
    }
    let name = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
