internal import CLinux
internal import Glibc

/// What all processes of one command bear, and by which they are found and ended.
///
/// A process leaves its group and session with setsid(2), its parent with a second fork(2) and its
/// environment with execve(2); its resource limits stay. So the mark is the value of one that bounds
/// nothing here (`RLIMIT_RTTIME`, of real-time processes), drawn at random for each command.
///
/// Source: setrlimit(2), "A child process created via fork(2) inherits its parent's resource limits.
/// Resource limits are preserved across execve(2)."
struct ProcessMark: Equatable, Sendable {
  let value: UInt64

  /// A new one; `nil` where the system's own limit leaves no room.
  init?() {
    let highest = clinux_highest_mark()
    guard highest > 1 else { return nil }
    value = .random(in: highest / 2..<highest)
  }

  /// The values that processes bear now, whatever else has such a limit among them.
  static func living() -> Set<UInt64> { Set(processes().map(clinux_mark)) }

  /// Whether more than `limit` processes bear the mark, `leader` not among them.
  func hasHolders(over limit: Int, except leader: Int32) -> Bool {
    let holders = Self.processes().lazy.filter { isHolder($0, except: leader) }
    return holders.dropFirst(limit).first != nil
  }

  /// Kills them, and says whether one is not gone yet.
  ///
  /// One that has been killed cannot fork any more, so each look finds what began during the one
  /// before, until three in a row find nothing new. A number is not used again between the look and
  /// the kill: that needs a whole round of all numbers.
  func killHolders(except leader: Int32) -> Bool {
    var killed: Set<Int32> = []
    func kill(_ processes: some Sequence<Int32>) {
      for process in processes where isHolder(process, except: leader) {
        if killed.insert(process).inserted { Self.kill(process) }
      }
    }
    var quietCount = 0
    for _ in 0..<32 where quietCount < 3 {
      let before = killed.count
      kill(Self.processes())
      // A chain of short lives is faster than a listing, but its numbers are the newest.
      for _ in 0..<16 { kill(Self.newestProcesses()) }
      quietCount = killed.count == before ? quietCount + 1 : 0
    }
    return killed.contains { isHolder($0, except: leader) && !isForOthersToReap($0) }
  }

  private static func processes() -> [Int32] {
    let names = (try? FileSystem.names(in: Array("/proc".utf8))) ?? []
    return names.compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
  }

  /// The numbers that were given last, the newest first; most of them are taken no more.
  ///
  /// Source: proc_loadavg(5), the fifth field.
  private static func newestProcesses() -> some Sequence<Int32> {
    let text = (try? FileSystem.read(Array("/proc/loadavg".utf8), limit: 4096)) ?? []
    let last = text.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).last ?? []
    let newest = Int32(String(decoding: last, as: UTF8.self)) ?? 0
    return (max(1, newest - 32)..<max(1, newest + 1)).reversed()
  }

  /// One of ours that has ended is reaped, and bears the mark no more.
  private func isHolder(_ process: Int32, except leader: Int32) -> Bool {
    guard process != leader, clinux_mark(process) == value else { return false }
    var (code, signal): (CInt, CInt) = (0, 0)
    // Whose parent has ended is a child of ours, if this process adopts.
    return clinux_reap(process, &code, &signal) <= 0
  }

  /// With its whole group, which the kernel ends in one step that no fork gets ahead of.
  ///
  /// The group is of the command, too: groups do not cross sessions, and it began with a session of
  /// its own.
  private static func kill(_ process: Int32) {
    let group = getpgid(process)
    if group > 1, group != getpgrp() { _ = Glibc.kill(-group, SIGKILL) }
    _ = Glibc.kill(process, SIGKILL)
  }

  /// Whether it has ended, and waits for a parent of another command, or of none, to take note.
  ///
  /// A parent that bears the mark ends, too, and then it is ours.
  private func isForOthersToReap(_ process: Int32) -> Bool {
    let path = Array("/proc/\(process)/stat".utf8)
    guard let text = try? FileSystem.read(path, limit: 4096) else { return true }
    // The name before the state and the parent, in parentheses, may hold anything.
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return true }
    let fields = text[(end + 1)...].split(separator: 0x20, maxSplits: 2)
    guard fields.count == 3, let parent = Int32(String(decoding: fields[1], as: UTF8.self)) else {
      return true
    }
    guard fields[0] == [UInt8(ascii: "Z")] || fields[0] == [UInt8(ascii: "X")] else { return false }
    return parent != getpid() && clinux_mark(parent) != value
  }
}
