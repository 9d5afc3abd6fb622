internal import LinuxIO
internal import Pasteboards
internal import Store

// What was promised at a put, and is there now.
extension PasteboardService {
  /// Has the store keep promised content as soon as it is there.
  func followPromises(of entry: Entry) {
    for (number, item) in entry.items.enumerated() {
      for (place, representation) in item.representations.enumerated()
      where !representation.isDerived {
        guard let promise = representation.payload.openPromise else { continue }
        promise.whenLonger(than: .max) { [weak self, loop] in
          guard let self else { return }
          loop.task(in: self) { await $0.keepPromised(promise, of: entry.id, number, place) }
        }
      }
    }
  }

  private func keepPromised(
    _ promise: any PromisedPayload,
    of id: Entry.ID,
    _ item: Int,
    _ place: Int
  ) async {
    guard let payload = promise.kept else { return }
    do {
      try await intake.synchronize(payload)
      try await store.fulfil(id, item: item, place: place, with: payload)
    } catch {
      log.write(.error, "promised content could not be kept in the history: \(error)")
    }
  }
}
