public import UniformTypeIdentifiers

/// How much a board keeps; over it the oldest entries go, pinned ones never.
public struct RetentionLimit: Sendable, Equatable {
  /// The board it is for; `nil` means each by itself.
  public var board: BoardName?
  /// It counts and removes only entries that have this type or one that conforms to it.
  public var type: UTType?
  /// How many entries, at least 1.
  public var entries: Int?
  /// How many bytes of content together.
  public var byteCount: Int?
  /// How long after they were put.
  public var age: Duration?

  public init(
    board: BoardName? = nil,
    type: UTType? = nil,
    entries: Int? = nil,
    byteCount: Int? = nil,
    age: Duration? = nil
  ) {
    self.board = board
    self.type = type
    self.entries = entries
    self.byteCount = byteCount
    self.age = age
  }

  public func concerns(_ board: BoardName) -> Bool { self.board.map { $0 == board } ?? true }
}
