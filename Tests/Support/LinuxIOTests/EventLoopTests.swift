import Glibc
import LinuxIO
import Synchronization
import Testing

/// Lives on a loop and says where it runs.
private actor Resident {
  nonisolated let loop: EventLoop
  private var order: [Int] = []

  init(on loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func note(_ number: Int) -> Bool {
    order.append(number)
    return loop.isOnLoop
  }

  func notes() -> [Int] { order }

  nonisolated func noteSynchronously(_ number: Int) {
    assumeIsolated { $0.order.append(number) }
  }
}

@Suite("Event loop", .timeLimit(.minutes(4)))
struct EventLoopTests {
  @Test func `an actor runs on the thread of its loop`() async throws {
    try await withLoop { loop in
      let resident = Resident(on: loop)
      #expect(await resident.note(1))
      #expect(!loop.isOnLoop)
      #expect(loop.isIsolatingCurrentContext() == false)
    }
  }

  @Test func `actions run in the order in which they were given`() async throws {
    try await withLoop { loop in
      let resident = Resident(on: loop)
      for number in 0..<1000 { loop.perform { resident.noteSynchronously(number) } }
      await withCheckedContinuation { done in loop.perform { done.resume() } }
      #expect(await resident.notes() == Array(0..<1000))
    }
  }

  @Test func `jobs from many threads all run`() async throws {
    try await withLoop { loop in
      let resident = Resident(on: loop)
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            for number in 0..<500 { _ = await resident.note(worker * 500 + number) }
          }
        }
      }
      #expect(await resident.notes().sorted() == Array(0..<4000))
    }
  }

  @Test func `a hook runs before every wait and sees what happened before`() async throws {
    try await withLoop { loop in
      let pending = Mutex(0)
      let seen = AsyncStream.makeStream(of: Int.self)
      loop.beforeWait {
        let count = pending.withLock { count in
          defer { count = 0 }
          return count
        }
        if count > 0 { seen.continuation.yield(count) }
      }
      // As a reply wait does: events arrive without readiness of any descriptor.
      loop.perform { pending.withLock { $0 += 3 } }
      var iterator = seen.stream.makeAsyncIterator()
      #expect(await iterator.next() == 3)
    }
  }

  @Test func `a handler hears of readiness until it has read`() async throws {
    try await withLoop { loop in
      let (near, far) = try UnixSocket.pair()
      let heard = AsyncStream.makeStream(of: [UInt8].self)
      try loop.watch(near.descriptor, for: .readable) { readiness in
        guard readiness.contains(.readable) else { return }
        heard.continuation.yield((try? near.descriptor.receive(1)) ?? [])
      }
      try far.descriptor.writeAll([1, 2, 3])
      var iterator = heard.stream.makeAsyncIterator()
      for byte in [1, 2, 3] as [UInt8] { #expect(await iterator.next() == [byte]) }
      loop.unwatch(near.descriptor)
    }
  }

  @Test func `an old event never reaches the next owner of a number`() async throws {
    try await withLoop { loop in
      let (first, firstPeer) = try UnixSocket.pair()
      let (second, secondPeer) = try UnixSocket.pair()
      let calls = AsyncStream.makeStream(of: String.self)
      let replacement = try UnixSocket.pair()
      try await withCheckedThrowingContinuation { done in
        loop.perform {
          let result = Result {
            // Both become ready in one round; whichever comes first replaces the other.
            for (own, other) in [(first, second), (second, first)] {
              try loop.watch(own.descriptor, for: .readable) { _ in
                calls.continuation.yield("first")
                loop.unwatch(own.descriptor)
                loop.unwatch(other.descriptor)
                dup2(replacement.0.number, other.number)
                try? loop.watch(other.descriptor, for: .readable) { _ in
                  calls.continuation.yield("stale")
                }
              }
            }
            try firstPeer.descriptor.writeAll([1])
            try secondPeer.descriptor.writeAll([1])
          }
          done.resume(with: result)
        }
      }
      loop.schedule(after: .milliseconds(30)) { calls.continuation.finish() }
      var all: [String] = []
      for await call in calls.stream { all.append(call) }
      #expect(all == ["first"])
      loop.unwatch(first.descriptor)
      loop.unwatch(second.descriptor)
    }
  }

  @Test func `a watch can be paused and resumed, also while the peer is gone`() async throws {
    try await withLoop { loop in
      let (near, far) = try UnixSocket.pair()
      let calls = AsyncStream.makeStream(of: Readiness.self)
      try loop.watch(near.descriptor, for: []) { readiness in
        calls.continuation.yield(readiness)
        loop.unwatch(near.descriptor)
      }
      try UnixSocket.finishSending(on: far.descriptor)
      await withCheckedContinuation { done in
        loop.schedule(after: .milliseconds(20)) { done.resume() }
      }
      try loop.rewatch(near.descriptor, for: [.readable, .peerClosed])
      var iterator = calls.stream.makeAsyncIterator()
      #expect(await iterator.next()?.contains(.peerClosed) == true)
      #expect(throws: SystemError.self) { try loop.rewatch(near.descriptor, for: .readable) }
    }
  }

  @Test func `a regular file cannot be watched`() async throws {
    try await withLoop { loop in
      let scratch = try Scratch()
      let file = try scratch.write([1], to: "file")
      let error = #expect(throws: SystemError.self) {
        try loop.watch(file.descriptor, for: .readable) { _ in }
      }
      #expect(error?.code == SystemError.notPermitted)
    }
  }

  @Test func `descriptors come and go from other threads`() async throws {
    try await withLoop { loop in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for round in 0..<100 {
              let (near, far) = try UnixSocket.pair()
              let heard = AsyncStream.makeStream(of: UInt8.self)
              try loop.watch(near.descriptor, for: .readable) { _ in
                if let byte = try? near.descriptor.receive(1).first {
                  heard.continuation.yield(byte)
                }
              }
              try far.descriptor.writeAll([UInt8(round)])
              var iterator = heard.stream.makeAsyncIterator()
              #expect(await iterator.next() == UInt8(round))
              loop.unwatch(near.descriptor)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `it stops from its own handler`() async throws {
    let loop = try EventLoop()
    let ended = AsyncStream.makeStream(of: Void.self)
    try loop.start()
    loop.perform {
      loop.stop()
      ended.continuation.yield()
    }
    var iterator = ended.stream.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }

  @Test func `what was queued before the stop still runs`() async throws {
    let loop = try EventLoop()
    let count = Mutex(0)
    for _ in 0..<10 { loop.perform { count.withLock { $0 += 1 } } }
    loop.stop()
    try loop.start()
    loop.stop()
    #expect(count.withLock { $0 } == 10)
  }

  @Test func `assuming isolation on another thread traps`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      try loop.start()
      Resident(on: loop).noteSynchronously(1)
    }
  }

  @Test func `a loop with nothing to do does not wake up`() async throws {
    try await withLoop { loop in
      let wakeUps = Mutex(0)
      loop.beforeWait { wakeUps.withLock { $0 += 1 } }
      for _ in 0..<100 { loop.schedule(after: .milliseconds(20)) {}.cancel() }
      // Let it settle: the hook itself woke it.
      await withCheckedContinuation { done in loop.perform { done.resume() } }
      await withCheckedContinuation { done in loop.perform { done.resume() } }
      let before = wakeUps.withLock { $0 }
      try await Task.sleep(for: .milliseconds(60))
      // The round in which the last action ran may end after it resumed us.
      #expect(wakeUps.withLock { $0 } <= before + 1)
    }
  }
}
