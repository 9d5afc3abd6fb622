import LinuxIO
import DaemonClient

/// What a verb works with: who calls, and where results go.
struct Session {
  let caller: Caller
  let output: Output

  init() {
    caller = Caller()
    output = Output(1)
  }

  /// A connection to the daemon; where there is none, one is started if both want it, the verb by
  /// `startingDaemon` and the user.
  func connect(startingDaemon: Bool = true) throws(Failure) -> DaemonConnection {
    var caller = caller
    caller.startsDaemon = caller.startsDaemon && startingDaemon
    do {
      return try DaemonConnection(caller)
    } catch {
      throw Failure(error, in: "xferd")
    }
  }
}

/// A descriptor that results are written to, and what it is.
struct Output {
  let descriptor: SharedDescriptor
  let isTerminal: Bool

  init(_ number: CInt) {
    self.init(
      SharedDescriptor(FileDescriptor(owning: number)),
      isTerminal: Terminal.isTerminal(number)
    )
  }

  init(_ descriptor: SharedDescriptor, isTerminal: Bool) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
  }

  /// Writes all of it.
  func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      try descriptor.descriptor.writeAll(bytes)
    } catch {
      throw Failure(writing: error, to: "standard output")
    }
  }

  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }
}

extension Failure {
  /// A write that failed; quiet if the reader has gone.
  init(writing error: SystemError, to what: String) {
    if error.code == SystemError.brokenPipe {
      self = .brokenPipe
    } else {
      self.init(what, error.reason, code: .inputOutput)
    }
  }
}
