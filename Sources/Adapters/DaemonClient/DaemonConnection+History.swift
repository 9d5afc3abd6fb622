public import Wire

/// The entries that boards keep.
extension DaemonConnection {
  /// Calls `body` with each part of a list as it comes, at least once.
  ///
  /// A part is what one answer holds; the limit of the request is that of the whole list. The daemon
  /// looks for the next part while `body` is at work, so after what it throws the connection is of no
  /// more use: an answer is still on its way.
  ///
  /// - Throws: What `body` throws, or ``ClientError``.
  public func list(_ request: ListRequest, _ body: ([EntrySummary]) throws -> Void) throws {
    var request = request
    var reply: ListReply = try call(.list, request)
    while true {
      if let limit = request.limit { request.limit = limit - reply.entries.count }
      guard let next = reply.next, request.limit ?? 1 > 0 else { return try body(reply.entries) }
      request.after = next
      try send(.list, request)
      try body(reply.entries)
      reply = try answer()
    }
  }

  /// Describes an entry.
  public func show(_ request: ShowRequest) throws(ClientError) -> ShowReply {
    try call(.show, request)
  }

  /// Tells how rules fare with an entry.
  public func testRules(_ request: TestRulesRequest) throws(ClientError) -> TestRulesReply {
    try call(.testRules, request)
  }

  /// Looks at a selection.
  public func inspect(_ request: InspectRequest) throws(ClientError) -> InspectReply {
    try call(.inspect, request)
  }

  /// Makes an entry the current one of a board; the answer comes when a paste would get it.
  public func restore(_ request: RestoreRequest) throws(ClientError) -> RestoreReply {
    try call(.restore, request)
  }

  /// Copies entries to a board.
  public func copy(_ request: ArrangeRequest) throws(ClientError) -> ArrangeReply {
    try call(.copy, request)
  }

  /// Moves entries to a board, or to another place on theirs.
  public func move(_ request: ArrangeRequest) throws(ClientError) -> ArrangeReply {
    try call(.move, request)
  }

  /// Pins entries, or unpins them.
  public func pin(_ request: PinRequest) throws(ClientError) -> EntriesReply {
    try call(.pin, request)
  }

  /// Adds and removes tags of entries.
  public func tag(_ request: TagRequest) throws(ClientError) -> EntriesReply {
    try call(.tag, request)
  }

  /// Removes entries: all of them or, if one is not there, none.
  public func remove(_ request: RemoveRequest) throws(ClientError) -> EntriesReply {
    try call(.remove, request)
  }
}
