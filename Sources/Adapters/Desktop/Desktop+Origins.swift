public import Pasteboards
public import Selections

// Where something was copied.
extension Desktop {
  /// What can be found out of the program that owns a window.
  public func origin(of owner: WindowID, on selection: Selection) async -> Origin {
    Origin(board: selection.board)
  }
}
