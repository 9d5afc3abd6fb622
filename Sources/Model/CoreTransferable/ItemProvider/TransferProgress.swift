internal import Synchronization

/// How far a load has come, in bytes.
///
/// A loader that takes its time returns one and keeps it up to date; whoever started the load
/// observes the progress of its ``TransferHandle``.
///
/// Source: what `NSItemProvider` uses Foundation's `Progress` for.
public final class TransferProgress: Sendable {
  /// A point of the way.
  public struct Value: Sendable, Hashable {
    /// How many bytes are there.
    public var completed: Int64 = 0
    /// How many there will be; `nil` as long as nobody knows.
    public var total: Int64?

    /// What part is done, from 0 to 1; 0 as long as nobody knows how much there will be.
    public var fraction: Double {
      guard let total, total > 0 else { return total == completed ? 1 : 0 }
      return min(max(Double(completed) / Double(total), 0), 1)
    }
  }

  private struct State {
    var value = Value()
    var isCancelled = false
    var isFinished = false
    var observers: [AsyncStream<Value>.Continuation] = []
    var follower: Follower?
    var cancellation: Cancellation?
  }

  // Closures in a lock are kept in structs: the lock would wrap them anew with each use.
  private struct Cancellation { let run: @Sendable () -> Void }
  private struct Follower { weak var progress: TransferProgress? }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - total: How many bytes there will be, if that is known.
  ///   - onCancel: Called when the load was cancelled or took too long, at most once.
  public init(total: Int64? = nil, onCancel: (@Sendable () -> Void)? = nil) {
    var state = State()
    state.value.total = total
    state.cancellation = onCancel.map(Cancellation.init)
    self.state = Mutex(state)
  }

  /// The point that is reached now.
  public var current: Value { state.withLock(\.value) }

  /// Whether nobody wants the content any more.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Says how far it is.
  public func update(completed: Int64, total: Int64? = nil) {
    let follower = state.withLock { state -> TransferProgress? in
      guard !state.isFinished else { return nil }
      state.value.completed = completed
      if let total { state.value.total = total }
      for observer in state.observers { observer.yield(state.value) }
      return state.follower?.progress
    }
    follower?.update(completed: completed, total: total)
  }

  /// The points that are reached from now on; a slow observer sees only the newest.
  ///
  /// The sequence begins with the current one and ends with the load.
  public var values: AsyncStream<Value> {
    let (values, observer) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    state.withLock { state in
      observer.yield(state.value)
      if state.isFinished { observer.finish() } else { state.observers.append(observer) }
    }
    return values
  }

  /// Tells the loader that nobody wants the content any more.
  func cancel() {
    let cancellation = state.withLock { state in
      state.isCancelled = true
      return state.cancellation.take()
    }
    cancellation?.run()
  }

  /// Has `progress` show how far this one is.
  func show(in progress: TransferProgress) {
    let value = state.withLock { state in
      state.follower = Follower(progress: progress)
      return state.value
    }
    progress.update(completed: value.completed, total: value.total)
  }

  /// Ends the observers; what the loader says later has no effect.
  func finish() {
    let observers = state.withLock { state in
      state.isFinished = true
      state.cancellation = nil
      defer { state.observers = [] }
      return state.observers
    }
    for observer in observers { observer.finish() }
  }
}
