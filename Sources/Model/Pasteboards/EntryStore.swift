/// Where entries are kept; the daemon knows no more of it than this.
///
/// `put` answers when the entry is as safe as this store can make it.
public protocol EntryStore: Actor {
  /// Makes `entry` the newest of the board, and the board if there is none of the name.
  func put(_ entry: Entry, on board: BoardName) async throws

  /// The entries of a board, newest first; empty if there is no such board.
  func entries(of board: BoardName) async throws -> [Entry]

  /// Forgets an entry wherever it is.
  func remove(_ id: Entry.ID) async throws

  /// The boards that hold or held something, by name.
  func boards() async throws -> [BoardName]
}
