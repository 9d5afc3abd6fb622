public import Pasteboards
public import Selections
internal import XCB

// Where something was copied.
extension Desktop {
  /// What can be found out of the program that owns a window.
  ///
  /// Waits for the server a few times, never for that program, and tells what a stranger says of itself.
  /// What is missing is left out; of a window that is gone only the selection is left.
  public func origin(of owner: WindowID, on selection: Selection) -> Origin {
    let nothing = Origin(board: selection.board)
    guard let session else { return nothing }
    do throws(XError) {
      if session.originSearch == nil { session.originSearch = try OriginSearch(session) }
      guard let search = session.originSearch else { return nothing }
      return try search.origin(of: Window(owner), on: selection.board, session.connection)
    } catch {
      // A connection that is lost is noticed where it is read.
      return nothing
    }
  }
}
