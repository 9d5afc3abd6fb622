internal import LinuxIO
internal import Synchronization

/// Keeps the promises of a program that ends, so that `copy` and `exit` leave all with the daemon; so
/// does a signal that ends it.
enum PromisesAtExit {
  static let budget: Duration = .seconds(2)
  static let byteLimit = 256 << 20

  /// Has it done at the end of the process; once, however often it is called.
  static func prepare() { registration }

  private static let registration: Void = {
    CurrentProcess.atExit { keep() }
    // Without it a signal ends the program as ever.
    try? Termination.prepare { keep() }
  }()

  /// Waits on the thread that ends the process, while the promises are kept on others.
  private static func keep() {
    let book = PromiseBook.shared
    let count = book.outstanding.count
    guard count > 0 else { return }
    let report = KeptReport()
    if let pipe = try? Pipe.make() {
      Task { @concurrent in
        report.set(await book.keep(within: budget, byteLimit: byteLimit))
        // Nobody waits any more if it fails.
        try? pipe.writer.descriptor.writeAll([1])
      }
      // The budget ends by itself; the rest is for what a busy machine takes to say so.
      _ = try? pipe.reader.descriptor.poll(for: .readable, timeout: budget + .milliseconds(500))
    }
    guard let kept = report.value else {
      return say("\(count) representations were not kept: the program was too busy to end")
    }
    if !kept.isComplete { say(kept.description) }
  }

  private static func say(_ text: String) {
    StandardStream.error.write("xfer: \(text)\n")
  }
}

/// A report that one thread makes and another reads.
private final class KeptReport: Sendable {
  private let report = Mutex<KeepReport?>(nil)

  var value: KeepReport? { report.withLock { $0 } }

  func set(_ value: KeepReport) { report.withLock { $0 = value } }
}
