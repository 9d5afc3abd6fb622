internal import Glibc

/// What `/proc` says of processes.
enum Processes {
  static var all: [pid_t] { Files.names(in: "/proc").compactMap { pid_t($0) } }

  static func exists(_ pid: pid_t) -> Bool {
    guard let status = Files.text("/proc/\(pid)/stat") else { return false }
    // The state follows the name in parentheses; a zombie is gone for us.
    return status.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  /// What the descriptors of a process are: paths, or words as `pipe:[123]`.
  static func descriptors(of pid: pid_t) -> [String] {
    Files.names(in: "/proc/\(pid)/fd").compactMap { Files.target(ofLink: "/proc/\(pid)/fd/\($0)") }
  }

  /// The processes that were started with a variable of this value.
  static func started(with variable: String, _ value: String) -> [pid_t] {
    let entry = Array("\(variable)=\(value)".utf8)
    return all.filter { pid in
      guard let environment = Files.read("/proc/\(pid)/environ") else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
  }

  static func name(of pid: pid_t) -> String {
    Files.text("/proc/\(pid)/comm").map { String($0.dropLast()) } ?? ""
  }

  /// The session that a process belongs to.
  static func session(of pid: pid_t) -> pid_t? { getsid(pid) }

  /// Resident memory in kilobytes: a field of `/proc/PID/status`.
  static func kilobytes(_ field: String, of pid: pid_t) -> Int? {
    let line = Files.text("/proc/\(pid)/status")?.split(separator: "\n")
      .first { $0.hasPrefix(field + ":") }
    return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
  }

  /// The time that a process has computed, in hundredths of a second.
  static func ticks(of pid: pid_t) -> Int? {
    let fields = Files.text("/proc/\(pid)/stat")?.split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12])
    else { return nil }
    return user + system
  }
}
