import DaemonClient
import LinuxIO

/// What needs more than the daemon's socket, and so is done by its program: xfer becomes its parent.
enum OfflineCheck {
  /// Runs `xferd` with words, in our place as far as input, output and the code go.
  ///
  /// - Parameters:
  ///   - words: What stands behind the name of the program.
  ///   - name: The name by which it calls itself in errors.
  /// - Returns: The code that it ended with.
  /// - Throws: If there is no such program.
  static func run(_ words: [[UInt8]], as name: String) throws(Failure) -> ExitCode {
    for path in DaemonProgram.candidates {
      do {
        let end = try Interruption.run { () throws(SystemError) in
          try ChildProcess.spawn(
            path,
            arguments: [Array(name.utf8)] + words,
            standardInput: 0,
            standardOutput: 1,
            standardError: 2
          )
        }
        return Self.code(end)
      } catch {
        guard DaemonProgram.isMissing(error) else {
          throw Failure("xferd", error.reason, code: .unavailable)
        }
      }
    }
    throw Failure("xferd", "it is neither beside xfer nor on the PATH", code: .unavailable)
  }

  private static func code(_ status: ExitStatus?) -> ExitCode {
    switch status {
    case .exited(let code): ExitCode(rawValue: code) ?? .unavailable
    case .signalled, nil: .unavailable
    }
  }
}
