internal import Glibc
internal import TestSupport

/// What `/proc` says of processes.
enum Processes {
  static var all: [pid_t] { Files.names(in: "/proc").compactMap { pid_t($0) } }

  static func exists(_ pid: pid_t) -> Bool { isRunning(pid) }

  /// What the descriptors of a process are: paths, or words as `pipe:[123]`.
  static func descriptors(of pid: pid_t) -> [String] { Array(openDescriptors(of: pid).values) }

  /// The processes that were started with a variable of this value.
  static func started(with variable: String, _ value: String) -> [pid_t] {
    let entry = Array("\(variable)=\(value)".utf8)
    return all.filter { pid in
      guard let environment = Files.read("/proc/\(pid)/environ") else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
  }

  /// Whether a program runs with this as its only argument.
  static func isThere(_ program: String, _ argument: String) -> Bool {
    all.contains { pid in
      exists(pid) && Files.read("/proc/\(pid)/cmdline") == Array("\(program)\0\(argument)\0".utf8)
    }
  }

  static func name(of pid: pid_t) -> String {
    Files.text("/proc/\(pid)/comm").map { String($0.dropLast()) } ?? ""
  }

  /// Whether a process handles a signal by itself.
  ///
  /// Source: proc_pid_status(5).
  static func handles(_ signal: CInt, _ pid: pid_t) -> Bool {
    let lines = (Files.text("/proc/\(pid)/status") ?? "").split(separator: "\n")
    let caught = lines.first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
    return (caught.flatMap { UInt64($0, radix: 16) } ?? 0) >> UInt64(signal - 1) & 1 == 1
  }

  /// The session that a process belongs to.
  static func session(of pid: pid_t) -> pid_t? { getsid(pid) }
}
