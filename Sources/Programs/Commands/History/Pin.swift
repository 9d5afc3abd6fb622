import Arguments
import DaemonClient
import Wire

/// `xfer pin`: keeps entries from being removed by a limit.
struct Pin: PinningVerb {
  static let name = "pin"
  static let summary = "Keep entries, whatever the limits of history"
  static let isPinned = true

  var selection = EntrySelection()
}

/// `xfer unpin`: takes back what `pin` did.
struct Unpin: PinningVerb {
  static let name = "unpin"
  static let summary = "Let the limits of history apply to entries again"
  static let isPinned = false

  var selection = EntrySelection()
}

/// A verb that says whether entries are pinned.
protocol PinningVerb: EntriesVerb {
  static var isPinned: Bool { get }
}

extension PinningVerb {
  static var parameters: [Parameter<Self>] { selectionParameters }

  func request() throws(UsageError) -> PinRequest {
    var request = PinRequest(entries: try selection.names(), pinned: Self.isPinned)
    request.board = selection.board
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.pin(request)
    }
    return .done
  }
}
