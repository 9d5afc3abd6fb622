internal import CProcesses

/// Contenders that take turns, so that the noise of the machine falls on all alike.
struct Contest {
  private(set) var names: [String] = []
  private var turns: [() throws -> Double] = []
  private(set) var samples: [Samples] = []
  /// What each round that counts took, in the order of the contenders.
  private var rounds: [[Double]] = []

  /// `turn` gives what one run took, in nanoseconds.
  mutating func enter(_ name: String, _ turn: @escaping () throws -> Double) {
    names.append(name)
    turns.append(turn)
    samples.append(Samples())
  }

  /// Runs A B C A B C …, first some rounds that do not count.
  mutating func run(rounds: Int, warmup: Int, pause: Duration = .zero) throws {
    for round in 0..<(warmup + rounds) {
      var all: [Double] = []
      for contender in turns.indices {
        let taken = try turns[contender]()
        all.append(taken)
        if round >= warmup { samples[contender].add(taken) }
        processes_sleep(Int64(pause / .nanoseconds(1)))
      }
      if round >= warmup { self.rounds.append(all) }
    }
  }

  /// The median of what the rounds say the last contender takes of the first one's time.
  var pairedRatio: Double {
    var ratios = Samples()
    for round in rounds {
      if let first = round.first, let last = round.last { ratios.add(last / first) }
    }
    return ratios.median
  }

  func of(_ name: String) -> Samples {
    names.firstIndex(of: name).map { samples[$0] } ?? Samples()
  }
}
