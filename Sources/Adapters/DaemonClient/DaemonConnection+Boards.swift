public import Wire

/// The boards themselves.
extension DaemonConnection {
  /// Names the boards.
  public func boards() throws(ClientError) -> BoardsReply { try ask(.boards, Nothing()) }

  /// Makes a board; one that is there stays as it is.
  public func createBoard(_ request: CreateBoardRequest) throws(ClientError) {
    let _: Nothing = try call(.createBoard, request)
  }

  /// Removes a board with its entries.
  public func removeBoard(_ request: RemoveBoardRequest) throws(ClientError) {
    let _: Nothing = try call(.removeBoard, request)
  }

  /// Gives up the current entry of a board, or all that are not pinned.
  public func clear(_ request: ClearRequest) throws(ClientError) -> ClearReply {
    try call(.clear, request)
  }
}
