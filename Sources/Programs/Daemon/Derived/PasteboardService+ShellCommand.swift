internal import LinuxIO
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

// What a put has the shell print when somebody asks.
extension PasteboardService {
  /// A command as content of a type.
  func shellCommand(
    _ text: String,
    as type: UTType,
    of put: IncomingPut
  ) throws(PasteboardError) -> ContentCommand {
    var command = try LimitedCommand(shell: text, in: put.request.directory ?? "/")
    command.limits.outputByteCount = configuration.limits.spool.bytes
    return ContentCommand(
      command: command,
      origin: .put,
      name: "its command",
      type: type,
      requirement: requirement(of: type),
      secrecy: put.secrecy
    )
  }

  /// What a command prints, run when somebody first asks.
  nonisolated func output(of command: ContentCommand) -> Promise {
    Promise { [loop, intake] promise in
      promise.settle(in: intake, from: loop) { (intake) throws(PasteboardError) in
        try await intake.output(of: command, input: nil, for: promise).payload
      }
    }
  }
}

extension LimitedCommand {
  /// A command that the shell runs for its user.
  fileprivate init(shell text: String, in directory: String) throws(PasteboardError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .invalidRequest(parameter: "command", reason: "it is empty, or holds a NUL")
    }
    guard directory.utf8.first == UInt8(ascii: "/"), !directory.utf8.contains(0) else {
      throw .invalidRequest(parameter: "directory", reason: "it must be absolute")
    }
    let words = ["sh", "-c", text]
    self.init(path: Array("/bin/sh".utf8), arguments: words.map { Array($0.utf8) })
    workingDirectory = Array(directory.utf8)
    limits = .ofUser
  }
}

extension LimitedCommand.Limits {
  /// For what the user wants run: only an accident reaches them.
  static let ofUser: LimitedCommand.Limits = {
    var limits = LimitedCommand.Limits()
    limits.total = .seconds(30)
    limits.processCount = 1024
    limits.process.processorTime = .seconds(30)
    limits.process.memoryByteCount = .max
    limits.process.fileByteCount = .max
    limits.process.descriptorCount = 1024
    return limits
  }()
}
