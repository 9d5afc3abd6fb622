import Testing

@testable import Daemon

@Suite("Turns", .timeLimit(.minutes(4)))
struct TurnsTests {
  /// Takes turns as the service does, and notes who had one.
  private actor Queue {
    private var turns = Turns<String>()
    private var log: [String] = []

    private func run(_ name: String, _ ticket: Turns<String>.Ticket) async {
      await withCheckedContinuation { turns.wait(for: ticket, $0) }
      log.append(name)
      turns.leave(ticket)
    }

    /// Enters for all, and waits in another order.
    func inOrder(_ names: [String], leaving: String? = nil) async -> [String] {
      let tickets = names.map { ($0, turns.enter("k")) }
      if let leaving, let gone = tickets.first(where: { $0.0 == leaving }) { turns.leave(gone.1) }
      let waiting = tickets.filter { $0.0 != leaving }
      let tasks = waiting.reversed().map { name, ticket in Task { await run(name, ticket) } }
      for task in tasks { await task.value }
      return log
    }
  }

  @Test func `whoever entered first has the first turn, whenever it waits`() async {
    #expect(await Queue().inOrder(["a", "b", "c"]) == ["a", "b", "c"])
  }

  @Test(arguments: ["a", "b", "c"])
  func `whoever leaves holds up nobody`(_ leaving: String) async {
    let rest = ["a", "b", "c"].filter { $0 != leaving }
    #expect(await Queue().inOrder(["a", "b", "c"], leaving: leaving) == rest)
  }
}
