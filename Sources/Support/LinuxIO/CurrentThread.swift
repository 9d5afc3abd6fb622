internal import Glibc

/// The thread that calls.
public enum CurrentThread {
  /// Lets other threads go first, from now on; whether the system agrees does not matter.
  ///
  /// Source: setpriority(2), "C library/kernel differences": of a thread, on Linux.
  public static func giveWay() {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  }
}
