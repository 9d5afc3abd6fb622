/// One thing that was wrong with a store, and what became of it.
public struct StoreFinding: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    /// It is well again.
    case mended
    /// Some of what was stored is gone, or no longer in its place.
    case lost
    /// It is as it was.
    case left
  }

  /// One line, with how often if that is not once.
  public let text: String
  public let outcome: Outcome

  init(_ text: String, _ outcome: Outcome) {
    self.text = text
    self.outcome = outcome
  }
}
