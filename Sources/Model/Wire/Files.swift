/// The parameters of `Files`.
public struct FilesRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var entry: String?
  /// The number of one file or item, from 1.
  public var item: Int?
  /// Milliseconds of silence that are borne.
  public var timeout: Int?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `Files` answers.
public struct FilesReply: Codable, Sendable, Equatable {
  /// The index of the descriptor of a file with the URIs, as `text/uri-list`; `nil` if there are none.
  public var descriptor: Int?
  public var count: Int
  /// Whether the files are to be moved.
  public var cut: Bool
  /// The numbers of the items that are no files, in their order.
  public var contents: [Int]
  public var changeCount: Int

  public init(count: Int, cut: Bool, contents: [Int], changeCount: Int) {
    self.count = count
    self.cut = cut
    self.contents = contents
    self.changeCount = changeCount
  }
}
