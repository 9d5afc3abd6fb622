internal import Wire

// What tests of the history ask for.
extension WireClient {
  /// All entries of a board, or of all boards.
  func allEntries(of board: String? = nil) throws -> [EntrySummary] {
    var entries: [EntrySummary] = []
    var request = ListRequest(board: board)
    request.everywhere = board == nil ? true : nil
    repeat {
      let page = try call(.list, request, ListReply.self)
      entries += page.entries
      request.after = page.next
    } while request.after != nil
    return entries
  }

  /// The entries that a list is of.
  func list(
    _ board: String,
    _ change: (inout ListRequest) -> Void = { _ in }
  ) throws -> [EntrySummary] {
    var request = ListRequest(board: board)
    change(&request)
    return try call(.list, request, ListReply.self).entries
  }

  /// Puts a text; answers the id of the entry.
  @discardableResult
  func put(
    _ text: String,
    on board: String,
    name: String? = nil,
    _ change: (inout PutRequest) -> Void = { _ in }
  ) throws -> String {
    let item = PutItem(name: name, representations: [PutRepresentation(type: nil, text: text)])
    var request = PutRequest(items: [item], board: board)
    change(&request)
    return try call(.put, request, PutReply.self).entry
  }

  /// The bytes of an entry, or of what is current on a board.
  func bytes(of entry: String? = nil, on board: String? = nil) throws -> [UInt8] {
    var request = GetRequest(board: board)
    request.entry = entry
    request.richest = true
    request.delivery = .inline
    let reply = try call(.get, request, GetReply.self)
    if let text = reply.text { return Array(text.utf8) }
    guard let bytes = reply.data.flatMap(Base64.decode) else { throw HarnessError("no content") }
    return bytes
  }

  /// The name of the error that a call ends with, without the interface; `nil` if it is answered.
  func refusal(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable
  ) throws -> String? {
    do {
      _ = try call(method, request, Nothing.self)
      return nil
    } catch let error as HarnessError {
      return error.description.split(separator: ".").last.map { String($0) }
    }
  }

  func status() throws -> StatusReply { try call(.status, Nothing(), StatusReply.self) }

  func boards() throws -> [BoardStatus] {
    try call(.boards, Nothing(), BoardsReply.self).boards
  }
}

extension Session {
  /// The boards that have changed after a number, as a watch tells of them at first.
  func changes(since number: Int) throws -> [Change] {
    let watch = try WireClient(self)
    try watch.send(.watch, WatchRequest(since: number), more: true)
    let mark = "mark \(UInt32.random(in: 0 ... .max))"
    try WireClient(self).put("the end", on: mark)
    var changes: [Change] = []
    while true {
      let change = try watch.next(WatchReply.self).change
      if change.board == mark { return changes }
      changes.append(change)
    }
  }
}
