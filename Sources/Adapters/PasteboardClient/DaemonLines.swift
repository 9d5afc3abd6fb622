internal import CoreTransferable
internal import DaemonClient
internal import LinuxIO
internal import Synchronization

/// The lines to the daemon that are free, so that not every call needs a thread and a connection.
enum DaemonLines {
  private static let mostFree = 4
  private static let free = Mutex<[DaemonLine]>([])
  /// Once for this process.
  private static let copier: Void = FileCopier.cloning.install()

  /// Calls the daemon; a task that is cancelled hangs up.
  static func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (DaemonConnection) throws -> Answer
  ) async throws -> Answer {
    let line = try take()
    defer { giveBack(line) }
    return try await ask(on: line, question)
  }

  /// Does something on the thread of a line that tasks must not wait for.
  static func perform<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let line = try take()
    defer { giveBack(line) }
    return try await line.perform(work)
  }

  /// Calls the daemon on a line of the caller's own.
  static func ask<Answer: Sendable>(
    on line: DaemonLine,
    _ question: @escaping @Sendable (DaemonConnection) throws -> Answer
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      do {
        return try await line.ask(question)
      } catch {
        try Task.checkCancellation()
        throw error
      }
    } onCancel: {
      line.cancellation.cancel()
    }
  }

  /// A line that nobody uses.
  static func take() throws -> DaemonLine {
    copier
    while let line = free.withLock({ $0.popLast() }) {
      // The daemon may have ended since.
      if line.cancellation.isQuiet { return line }
    }
    do {
      return try DaemonLine()
    } catch {
      throw PasteboardFailure.noDaemon(reason: error.description)
    }
  }

  /// Leaves a line to whoever needs one next, unless it has hung up.
  static func giveBack(_ line: DaemonLine) {
    guard line.cancellation.isQuiet else { return }
    free.withLock { lines in
      if lines.count < mostFree { lines.append(line) }
    }
  }
}
