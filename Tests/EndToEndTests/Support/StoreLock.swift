import Testing

/// Another program's lock on the history, which lets nobody write and everybody read.
///
/// xferd waits for such a lock for five seconds, as for a slow disk.
final class StoreLock {
  private let holder: Child

  init(of session: Session) throws {
    let script = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """
    let holder = try session.start(
      [Programs.python, "-c", script, session.scratch + "/state/xfer/history.sqlite"],
      input: .pipe
    )
    self.holder = holder
    let isHeld = holds(within: .seconds(10)) { !holder.outputSoFar.isEmpty }
    guard isHeld else { throw HarnessError("no lock: \(holder.outcome().complaint)") }
  }

  /// Lets others write.
  func release() { holder.closeInput() }
}
