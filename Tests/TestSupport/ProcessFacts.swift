public import Glibc

/// What each open descriptor of a process leads to, by number.
public func openDescriptors(of pid: pid_t = getpid()) -> [Int: String] {
  guard let directory = opendir("/proc/\(pid)/fd") else { return [:] }
  defer { closedir(directory) }
  var result: [Int: String] = [:]
  while let entry = readdir(directory) {
    let name = fileName(of: entry)
    guard let number = Int(name) else { continue }
    var target = [UInt8](repeating: 0, count: 4096)
    let count = target.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return readlink("/proc/\(pid)/fd/\(name)", start, bytes.count)
    }
    // The descriptor of this very listing is gone by the time it is read, or is a directory.
    guard count >= 0, !(pid == getpid() && CInt(number) == dirfd(directory)) else { continue }
    result[number] = String(decoding: target.prefix(count), as: UTF8.self)
  }
  return result
}

/// The memory that a process has in RAM, in bytes; `nil` if it is gone.
public func residentBytes(of pid: pid_t = getpid()) -> Int? {
  status("VmRSS", of: pid).map { $0 * 1024 }
}

/// The most memory that a process ever had in RAM, in bytes; `nil` if it is gone.
public func peakResidentBytes(of pid: pid_t = getpid()) -> Int? {
  status("VmHWM", of: pid).map { $0 * 1024 }
}

/// How often the threads of a process went to sleep or were put aside; `nil` if it is gone.
public func contextSwitches(of pid: pid_t = getpid()) -> Int? {
  guard let directory = opendir("/proc/\(pid)/task") else { return nil }
  defer { closedir(directory) }
  var sum = 0
  while let entry = readdir(directory) {
    let name = fileName(of: entry)
    guard let thread = pid_t(name) else { continue }
    sum += status("voluntary_ctxt_switches", of: thread, in: pid) ?? 0
    sum += status("nonvoluntary_ctxt_switches", of: thread, in: pid) ?? 0
  }
  return sum
}

/// Whether a process runs: it is there and not a zombie.
public func isRunning(_ pid: pid_t) -> Bool {
  guard let bytes = try? readFile("/proc/\(pid)/stat") else { return false }  // It is gone.
  let text = String(decoding: bytes, as: UTF8.self)
  let state = text.split(separator: ")").last?.split(separator: " ").first
  return state != "Z" && state != "X"
}

private func status(_ key: String, of thread: pid_t, in pid: pid_t? = nil) -> Int? {
  let path = pid.map { "/proc/\($0)/task/\(thread)/status" } ?? "/proc/\(thread)/status"
  guard let bytes = try? readFile(path) else { return nil }  // It is gone.
  for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.first.map(String.init) == key, parts.count == 2 else { continue }
    return parts[1].split(whereSeparator: { $0 == "\t" || $0 == " " }).first.flatMap { Int($0) }
  }
  return nil
}
