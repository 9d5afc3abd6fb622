import Synchronization
import Testing

@testable import LinuxIO

@Suite("Deadlines", .timeLimit(.minutes(1)))
struct DeadlineTimerTests {
  /// Waits until everything that was due up to `moment` has run.
  private static func pass(_ moment: MonotonicTime, on loop: EventLoop) async {
    await withCheckedContinuation { done in
      loop.schedule(at: moment) { done.resume() }
    }
  }

  @Test func `one comes when it is due, once and never early`() async throws {
    try await withLoop { loop in
      let came = Mutex<[MonotonicTime]>([])
      let timer = DeadlineTimer(on: loop) { came.withLock { $0.append(.now) } }
      let deadline = MonotonicTime.now + .milliseconds(20)
      timer.set(deadline)
      #expect(timer.deadline == deadline)
      await Self.pass(deadline + .milliseconds(10), on: loop)
      #expect(came.withLock { $0.count } == 1)
      #expect(came.withLock { $0 }.allSatisfy { $0 >= deadline })
      #expect(timer.deadline == nil)
    }
  }

  @Test(arguments: [(40, 5), (5, 40)])
  func `a new one replaces the old`(first: Int, second: Int) async throws {
    try await withLoop { loop in
      let came = Mutex<[MonotonicTime]>([])
      let timer = DeadlineTimer(on: loop) { came.withLock { $0.append(.now) } }
      let start = MonotonicTime.now
      timer.set(start + .milliseconds(first))
      timer.set(start + .milliseconds(second))
      await Self.pass(start + .milliseconds(60), on: loop)
      #expect(came.withLock { $0.count } == 1)
      #expect(came.withLock { $0 }.allSatisfy { $0 >= start + .milliseconds(second) })
    }
  }

  @Test func `none never comes, nor one whose timer is gone`() async throws {
    try await withLoop { loop in
      let came = Mutex(0)
      let kept = DeadlineTimer(on: loop) { came.withLock { $0 += 1 } }
      let deadline = MonotonicTime.now + .milliseconds(5)
      kept.set(deadline)
      kept.set(nil)
      do {
        let dropped = DeadlineTimer(on: loop) { came.withLock { $0 += 1 } }
        dropped.set(deadline)
      }
      await Self.pass(deadline + .milliseconds(20), on: loop)
      #expect(came.withLock { $0 } == 0)
      #expect(loop.state.withLock { $0.timers.next } == nil)
      withExtendedLifetime(kept) {}
    }
  }

  @Test func `the next can be set while one comes`() async throws {
    try await withLoop { loop in
      let count = Mutex(0)
      let holder = Mutex<DeadlineTimer?>(nil)
      await withCheckedContinuation { done in
        let timer = DeadlineTimer(on: loop) {
          let number = count.withLock { count in
            count += 1
            return count
          }
          if number == 3 { return done.resume() }
          holder.withLock { $0 }?.set(.now)
        }
        holder.withLock { $0 = timer }
        timer.set(.now)
      }
      #expect(count.withLock { $0 } == 3)
    }
  }

  @Test func `the clock is the one that goes on in a sleep and is never set`() throws {
    let loop = try EventLoop()
    loop.schedule(after: .milliseconds(1)) { loop.stop() }
    loop.run()
    let facts = try FileSystem.read(Array("/proc/self/fdinfo/\(loop.timer.number)"))
    let lines = String(decoding: facts, as: UTF8.self).split(separator: "\n")
    // CLOCK_BOOTTIME, and a moment instead of a span.
    #expect(lines.contains("clockid: 7"))
    #expect(lines.contains("settime flags: 01"))
  }

  @Test func `the run of the machine has a name that stays`() throws {
    let boot = try #require(BootID.current)
    #expect(boot == BootID.current)
    #expect(boot == BootID(boot.description))
    #expect(boot.description.utf8.count == 36)
  }
}
