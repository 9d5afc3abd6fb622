import LinuxIO
import Synchronization
import TestSupport
import Testing

@Suite("Tasks on event loops", .timeLimit(.minutes(4)))
struct EventLoopTaskTests {
  private typealias Continuation = CheckedContinuation<Void, Never>

  private actor Waiter {
    private let loop: EventLoop
    private let suspended: @Sendable (Continuation) -> Void
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop, _ suspended: @escaping @Sendable (Continuation) -> Void) {
      self.loop = loop
      self.suspended = suspended
    }

    func wait() async -> Bool {
      await withCheckedContinuation { suspended($0) }
      return loop.isOnLoop
    }
  }

  @Test
  func `a task goes on on its loop, and at home in between`() async throws {
    let home = try EventLoop()
    let other = try EventLoop(home: home)
    try home.start(name: "home")
    try other.start(name: "other")
    defer {
      other.stop()
      home.stop()
    }
    for loop in [home, other] {
      let waiter = Waiter(on: loop) { continuation in
        startThread { continuation.resume() }
      }
      let wasOnLoop = Mutex(false)
      await home.task(in: waiter) { waiter in
        let isOnLoop = await waiter.wait()
        wasOnLoop.withLock { $0 = isOnLoop && loop.isOnLoop }
      }.value
      #expect(wasOnLoop.withLock { $0 })
      let isHome = await Task(executorPreference: home) {
        _ = await waiter.wait()
        return home.isOnLoop
      }.value
      #expect(isHome)
    }
  }
}
