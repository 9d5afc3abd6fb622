import Arguments
import DaemonClient
import Wire

/// `xfer tag`: adds and removes tags of entries.
struct Tag: EntriesVerb {
  static let name = "tag"
  static let summary = "Add and remove tags of entries"
  static var parameters: [Parameter<Self>] {
    [
      .options("add", nil, \.added, "TAG", "Add this tag; again for another"),
      .options("remove", nil, \.removed, "TAG", "Remove this tag; again for another"),
    ] + selectionParameters
  }
  static let discussion = "A tag that is there already, or is not, is none the worse for it."

  var added: [TagName] = []
  var removed: [TagName] = []
  var selection = EntrySelection()

  func request() throws(UsageError) -> TagRequest {
    let entries = try selection.names()
    guard !added.isEmpty || !removed.isEmpty else {
      throw .contradiction("there is neither --add nor --remove")
    }
    if let both = added.first(where: removed.contains) {
      throw .contradiction("\(shown(both.text)) is to be added and removed")
    }
    var request = TagRequest(
      entries: entries,
      add: added.map(\.text),
      remove: removed.map(\.text)
    )
    request.board = selection.board
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.tag(request)
    }
    return .done
  }
}
