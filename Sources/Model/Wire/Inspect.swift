/// The parameters of `Inspect`.
public struct InspectRequest: Codable, Sendable, Equatable {
  /// The board that is bound to the selection.
  public var board: String?
  public var timeout: Int?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `Inspect` answers.
public struct InspectReply: Codable, Sendable, Equatable {
  public var board: String
  public var holder: Holder
  /// Seconds since 1970 when that was noticed.
  public var time: Double
  /// The owner's window.
  public var window: Int?
  public var origin: CopyOrigin?
  /// The entry that was made of it, or is offered.
  public var entry: String?
  /// Whether its owner marks it as a secret.
  public var secret: Bool
  /// Whether it is, or would be, kept in the history.
  public var kept: Bool
  /// Why it is not.
  public var why: String?
  public var targets: [InspectedTarget]
  /// How each rule fares with it, in order.
  public var rules: [TestedRule]
  /// Milliseconds that the owner took to name its targets.
  public var took: Int?

  public init(board: String, holder: Holder, time: Double) {
    self.board = board
    self.holder = holder
    self.time = time
    (secret, kept, targets, rules) = (false, false, [], [])
  }
}

/// A target that an owner names.
public struct InspectedTarget: Codable, Sendable, Equatable {
  public var target: String
  /// The identifier of the type that it delivers, if it delivers content.
  public var type: String?
  /// Bytes, if it was read.
  public var size: Int?
  /// Whether it is, or would be, read and kept.
  public var kept: Bool
  /// Why it is not.
  public var why: String?

  public init(target: String, type: String? = nil, kept: Bool = false) {
    self.target = target
    self.type = type
    self.kept = kept
  }
}
