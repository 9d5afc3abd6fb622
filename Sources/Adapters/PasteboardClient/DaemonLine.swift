internal import DaemonClient
internal import LinuxIO
internal import Wire

/// A connection to the daemon, and the thread that waits for its answers.
///
/// Tasks must not wait on the threads that all of them share; on this one, they may.
actor DaemonLine {
  private let loop: EventLoop
  nonisolated let cancellation = Cancellation()
  private var connection: DaemonConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init() throws(SystemError) {
    loop = try EventLoop()
    try loop.start(name: "pasteboard")
  }

  deinit { loop.stop() }

  /// Calls the daemon on the thread of the line; the first call connects.
  ///
  /// A call that does not come to its end hangs up; one that is refused has come to its end.
  func ask<Answer: Sendable>(
    _ question: @Sendable (DaemonConnection) throws -> Answer
  ) throws -> Answer {
    try perform {
      do {
        return try question(try connected())
      } catch ClientError.refused(let error) {
        throw PasteboardFailure(error)
      } catch {
        cancellation.cancel()
        throw error
      }
    }
  }

  /// Does on the thread of the line what may take its time.
  func perform<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as ClientError {
      throw PasteboardFailure(error)
    } catch let error as SystemError {
      throw PasteboardFailure(error)
    }
  }

  /// Tells `body`, on the thread of the line, what becomes of the promises of a put.
  ///
  /// The line serves nothing else until their entry has ended.
  nonisolated func startFollowing(_ body: @escaping @Sendable (DaemonConnection.PutNews) -> Void) {
    loop.perform { self.assumeIsolated { $0.follow(body) } }
  }

  private func follow(_ body: @Sendable (DaemonConnection.PutNews) -> Void) {
    guard let connection else { return }
    while true {
      guard let news = try? connection.news() else {
        // The daemon is gone, and the entry with it.
        return body(.ended(.replaced))
      }
      body(news)
      if case .ended = news { return }
    }
  }

  private func connected() throws(ClientError) -> DaemonConnection {
    if let connection { return connection }
    let new = try DaemonConnection(Caller(), cancellation: cancellation)
    connection = new
    return new
  }
}
