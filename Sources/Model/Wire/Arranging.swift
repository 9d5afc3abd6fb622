/// The parameters of `Restore`.
public struct RestoreRequest: Codable, Sendable, Equatable {
  public var entry: String
  /// The board that `entry` is looked for on, if it is a place.
  public var board: String?
  /// The board that gets it; its own, if `nil`.
  public var to: String?
  public var display: String?

  public init(entry: String, to: String? = nil) {
    self.entry = entry
    self.to = to
  }
}

/// What `Restore` answers.
public struct RestoreReply: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String
  public var changeCount: Int

  public init(entry: String, board: String, changeCount: Int) {
    self.entry = entry
    self.board = board
    self.changeCount = changeCount
  }
}

/// The parameters of `Copy` and `Move`.
public struct ArrangeRequest: Codable, Sendable, Equatable {
  /// In the order that they are to have, the first the newest.
  public var entries: [String]
  /// The board that places in `entries` are of.
  public var board: String?
  public var to: String
  /// The entry that they are to stand in front of, as the newer ones.
  public var before: String?
  /// Whether they become the oldest; without it and `before` they become the newest.
  public var last: Bool?
  public var display: String?

  public init(entries: [String], to: String) {
    self.entries = entries
    self.to = to
  }
}

/// What `Copy` and `Move` answer.
public struct ArrangeReply: Codable, Sendable, Equatable {
  /// The entries on the other board, in the order of the request.
  public var entries: [String]

  public init(entries: [String]) { self.entries = entries }
}

/// The parameters of `Pin`.
public struct PinRequest: Codable, Sendable, Equatable {
  public var entries: [String]
  public var board: String?
  public var pinned: Bool
  public var display: String?

  public init(entries: [String], pinned: Bool) {
    self.entries = entries
    self.pinned = pinned
  }
}

/// The parameters of `Tag`.
public struct TagRequest: Codable, Sendable, Equatable {
  public var entries: [String]
  public var board: String?
  public var add: [String]
  public var remove: [String]
  public var display: String?

  public init(entries: [String], add: [String], remove: [String]) {
    self.entries = entries
    self.add = add
    self.remove = remove
  }
}

/// The parameters of `Remove`.
public struct RemoveRequest: Codable, Sendable, Equatable {
  public var entries: [String]
  public var board: String?
  public var display: String?

  public init(entries: [String]) { self.entries = entries }
}

/// What `Pin`, `Tag` and `Remove` answer.
public struct EntriesReply: Codable, Sendable, Equatable {
  /// The entries that were meant, by their ids.
  public var entries: [String]

  public init(entries: [String]) { self.entries = entries }
}
