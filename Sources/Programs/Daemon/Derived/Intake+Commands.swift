internal import LinuxIO
internal import Pasteboards
internal import Synchronization
internal import UniformTypeIdentifiers
internal import Wire

/// A command that makes content: how it is run, and as what its result must pass.
struct ContentCommand: Sendable {
  var command: LimitedCommand
  let origin: Origin
  /// What it is called in errors.
  let name: String
  let type: UTType
  let requirement: Requirement
  let secrecy: PayloadStorage.Secrecy

  /// Whether what it prints is good before all of it is known.
  var isSeenEarly: Bool { requirement.isEmpty && !type.isUTF8Text }

  /// Who says that it is run.
  enum Origin: Sendable {
    case declaration, put
  }

  /// Ours, less what the service manager says to us alone.
  static var environment: [[UInt8]] {
    let ours = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "JOURNAL_STREAM="]
    return Environment.all.filter { entry in !ours.contains { entry.starts(with: $0.utf8) } }
  }
}

extension Intake {
  /// Runs a command with `input` and keeps what it prints for `promise`; it ends with the task.
  func output(
    of content: ContentCommand,
    input: Payload?,
    for promise: Promise
  ) async throws(PasteboardError) -> Content {
    var command = content.command
    command.environment = ContentCommand.environment
    // What a program says about its input may be its input.
    command.quotesErrors = content.secrecy == .open
    if let input { command.input = try await standardInput(input, content.secrecy) }
    let limit = content.requirement.limit
    let output = CommandOutput(Collector(storage: storage, secrecy: content.secrecy, limit: limit))
    if content.isSeenEarly { promise.begin(with: output) }
    let queue = content.origin == .put ? shellCommands : conversions
    let result = await queue.run(command) { piece in
      guard output.append(piece) else { return false }
      promise.grow()
      return true
    }
    let kept = try output.finish(result, of: content.name)
    do {
      try kept.check(as: content.type)
      try await check(kept.payload, against: content.requirement)
    } catch {
      throw .inputFailed(reason: "\(content.name) gave what does not fit: \(error.cause)")
    }
    return kept
  }

  /// Ends all commands.
  func cancelCommands() async {
    await conversions.cancelAll()
    await shellCommands.cancelAll()
    await ruleCommands.cancelAll()
  }

  func standardInput(
    _ payload: Payload,
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> LimitedCommand.Input {
    do {
      if case .inline(let bytes) = payload.kept, secrecy == .open { return .bytes(bytes) }
      if let file = try payload.reopened() { return .file(file) }
      return .file(try await copy(of: payload, secrecy).reopened())
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }
}

/// Gathers what a command prints, which may be read meanwhile.
private final class CommandOutput: PayloadFile {
  private struct State {
    var collector: Collector
    var failure: PasteboardError?
  }

  /// Locked while the disk is written to.
  private let state: Mutex<State>
  /// What is written: apart, since whoever looks at it serves others as well, and cannot wait.
  private let written = Mutex<(content: Payload, byteCount: Int)>((.inline([]), 0))

  init(_ collector: Collector) { state = Mutex(State(collector: collector)) }

  var byteCount: Int { written.withLock { $0.byteCount } }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    try written.withLock { $0.content }.read(into: buffer, at: offset)
  }

  func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      do throws(PasteboardError) {
        try state.collector.append(piece)
        let content = (state.collector.soFar, state.collector.byteCount)
        written.withLock { $0 = content }
        return true
      } catch {
        state.failure = error
        return false
      }
    }
  }

  func finish(
    _ result: Result<Int, LimitedCommand.Failure>,
    of name: String
  ) throws(PasteboardError) -> Content {
    try state.withLock { (state) throws(PasteboardError) in
      if let failure = state.failure { throw failure }
      if case .failure(let failure) = result {
        throw .inputFailed(reason: "\(name) \(failure)")
      }
      return try state.collector.finish()
    }
  }
}
