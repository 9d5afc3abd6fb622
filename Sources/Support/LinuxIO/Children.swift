internal import CLinux
internal import Glibc
internal import Synchronization

/// All children of this process, of which those that nobody waits for are reaped here.
///
/// Each time that one begins or was waited for: no signal and no thread is needed.
///
/// Source: waitid(2), `WNOWAIT`.
final class Children: Sendable {
  static let shared = Children()

  private struct State {
    /// Those that a ``ChildProcess`` stands for.
    var awaited: Set<Int32> = []
    /// Those that none stands for any more.
    var abandoned: [Int32] = []
    var adoptsOrphans = false
  }

  private let state = Mutex(State())

  /// Has all that are not ``ChildProcess``es reaped here, as the parents of which have ended.
  func adoptOrphans() { state.withLock { $0.adoptsOrphans = true } }

  /// Adds the one that `start` starts, unless it answers with an error.
  func add(_ pid: inout Int32, _ start: (inout Int32) -> CInt) -> CInt {
    // Under the lock: it may have ended before it is known that somebody waits for it.
    state.withLock { state in
      Self.reap(&state)
      let code = start(&pid)
      if code == 0 { state.awaited.insert(pid) }
      return code
    }
  }

  /// Forgets one that was reaped.
  func remove(_ pid: Int32) {
    state.withLock { state in
      state.awaited.remove(pid)
      Self.reap(&state)
    }
  }

  /// Takes one for which nobody waits any more.
  func abandon(_ pid: Int32) {
    state.withLock { state in
      state.awaited.remove(pid)
      state.abandoned.append(pid)
      Self.reap(&state)
    }
  }

  private static func reap(_ state: inout State) {
    var (code, signal): (CInt, CInt) = (0, 0)
    state.abandoned.removeAll { clinux_reap($0, &code, &signal) != 0 }
    guard state.adoptsOrphans else { return }
    // One that is awaited hides those after it, until it has been waited for.
    while true {
      let ended = clinux_ended_child()
      guard ended > 0, !state.awaited.contains(ended), clinux_reap(ended, &code, &signal) > 0
      else { return }
    }
  }
}
