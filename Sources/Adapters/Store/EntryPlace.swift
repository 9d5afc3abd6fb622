public import Pasteboards

/// Where an entry is to stand on a board.
public enum EntryPlace: Sendable, Equatable {
  /// As the newest.
  case first
  /// As the oldest.
  case last
  /// In front of another one, on the newer side.
  case before(Entry.ID)
}
