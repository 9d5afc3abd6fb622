import Arguments
import DaemonClient

/// `xfer daemon`: starts, ends or reconfigures the daemon.
struct Daemon: Verb {
  static let name = "daemon"
  static let summary = "Start, stop or reload xferd"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .word("ACTION", \.action, required: true, "start, stop or reload")
  ]
  static let discussion = """
    start and stop return when it answers and when it is gone; neither minds if that was so before.
    reload reads configuration and type declarations again and keeps the old ones if the new have an
    error.
    """

  enum Action: String, ArgumentChoice {
    case start, stop, reload
  }

  var action: Action?

  func run(in session: Session) throws(Failure) -> ExitCode {
    switch action {
    case .start, nil: _ = try session.connect()
    case .stop: try stop(session)
    case .reload:
      try call(try session.connect(startingDaemon: false)) {
        (connection) throws(ClientError) in try connection.reload()
      }
    }
    return .done
  }

  private func stop(_ session: Session) throws(Failure) {
    let connection: DaemonConnection
    do throws(Failure) {
      connection = try session.connect(startingDaemon: false)
    } catch {
      guard error.code == .unavailable else { throw error }
      return
    }
    try call(connection) { (connection) throws(ClientError) in try connection.stop() }
  }

  private func call(
    _ connection: DaemonConnection,
    _ body: (DaemonConnection) throws(ClientError) -> Void
  ) throws(Failure) {
    do {
      try body(connection)
    } catch {
      throw Failure(error, in: Self.name)
    }
  }
}
