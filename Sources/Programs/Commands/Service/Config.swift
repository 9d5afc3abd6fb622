import Arguments
import LinuxIO
import DaemonClient

/// `xfer config`: what the daemon makes of its configuration, which only its program can read.
struct Config: Verb {
  static let name = "config"
  static let summary = "Show or check the configuration"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .flag("json", nil, \.isJSON, "Objects for programs"),
    .word("ACTION", \.action, required: true, "default, show, check or path"),
  ]
  static let discussion = """
    default prints every key with its default, show what is in force, path the files that are read,
    check tests them (65 if one has an error).
    """

  enum Action: String, ArgumentChoice {
    case `default`, show, check, path
  }

  var isJSON = false
  var action: Action?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let action = (action ?? .show).rawValue
    let words = (["xferd", "config", action] + (isJSON ? ["--json"] : [])).map { Array($0.utf8) }
    for path in DaemonProgram.candidates {
      do {
        let end = try Interruption.run { () throws(SystemError) in
          try ChildProcess.spawn(
            path,
            arguments: words,
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
