internal import LinuxIO
internal import Pasteboards

/// Entries that live as long as the daemon; the newest of each board only.
actor MemoryStore: EntryStore {
  private let loop: EventLoop
  private var current: [BoardName: Entry] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop) { self.loop = loop }

  func put(_ entry: Entry, on board: BoardName) { current[board] = entry }

  func entries(of board: BoardName) -> [Entry] { current[board].map { [$0] } ?? [] }

  func remove(_ id: Entry.ID) {
    current = current.filter { $0.value.id != id }
  }

  func boards() -> [BoardName] { Array(current.keys) }
}
