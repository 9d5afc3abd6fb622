// The same loads for callers that want to be called back, as Apple's are. Completions are called
// once, on a thread of the concurrent pool.
extension ItemProvider {
  /// Loads bytes and calls back with them or with an error.
  @discardableResult
  public func loadDataRepresentation(
    for contentType: UTType,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> TransferHandle<Void> {
    loadDataRepresentation(for: contentType).then { result in
      switch result {
      case .success(let data): completionHandler(data, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Loads a file and calls back with it, and with whether it is the original; or with an error.
  ///
  /// A copy is gone when the completion returns.
  @discardableResult
  public func loadFileRepresentation(
    for contentType: UTType,
    openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> TransferHandle<Void> {
    loadFileRepresentation(for: contentType, openInPlace: openInPlace).then { result in
      switch result {
      case .success(let loaded):
        completionHandler(loaded.file, loaded.isOriginalFile, nil)
        loaded.remove()
      case .failure(let error): completionHandler(nil, false, error)
      }
    }
  }

  /// Makes a value and calls back with it or with an error.
  @discardableResult
  public func loadTransferable<Item: Transferable>(
    type: Item.Type,
    completionHandler: @escaping @Sendable (Result<Item, any Error>) -> Void
  ) -> TransferHandle<Void> {
    loadTransferable(type: type).then(completionHandler)
  }
}
