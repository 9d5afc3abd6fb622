internal import Synchronization

extension ItemProvider {
  /// A provider of all representations that a value offers.
  public convenience init(_ transferable: some Transferable) {
    self.init()
    registerAll({ transferable }) { exporter in exporter.isOffered(transferable) }
  }

  /// A provider of the content of a file, and of its address.
  ///
  /// The type is that of the file's name unless one is given. The name of the file is suggested.
  public convenience init(
    contentsOf file: URL,
    contentType: UTType? = nil,
    openInPlace: Bool = false,
    visibility: TransferRepresentationVisibility = .all
  ) {
    self.init()
    suggestedName = file.lastPathComponent
    let isDirectory = (try? FileTree.isDirectory(file)) ?? false
    let named = UTType(
      filenameExtension: file.pathExtension,
      conformingTo: isDirectory ? .folder : .data
    )
    registerFileRepresentation(
      for: contentType ?? named ?? (isDirectory ? .folder : .data),
      visibility: visibility,
      openInPlace: openInPlace
    ) { completion in
      completion(file, false, nil)
      return nil
    }
    registerDataRepresentation(for: .fileURL, visibility: visibility) { completion in
      completion(Data(file.absoluteString.utf8), nil)
      return nil
    }
  }

  /// Registers bytes, which `loadHandler` is asked for when somebody wants them.
  ///
  /// The handler calls its completion once, with the bytes or an error, on any thread and also before
  /// it returns. What it says later has no effect; one that is silent ends with the time limit.
  public func registerDataRepresentation(
    for contentType: UTType,
    visibility: TransferRepresentationVisibility = .all,
    loadHandler:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> TransferProgress?
  ) {
    let registration = Registration(contentType: contentType, visibility: visibility, isFile: false)
    {
      try await Self.answer(for: contentType, $0) { settle in
        loadHandler { data, error in settle(data.map { .data($0) }, error) }
      }
    }
    update { $0.registrations.append(registration) }
  }

  /// Registers a file, which `loadHandler` is asked for when somebody wants it.
  ///
  /// The file stays the sender's. A receiver has a copy of it, unless it wants to open it in place
  /// and `openInPlace` allows that. The second value of the completion has no meaning here.
  public func registerFileRepresentation(
    for contentType: UTType,
    visibility: TransferRepresentationVisibility = .all,
    openInPlace: Bool = false,
    loadHandler:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
      ) -> TransferProgress?
  ) {
    var registration = Registration(contentType: contentType, visibility: visibility, isFile: true)
    {
      try await Self.answer(for: contentType, $0) { settle in
        loadHandler { file, _, error in
          settle(file.map { .file($0, allowsOriginal: openInPlace) }, error)
        }
      }
    }
    registration.allowsInPlace = openInPlace
    update { [registration] in $0.registrations.append(registration) }
  }

  /// Registers all representations of a value, which is made when the first of them is asked for.
  ///
  /// Whether it fulfils their conditions is seen then.
  public func register<Item: Transferable>(
    _ transferable: @autoclosure @escaping @Sendable () -> Item
  ) {
    registerAll(transferable) { _ in true }
  }

  private func registerAll<Item: Transferable>(
    _ make: @escaping @Sendable () -> Item,
    where isOffered: (Exporter<Item>) -> Bool
  ) {
    let item = MadeOnce(make)
    let resolution = Item.resolution()
    let registrations = resolution.exporters.filter(isOffered).map { exporter in
      Registration(
        contentType: exporter.contentType,
        parent: exporter.parent,
        visibility: exporter.visibility,
        isFile: exporter.isFile
      ) { _ in try await exporter.loadIfOffered(item.value) }
    }
    update { [problems = resolution.problems] state in
      state.registrations += registrations
      state.problems += problems
      if case .none = state.name { state.name = .lazy { item.value.suggestedFilename } }
    }
  }

  /// What a handler answers first, unless it is given up before.
  private static func answer(
    for contentType: UTType,
    _ progress: TransferProgress,
    of handler: (
      _ settle: @escaping @Sendable (TransferContent?, (any Error)?) -> Void
    ) -> TransferProgress?
  ) async throws -> TransferContent {
    let answer = FirstAnswer<TransferContent>()
    let own = handler { content, error in
      if let content {
        answer.settle(.success(content))
      } else {
        answer.settle(.failure(error ?? TransferError.unknown(contentType)))
      }
    }
    own?.show(in: progress)
    return try await withTaskCancellationHandler {
      try await answer.value
    } onCancel: {
      answer.settle(.failure(CancellationError()))
      own?.cancel()
    }
  }
}

/// A value that is made when it is first asked for, once, whoever asks.
private final class MadeOnce<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
