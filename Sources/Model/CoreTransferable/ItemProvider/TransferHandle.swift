/// A load that is under way.
///
/// It goes on when nobody holds it any more.
///
/// Source: what `NSItemProvider` returns a `Progress` for.
public final class TransferHandle<Value: Sendable>: Sendable {
  /// How far the load has come.
  public let progress: TransferProgress
  private let task: Task<Value, any Error>

  init(_ load: @escaping @Sendable (TransferProgress) async throws -> Value) {
    let progress = TransferProgress()
    self.progress = progress
    task = Task { @concurrent in
      defer { progress.finish() }
      return try await load(progress)
    }
  }

  /// What was loaded; a caller that is cancelled cancels the load.
  public var value: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Gives up the load: whoever waits for it gets a `CancellationError`, unless it was over.
  public func cancel() {
    progress.cancel()
    task.cancel()
  }

  /// The same load, which calls back when it is over, also when it was cancelled.
  func then(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> TransferHandle<Void> {
    TransferHandle<Void>(progress) {
      do {
        completion(.success(try await self.value))
      } catch {
        completion(.failure(error))
        throw error
      }
    }
  }

  private init(
    _ progress: TransferProgress,
    _ load: @escaping @Sendable () async throws -> Value
  ) {
    self.progress = progress
    task = Task { @concurrent in try await load() }
  }
}
