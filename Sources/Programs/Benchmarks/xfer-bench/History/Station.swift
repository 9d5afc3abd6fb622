internal import CProcesses
internal import LinuxIO
internal import Varlink

/// A daemon with a store, a socket and an X server of its own, so that several can take turns.
final class Station {
  let name: String
  /// What the store is in.
  let directory: String
  private let laboratory: Laboratory
  let socket: String
  private let server: Background
  private let display: String
  private var daemon: Background?

  /// A station that keeps its entries in a new directory in `parent`.
  init(_ name: String, in parent: String, _ laboratory: Laboratory) throws(BenchmarkError) {
    self.name = name
    self.laboratory = laboratory
    let state = try Laboratory.directory(in: parent)
    directory = "\(state)/xfer"
    let number = state.split(separator: ".").last ?? ""
    socket = "\(laboratory.scratch)/\(number).sock"
    (server, display) = try laboratory.xServer()
    do {
      try FileSystem.makePrivateDirectory(Array(directory.utf8))
    } catch {
      throw BenchmarkError("cannot make \(directory): \(error)")
    }
  }

  deinit {
    stop()
    server.stop()
    processes_remove_tree(state)
  }

  private var state: String { String(directory.dropLast("/xfer".count)) }

  var process: CInt { daemon?.process ?? 0 }

  /// Starts the daemon; answers how long it took until it named an entry, in nanoseconds.
  @discardableResult
  func start() throws(BenchmarkError) -> Double {
    enter()
    let begin = processes_now()
    let daemon = try Background(Command(["\(laboratory.options.programs)/xferd"]), laboratory.log)
    self.daemon = daemon
    while (try? connect().ask("List", ["limit": 1])) == nil {
      guard daemon.isRunning, processes_now() - begin < 60_000_000_000 else {
        throw laboratory.log.failure("xferd with \(name) does not answer")
      }
      processes_sleep(200_000)
    }
    return Double(processes_now() - begin)
  }

  func stop() {
    daemon?.stop()
    daemon = nil
  }

  /// Waits until the daemon has nothing to do, so that what it does afterwards disturbs nobody.
  func settle() { ProcessFacts.settle(process) }

  /// Runs `xfer` here, to an exit code of 0 or 1; answers nanoseconds.
  func run(
    _ words: [String],
    input: Command.Input = .nothing,
    output: Command.Output = .discard
  ) throws(BenchmarkError) -> Double {
    let command = self.command(words, input: input, output: output)
    let outcome = try command.attempt(laboratory.log)
    guard (0...1).contains(outcome.code) else {
      throw laboratory.log.failure("\(command.name) exited with \(outcome.code)")
    }
    return outcome.nanoseconds
  }

  /// `xfer` with words, which finds this station if it is started before another one is used.
  func command(
    _ words: [String],
    input: Command.Input = .nothing,
    output: Command.Output = .discard
  ) -> Command {
    enter()
    return Command(
      ["\(laboratory.options.programs)/xfer"] + words,
      input: input,
      output: output
    )
  }

  func connect() throws(BenchmarkError) -> VarlinkClient {
    do {
      return try VarlinkClient(connectedTo: socket)
    } catch {
      throw BenchmarkError("\(socket): \(error)")
    }
  }

  private func enter() {
    processes_set_variable("DISPLAY", display)
    processes_set_variable("XFER_SOCKET", socket)
    processes_set_variable("XDG_STATE_HOME", state)
  }
}

extension VarlinkClient {
  /// Calls a method of the daemon and waits for the answer.
  @discardableResult
  func ask(_ method: String, _ parameters: JSON = [:]) throws(BenchmarkError) -> JSON {
    let reply: VarlinkReply
    do {
      try call("org.xfer.Pasteboard.\(method)", parameters: parameters)
      reply = try nextReply(timeout: .seconds(60))
    } catch {
      throw BenchmarkError("\(method): \(error)")
    }
    if let error = reply.error { throw BenchmarkError("\(method): \(error.name)") }
    return reply.parameters
  }
}

extension JSON {
  /// The parameters of `Put` with one text.
  static func put(_ text: String, on board: String = "clipboard") -> JSON {
    let representation: JSON = ["type": "public.utf8-plain-text", "text": .string(text)]
    return ["board": .string(board), "items": [["representations": [representation]]]]
  }
}
