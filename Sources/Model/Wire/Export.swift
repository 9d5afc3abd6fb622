/// The parameters of `Export`.
public struct ExportRequest: Codable, Sendable, Equatable {
  /// Only this board; all of them, if `nil`.
  public var board: String?
  /// The index of the descriptor that the archive is written to.
  public var descriptor: Int
  public var display: String?

  public init(board: String? = nil, descriptor: Int = 0) {
    self.board = board
    self.descriptor = descriptor
  }
}

/// The parameters of `Import`.
public struct ImportRequest: Codable, Sendable, Equatable {
  /// The board that gets all that is taken; those that the archive names, if `nil`.
  public var board: String?
  /// The index of the descriptor that the archive is read from.
  public var descriptor: Int
  public var display: String?

  public init(board: String? = nil, descriptor: Int = 0) {
    self.board = board
    self.descriptor = descriptor
  }
}

/// What `Export` and `Import` answer; with more, also while they work.
public struct ArchiveReply: Codable, Sendable, Equatable {
  /// Entries that were written, or taken.
  public var entries: Int
  /// Bytes of the archive so far.
  public var bytes: Int
  /// Entries that were there already; at an export, those without content.
  public var skipped: Int
  /// Entries that were left out because their time is over.
  public var expired: Int
  /// Entries, imported or not, that limits of history removed after an import.
  public var removed: Int
  /// Entries that could not be written, or taken.
  public var failed: Int
  /// Why, for the first of them, and what else went wrong.
  public var problems: [String]

  public init(
    entries: Int = 0,
    bytes: Int = 0,
    skipped: Int = 0,
    expired: Int = 0,
    removed: Int = 0,
    failed: Int = 0,
    problems: [String] = []
  ) {
    self.entries = entries
    self.bytes = bytes
    self.skipped = skipped
    self.expired = expired
    self.removed = removed
    self.failed = failed
    self.problems = problems
  }
}
