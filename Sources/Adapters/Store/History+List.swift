internal import LinuxIO
public import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

extension History {
  private static let turnLength = Duration.milliseconds(2)
  /// A search that goes on for longer is given up.
  private static let patience = Duration.seconds(20)

  /// The next entries that a query is for, as many as it wants; newest first.
  ///
  /// What is searched through the index, or on all boards, comes in the order in which it was put, all
  /// else in that of its board.
  public func page(_ query: HistoryQuery) async throws(StoreError) -> HistoryPage {
    guard let scan = try HistoryScan(query, in: self) else { return HistoryPage() }
    var page = HistoryPage()
    var places = PlaceCount(after: query.after)
    let end = MonotonicTime.now + Self.patience
    var turn = MonotonicTime.now + Self.turnLength
    while true {
      let step = try step(scan)
      if case .match(let found) = step {
        let place = try places.place(of: found, in: self)
        if let entry = try summary(of: found, place: place) { page.entries.append(entry) }
        if page.entries.count >= query.limit {
          page.end = scan.end(at: found, place: place)
          break
        }
      }
      if case .end = step { break }
      guard MonotonicTime.now > turn else { continue }
      guard MonotonicTime.now < end else { throw .tooCostly }
      guard !Task.isCancelled else { break }
      await giveTurn()
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
    var places = PlaceCount(after: nil)
    return try summary(of: found, place: try places.place(of: found, in: self))
  }

  /// What of an entry is searched: title, names, and the beginning of its text.
  public func searchedText(of id: Entry.ID) throws(StoreError) -> String? {
    try first(
      "SELECT searched FROM texts WHERE entry = (SELECT key FROM entries WHERE id = ?)",
      [.integer(id.stored)]
    ) { $0.text(0) }
  }

  /// The keys of the types in the store that conform to one of these, as they are declared now.
  func types(conformingToAnyOf types: [UTType]) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    try forEach("SELECT key, identifier FROM types") { row in
      let type = StoredType.type(row.text(1))
      if types.contains(where: { type.conforms(to: $0) }) { keys.append(row.integer(0)) }
    }
    return keys
  }
}
