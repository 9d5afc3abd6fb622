internal import LinuxIO
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// A command that the shell runs, and whose output is content.
struct ShellCommand: Sendable {
  /// How long it may take until all is there.
  static let patience = Duration.seconds(30)

  private let text: [UInt8]
  private let directory: [UInt8]

  init(_ text: String, in directory: String) throws(PasteboardError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .invalidRequest(parameter: "command", reason: "it is empty, or holds a NUL")
    }
    guard directory.utf8.first == UInt8(ascii: "/"), !directory.utf8.contains(0) else {
      throw .invalidRequest(parameter: "directory", reason: "it must be absolute")
    }
    (self.text, self.directory) = (Array(text.utf8), Array(directory.utf8))
  }

  /// Starts it, in a session of its own.
  fileprivate func start(output: SharedDescriptor) throws(SystemError) -> ChildProcess {
    try ChildProcess.spawn(
      Array("/bin/sh".utf8),
      arguments: [Array("sh".utf8), Array("-c".utf8), text],
      environment: Self.environment,
      standardOutput: output.number,
      newSession: true,
      workingDirectory: directory
    )
  }

  /// Ours, less what the service manager says to us alone.
  private static var environment: [[UInt8]] {
    let ours = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "JOURNAL_STREAM="]
    return Environment.all.filter { entry in !ours.contains { entry.starts(with: $0.utf8) } }
  }
}

extension Promise {
  /// What a command prints, run when somebody first asks.
  static func output(
    of command: ShellCommand,
    as type: UTType,
    _ intake: Intake,
    _ secrecy: PayloadStorage.Secrecy,
    on loop: EventLoop
  ) -> Promise {
    Promise { promise in
      loop.task(in: intake) { intake in
        do throws(PasteboardError) {
          let content = try await intake.output(of: command, secrecy)
          try content.check(as: type)
          promise.settle(.success(content.payload))
        } catch {
          promise.settle(.failure(PayloadFailure(error)))
        }
      }
    }
  }
}

extension Intake {
  /// Runs a command to its end and keeps what it prints.
  fileprivate func output(
    of command: ShellCommand,
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> Content {
    let (process, output) = try start(command)
    let timer = loop.schedule(after: ShellCommand.patience) {
      process.terminateGroup(Signal.kill)
    }
    defer { timer.cancel() }
    let content = try await take(output, dropNewline: false, secrecy: secrecy)
    guard await end(of: process) == .exited(0) else {
      throw .inputFailed(reason: "its command failed")
    }
    return content
  }

  private func start(
    _ command: ShellCommand
  ) throws(PasteboardError) -> (ChildProcess, SharedDescriptor) {
    do throws(SystemError) {
      let pipe = try Pipe.make()
      return (try command.start(output: pipe.writer), pipe.reader)
    } catch {
      throw .inputFailed(reason: "its command cannot be started: \(error.reason)")
    }
  }

  private func end(of process: ChildProcess) async -> ExitStatus? {
    guard let ended = try? FileDescriptor(duplicating: process.ended.number) else { return nil }
    _ = await waits(for: SharedDescriptor(ended))
    return (try? process.wait(timeout: .zero)) ?? nil
  }
}
