public import Pasteboards

/// One of the server's places for content that changes hands.
///
/// Source: ICCCM 2.0 §2.6.1.
public enum Selection: Sendable, Hashable, CaseIterable {
  case clipboard
  case primary
  case secondary

  /// The name of its atom.
  public var name: TargetName {
    switch self {
    case .clipboard: "CLIPBOARD"
    case .primary: "PRIMARY"
    case .secondary: "SECONDARY"
    }
  }

  /// The board that the selection is bound to.
  public var board: BoardName {
    switch self {
    case .clipboard: .clipboard
    case .primary: .primary
    case .secondary: .secondary
    }
  }

  /// The selection that a board is bound to; `nil` for a board of the user's own.
  public init?(board: BoardName) {
    guard let selection = Selection.allCases.first(where: { $0.board == board }) else { return nil }
    self = selection
  }
}
