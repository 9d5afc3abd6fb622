/// Where something that another program copied came from, as far as that could be found out.
///
/// What a program says of itself: good for people and for rules, proof of nothing.
public struct Origin: Sendable, Equatable {
  /// The board of the selection on which it was copied.
  public var board: BoardName
  /// What the program's windows call it: the class of `WM_CLASS`.
  public var windowClass: String?
  /// The title of its window at that time.
  public var windowTitle: String?
  /// The number of its process.
  public var processID: Int32?
  /// The name of its process.
  public var program: String?

  public init(
    board: BoardName,
    windowClass: String? = nil,
    windowTitle: String? = nil,
    processID: Int32? = nil,
    program: String? = nil
  ) {
    self.board = board
    self.windowClass = windowClass
    self.windowTitle = windowTitle
    self.processID = processID
    self.program = program
  }

  /// What people call the program.
  public var name: String? { windowClass ?? program }
}
