/// Where something that another program copied came from, as far as that was found out.
public struct CopyOrigin: Codable, Sendable, Equatable {
  /// The board of the selection on which it was copied.
  public var board: String
  public var windowClass: String?
  /// That of its window at that time.
  public var windowTitle: String?
  public var pid: Int?
  /// The name of its process.
  public var program: String?

  public init(board: String) { self.board = board }
}
