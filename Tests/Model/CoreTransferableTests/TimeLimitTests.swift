import CoreTransferable
import Synchronization
import Testing
import UniformTypeIdentifiers

@Suite("Time limit", .timeLimit(.minutes(4))) struct TimeLimitTests {
  /// A closure that answers only when it is let, and does not care whether it is cancelled.
  final class Gate: Sendable {
    private struct State {
      var isOpen = false
      var waiting: [CheckedContinuation<Void, Never>] = []
      var entered: [CheckedContinuation<Void, Never>] = []
      var count = 0
    }

    private let state = Mutex(State())

    func pass() async {
      await withCheckedContinuation { continuation in
        let (isOpen, entered) = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          state.count += 1
          defer { state.entered = [] }
          return (state.isOpen, state.entered)
        }
        if isOpen { continuation.resume() }
        for waiter in entered { waiter.resume() }
      }
    }

    func isEntered() async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.count == 0 { state.entered.append(continuation) }
          return state.count > 0
        }
        if isThere { continuation.resume() }
      }
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for waiter in waiting { waiter.resume() }
    }
  }

  struct Slow: Transferable {
    let gate: Gate
    var token = Token()

    static var transferRepresentation: some TransferRepresentation {
      DataRepresentation(exportedContentType: .json) { slow in
        await slow.gate.pass()
        return Data("late".utf8)
      }
      ProxyRepresentation(exporting: { _ in "in time" })
    }
  }

  final class Token: Sendable {}

  @Test func `a closure that never answers ends with the limit, cancelled or not`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let load = Task {
      try await TransferTimeLimit.$current.withValue(.init(.seconds(30), clock: clock)) {
        try await Slow(gate: gate).exported(as: .json)
      }
    }
    await clock.hasSleeper()
    await gate.isEntered()
    clock.advance(by: .seconds(29))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: TransferError.self) { try await load.value }
    guard case .timedOut(.json, after: .seconds(30)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The late answer is dropped; were its caller resumed a second time, this would trap.
    gate.open()
  }

  @Test func `one that is late gives way to the next`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    defer { gate.open() }
    let load = Task {
      try await TransferTimeLimit.$current.withValue(.init(.seconds(1), clock: clock)) {
        try await Slow(gate: gate).exported()
      }
    }
    await clock.hasSleeper()
    clock.advance(by: .seconds(1))
    #expect(try await load.value == Data("in time".utf8))
  }

  @Test func `a load that ends leaves no timer behind`() async throws {
    let clock = ManualClock()
    try await TransferTimeLimit.$current.withValue(.init(.seconds(1), clock: clock)) {
      for _ in 0..<100 { _ = try await "text".exported() }
    }
    // A timer may begin after its load ended, and then notices at once.
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled caller goes on at once and asks for no second choice`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let load = Task { try await Slow(gate: gate).exported() }
    await gate.isEntered()
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
  }

  @Test func `a caller that is cancelled already runs nothing of the program's`() async throws {
    let calls = Counter()
    struct Counted: Transferable {
      let calls: Counter
      static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .json) { counted in
          counted.calls.next()
          return Data()
        }
      }
    }
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Counted(calls: calls).exported()
    }
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(calls.value == 0)
  }

  @Test func `nothing is kept of a load that was given up and answers later`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    weak var token: Token?
    let load: Task<Data, any Error>
    do {
      let slow = Slow(gate: gate)
      token = slow.token
      load = Task {
        try await TransferTimeLimit.$current.withValue(.init(.seconds(1), clock: clock)) {
          try await slow.exported(as: .json)
        }
      }
    }
    await clock.hasSleeper()
    await gate.isEntered()
    clock.advance(by: .seconds(1))
    await #expect(throws: TransferError.self) { try await load.value }
    gate.open()
    while token != nil { await Task.yield() }
    #expect(token == nil)
  }

  @Test func `an importer that never ends loses its file with the limit`() async throws {
    struct Kept: Transferable {
      static let gate = Gate()
      static let seen = Mutex<URL?>(nil)

      static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(importedContentType: .png) { received in
          seen.withLock { $0 = received.file }
          await gate.pass()
          return Kept()
        }
      }
    }
    let clock = ManualClock()
    let load = Task {
      try await TransferTimeLimit.$current.withValue(.init(.seconds(1), clock: clock)) {
        try await Kept(importing: Data([1]), contentType: .png)
      }
    }
    await clock.hasSleeper()
    await Kept.gate.isEntered()
    let file = try #require(Kept.seen.withLock { $0 })
    #expect(exists(file))
    clock.advance(by: .seconds(1))
    await #expect(throws: TransferError.self) { try await load.value }
    while exists(file.deletingLastPathComponent()) { await Task.yield() }
    #expect(!exists(file))
    Kept.gate.open()
  }
}
