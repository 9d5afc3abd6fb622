internal import CProcesses

/// Contenders that take turns, so that the noise of the machine falls on all alike.
struct Contest {
  private(set) var names: [String] = []
  private var turns: [() throws -> Double] = []
  private(set) var samples: [Samples] = []

  /// `turn` gives what one run took, in nanoseconds.
  mutating func enter(_ name: String, _ turn: @escaping () throws -> Double) {
    names.append(name)
    turns.append(turn)
    samples.append(Samples())
  }

  /// Runs A B C A B C …, first some rounds that do not count.
  mutating func run(rounds: Int, warmup: Int, pause: Duration = .zero) throws {
    for round in 0..<(warmup + rounds) {
      for contender in turns.indices {
        let taken = try turns[contender]()
        if round >= warmup { samples[contender].add(taken) }
        processes_sleep(Int64(pause / .nanoseconds(1)))
      }
    }
  }

  func of(_ name: String) -> Samples {
    names.firstIndex(of: name).map { samples[$0] } ?? Samples()
  }
}
