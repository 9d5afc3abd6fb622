/// The parameters of `Show`.
public struct ShowRequest: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String?
  public var display: String?

  public init(entry: String, board: String? = nil) {
    self.entry = entry
    self.board = board
  }
}

/// What `Show` answers.
public struct ShowReply: Codable, Sendable, Equatable {
  public var summary: EntrySummary
  /// What it offers.
  public var types: [OfferedType]
  /// The beginning of its text, if it has any.
  public var preview: String?

  public init(summary: EntrySummary, types: [OfferedType], preview: String? = nil) {
    self.summary = summary
    self.types = types
    self.preview = preview
  }
}
