import LinuxIO
import Synchronization
import Testing

@testable import LinuxIO

@Suite("Event loop timers", .timeLimit(.minutes(4)))
struct EventLoopTimerTests {
  @Test func `timers run in the order of their deadlines and never early`() async throws {
    try await withLoop { loop in
      let start = MonotonicTime.now
      let fired = AsyncStream.makeStream(of: (Int, Duration).self)
      for delay in [30, 5, 20, 0, 10] {
        loop.schedule(after: .milliseconds(delay)) {
          fired.continuation.yield((delay, MonotonicTime.now - start))
        }
      }
      var iterator = fired.stream.makeAsyncIterator()
      for delay in [0, 5, 10, 20, 30] {
        let (found, passed) = try #require(await iterator.next())
        #expect(found == delay)
        #expect(passed >= .milliseconds(delay))
      }
    }
  }

  @Test func `a cancelled timer does not run`() async throws {
    try await withLoop { loop in
      let ran = Mutex(false)
      let timer = loop.schedule(after: .milliseconds(5)) { ran.withLock { $0 = true } }
      timer.cancel()
      timer.cancel()
      await withCheckedContinuation { done in
        loop.schedule(after: .milliseconds(15)) { done.resume() }
      }
      #expect(!ran.withLock { $0 })
    }
  }

  @Test func `a timer can cancel another that is due in the same round`() async throws {
    try await withLoop { loop in
      let ran = Mutex<[String]>([])
      await withCheckedContinuation { done in
        loop.perform {
          let second = Mutex<EventLoop.Timer?>(nil)
          loop.schedule(after: .zero) {
            ran.withLock { $0.append("first") }
            second.withLock { $0 }?.cancel()
          }
          let timer = loop.schedule(after: .zero) { ran.withLock { $0.append("second") } }
          second.withLock { $0 = timer }
          loop.schedule(after: .milliseconds(5)) { done.resume() }
        }
      }
      #expect(ran.withLock { $0 } == ["first"])
    }
  }

  @Test func `work that never ends does not keep timers from running`() async throws {
    try await withLoop { loop in
      let isOver = Mutex(false)
      @Sendable func again() {
        if !isOver.withLock({ $0 }) { loop.perform(again) }
      }
      loop.perform(again)
      await withCheckedContinuation { done in
        loop.schedule(after: .milliseconds(1)) {
          isOver.withLock { $0 = true }
          done.resume()
        }
      }
    }
  }

  @Test func `the longest and the negative delay are taken`() async throws {
    try await withLoop { loop in
      let far = loop.schedule(after: .seconds(Int64.max)) {}
      await withCheckedContinuation { done in
        loop.schedule(after: .seconds(-5)) { done.resume() }
      }
      far.cancel()
    }
  }

  @Test func `a cancelled timer lets its action go at once`() async throws {
    try await withLoop { loop in
      final class Payload: Sendable {}
      weak var reference: Payload?
      do {
        let payload = Payload()
        reference = payload
        loop.schedule(after: .seconds(1000)) { withExtendedLifetime(payload) {} }.cancel()
      }
      #expect(reference == nil)
    }
  }

  @Test func `the queue stays small however many are cancelled`() {
    var queue = TimerQueue()
    let keeper = queue.insert(MonotonicTime(nanoseconds: 5), {})
    for number in 0..<10_000 {
      let id = queue.insert(MonotonicTime(nanoseconds: UInt64(10 + number)), {})
      #expect(queue.remove(id) != nil)
    }
    #expect(queue.entryCount <= 130)
    #expect(queue.next == MonotonicTime(nanoseconds: 5))
    #expect(queue.due(at: MonotonicTime(nanoseconds: 5)) == [keeper])
    #expect(queue.next == nil)
  }

  @Test func `the queue sorts whatever order deadlines come in`() {
    var queue = TimerQueue()
    for number in 0..<1000 {
      let deadline = MonotonicTime(nanoseconds: UInt64((number * 7919) % 1000))
      _ = queue.insert(deadline, {})
    }
    var last: MonotonicTime?
    while let next = queue.next {
      if let last { #expect(last < next) }
      last = next
      for id in queue.due(at: next) { _ = queue.remove(id) }
    }
    #expect(last == MonotonicTime(nanoseconds: 999))
  }
}
