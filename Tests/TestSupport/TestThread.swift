import Glibc
import Synchronization

/// Runs work that blocks on a thread of its own, while the caller's is free.
///
/// - Throws: What the work throws.
public func onThread<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}

/// Starts a thread that nobody joins.
public func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread,
    nil,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    },
    box.toOpaque()
  )
  precondition(code == 0, "no more threads")
  pthread_detach(thread)
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// A place where one thread leaves a value once and others wait for it.
final class Mailbox<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ new: Value) { value.withLock { $0 = $0 ?? new } }

  var current: Value? { value.withLock { $0 } }

  func wait(within duration: Duration, _ what: String) throws -> Value {
    try TestSupport.value(within: duration, what) { current }
  }
}
