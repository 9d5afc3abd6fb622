public import Pasteboards

extension Store {
  public struct Recorded: Sendable { public let id: Entry.ID; public let isNew: Bool }
  public nonisolated(nonsending) func record(
    _ entry: Entry, on board: BoardName, ending end: EntryEnd? = nil, isCurrent: Bool, replacing former: Entry.ID?
  ) async throws(StoreError) -> Recorded {
    if let former { _ = try await drop(former, sparingPinned: true) }
    _ = try await put(entry, on: board, ending: end)
    return Recorded(id: entry.id, isNew: true)
  }
}
