internal import LinuxIO
public import Pasteboards
internal import SQLite

extension History {
  private static let turnLength = Duration.milliseconds(2)
  /// A search that goes on for longer is given up.
  private static let patience = Duration.seconds(20)
  /// A page ends with the entry by which its texts are longer than this: it becomes one message.
  private static let pageByteCount = 1 << 20

  /// The next entries that a query is for, as many as it wants and a page holds; newest first.
  ///
  /// What is searched for a text, or on all boards, comes in the order in which it was put, all else in
  /// that of its board.
  public func page(_ query: HistoryQuery) async throws(StoreError) -> HistoryPage {
    let database = try database()
    guard let scan = try HistoryScan(query, in: self, on: database) else { return HistoryPage() }
    var page = HistoryPage()
    var textByteCount = 0
    var places = PlaceCount(after: query.after)
    let end = MonotonicTime.now + Self.patience
    var turn = MonotonicTime.now + Self.turnLength
    while true {
      let step = try step(scan)
      if case .match(let found) = step {
        let place = try places.place(of: found, in: self, on: database)
        if let entry = try summary(of: found, place: place, on: database) {
          page.entries.append(entry)
          textByteCount += entry.textByteCount
        }
        if page.entries.count >= query.limit || textByteCount > Self.pageByteCount {
          page.end = scan.end(at: found, place: place)
          break
        }
      }
      if case .end = step { break }
      guard MonotonicTime.now > turn else { continue }
      guard MonotonicTime.now < end else { throw .tooCostly }
      guard !Task.isCancelled else { break }
      await loop.giveTurn()
      turn = MonotonicTime.now + Self.turnLength
    }
    return page
  }

  private enum Step {
    case match(FoundEntry)
    case other
    case end
  }

  private func step(_ scan: HistoryScan) throws(StoreError) -> Step {
    do {
      guard let row = try scan.rows.next() else { return .end }
      return try scan.match(row, in: self).map(Step.match) ?? .other
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      throw failure(error)
    } catch {
      throw .unusable(reason: "\(error)")
    }
  }

  /// One entry without its content; `nil` if there is none.
  public func summary(of id: Entry.ID) throws(StoreError) -> KeptEntry? {
    let found = try first(
      """
      SELECT \(FoundEntry.columns) FROM entries AS e JOIN boards AS b ON b.key = e.board
      WHERE e.id = ?
      """,
      [.integer(id.stored)]
    ) { FoundEntry($0) }
    guard let found else { return nil }
    let database = try database()
    var places = PlaceCount(after: nil)
    let place = try places.place(of: found, in: self, on: database)
    return try summary(of: found, place: place, on: database)
  }
}
