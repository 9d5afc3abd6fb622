internal import LinuxIO
internal import Synchronization
internal import Varlink

/// Clients that each put one small entry after the other, the next when the one before is kept.
actor PutStorm {
  private let loop: EventLoop
  private let board: String
  private let texts = HistoryTexts()
  private var clients: [VarlinkClient] = []
  private var sent = 0
  private var answered = 0
  private nonisolated let outcome = Mutex<Outcome>(Outcome())

  private struct Outcome {
    var answered = 0
    var failure: String?
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private init(_ board: String, on loop: EventLoop) {
    self.board = board
    self.loop = loop
  }

  /// How many entries a second the daemon of a station keeps for so many clients.
  static func rate(
    of clientCount: Int,
    at station: Station,
    on board: String,
    for duration: Duration
  ) throws(BenchmarkError) -> Double {
    let outcome: Outcome
    do {
      let loop = try EventLoop()
      let socket = station.socket
      let storm = PutStorm(board, on: loop)
      loop.perform { storm.assumeIsolated { $0.begin(clientCount, socket, duration) } }
      loop.run()
      outcome = storm.outcome.withLock { $0 }
    } catch {
      throw BenchmarkError("\(error)")
    }
    if let failure = outcome.failure { throw BenchmarkError("puts: \(failure)") }
    return Double(outcome.answered) / (duration / .seconds(1))
  }

  private func begin(
    _ count: Int,
    _ socket: String,
    _ duration: Duration
  ) {
    do {
      for number in 0..<count {
        let client = try VarlinkClient(connectedTo: socket)
        clients.append(client)
        try loop.watch(number: client.number, for: .readable) { [weak self] _ in
          self?.assumeIsolated { $0.receive(number) }
        }
      }
      for client in clients { try send(on: client) }
    } catch {
      end("\(error)")
    }
    loop.schedule(after: duration) { [weak self] in self?.assumeIsolated { $0.end(nil) } }
  }

  private func send(on client: VarlinkClient) throws {
    sent += 1
    let text = "\(sent) \(texts.text(of: sent))"
    try client.call("org.xfer.Pasteboard.Put", parameters: .put(text, on: board))
  }

  private func receive(_ number: Int) {
    do {
      let reply = try clients[number].nextReply(timeout: .zero)
      if let error = reply.error { return end(error.name) }
      answered += 1
      try send(on: clients[number])
    } catch VarlinkClientError.timedOut {
      // A part of an answer.
    } catch {
      end("\(error)")
    }
  }

  private func end(_ failure: String?) {
    for client in clients { loop.unwatch(number: client.number) }
    clients = []
    outcome.withLock { outcome in
      guard outcome.answered == 0, outcome.failure == nil else { return }
      outcome = Outcome(answered: answered, failure: failure)
    }
    loop.stop()
  }
}
