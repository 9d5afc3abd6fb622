internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Wire

// What of the store ends by itself.
extension PasteboardService {
  /// Sees to it that what ends by itself does so, also when it is current no more.
  ///
  /// After `rest` at the earliest, so that what is damaged and never ends keeps nothing awake.
  func watchNextEnd(after rest: Duration = .zero) async {
    guard let deadline = try? await store.nextDeadline() else { return }
    guard deadline != nextEnd?.deadline else { return }
    nextEnd?.timer.cancel()
    let timer = loop.schedule(after: max(rest, deadline - .now)) { [weak self, loop] in
      guard let self else { return }
      loop.task(in: self) { await $0.endOverdue() }
    }
    nextEnd = (deadline, timer)
  }

  /// Whether what is put on a board now has the age at which it goes before anything else ends.
  func isFirstToAge(on board: BoardName) -> Bool {
    configuration.history.limits.contains { limit in
      guard let age = limit.age, limit.concerns(board) else { return false }
      return nextEnd.map { $0.deadline - .now > age } ?? true
    }
  }

  /// Sees to the ages of what may be old already, as it is no longer pinned, current, or where it was.
  func watchAges() async {
    if configuration.history.limits.contains(where: { $0.age != nil }) { await watchNextEnd() }
  }

  private func endOverdue() async {
    nextEnd = nil
    while let overdue = try? await store.overdue(), !overdue.isEmpty {
      for entry in overdue where offers[entry.board]?.entry.id != entry.id {
        do {
          try await store.drop(entry.id, sparingPinned: false)
        } catch {
          // It is tried again when the store can be used, at the next start at the latest.
          note(error)
          return
        }
      }
      // What is current is ended by whoever offers it, with all that belongs to it.
      let current = overdue.filter { offers[$0.board]?.entry.id == $0.id }
      for entry in current { await end(entry.id, on: entry.board, .replaced) }
    }
    do {
      try await store.removeAged()
    } catch {
      return note(error)
    }
    await watchNextEnd(after: .milliseconds(100))
  }
}

extension Duration {
  /// Whole milliseconds, as far as an integer reaches.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? (seconds < 0 ? .min : .max) : whole + Int(attoseconds / 1_000_000_000_000_000)
  }
}
