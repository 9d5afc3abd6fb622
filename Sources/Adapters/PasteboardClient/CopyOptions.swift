/// How long a copy lasts, and how it is kept.
///
/// They hold for all items of the copy.
///
/// Source: Apple's `UIPasteboard.OptionsKey`; `org.nspasteboard.ConcealedType` for secrets.
public struct CopyOptions: Sendable, Hashable {
  /// Whether it is a secret: never on a disk, in a history or a log, and marked so for others.
  public var isSensitive: Bool
  /// After how long it is forgotten.
  public var expiresAfter: Duration?
  /// After how many pastes it is forgotten.
  public var pastes: Int?
  /// Whether what was there before comes back when this is forgotten.
  public var restoresPrevious: Bool

  /// Options of an ordinary copy, but for what is said.
  public init(
    isSensitive: Bool = false,
    expiresAfter: Duration? = nil,
    pastes: Int? = nil,
    restoresPrevious: Bool = false
  ) {
    self.isSensitive = isSensitive
    self.expiresAfter = expiresAfter
    self.pastes = pastes
    self.restoresPrevious = restoresPrevious
  }
}

/// What became of a copy: the board has it.
///
/// Source: `Put` of the interface `org.xfer.Pasteboard`.
public struct CopyReceipt: Sendable, Hashable {
  /// The daemon's name for what was copied, as `xfer get ENTRY` takes it.
  public let entry: String
  /// How often the board had changed by then.
  public let changeCount: Int
}
