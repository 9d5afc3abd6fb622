internal import CProcesses
internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Synchronization

/// Fills a store as the daemon would, in this process: a thousand puts are always on their way.
actor HistoryGenerator {
  private static let atOnce = 1000

  private let loop: EventLoop
  private let store: Store
  private let directory: [UInt8]
  private let texts = HistoryTexts()
  private nonisolated let failure = Mutex<String?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private init(_ directory: [UInt8], on loop: EventLoop, storeOn storeLoop: EventLoop) {
    self.loop = loop
    self.directory = directory
    store = Store(in: directory, on: storeLoop) { line in print("  the store: \(line)") }
  }

  /// Puts so many entries into a store in `directory`, which is there and empty; answers the seconds
  /// that it took.
  static func fill(_ directory: String, with count: Int) throws(BenchmarkError) -> Double {
    let start = processes_now()
    do {
      let loop = try EventLoop()
      let storeLoop = try EventLoop(home: loop)
      try storeLoop.start(name: "store")
      defer { storeLoop.stop() }
      let generator = HistoryGenerator(Array(directory.utf8), on: loop, storeOn: storeLoop)
      loop.task(in: generator) { generator in
        await generator.fill(count)
        loop.stop()
      }
      loop.run()
      if let failure = generator.failure.withLock({ $0 }) { throw BenchmarkError(failure) }
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw BenchmarkError("cannot make a history in \(directory): \(error)")
    }
    return Double(processes_now() - start) / 1e9
  }

  private func fill(_ count: Int) async {
    do {
      _ = try await store.open()
      for start in stride(from: 0, to: count, by: Self.atOnce) {
        try checkInterruption()
        try await put(start..<min(start + Self.atOnce, count))
      }
      let last = 1_700_000_000 + Double(count) * 30
      let state = BoardState(board: .clipboard, current: nil, sequence: count, time: last)
      await store.close([state])
    } catch let error as BenchmarkError {
      failure.withLock { $0 = error.sentence }
    } catch {
      failure.withLock { $0 = "cannot make a history: \(error)" }
    }
  }

  /// Puts them all at the same time, which the store writes together.
  private func put(_ numbers: Range<Int>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { [store] group in
      for number in numbers {
        let made = try GeneratedEntry(number, texts, filesIn: directory)
        group.addTask { try await store.put(made.entry, on: made.board) }
      }
      try await group.waitForAll()
    }
  }
}
