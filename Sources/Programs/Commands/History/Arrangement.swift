import Arguments
import Wire

/// Where entries go: what `copy` and `move` are told.
struct Arrangement: Sendable {
  var board: String?
  var before: EntryName?
  var isFirst = false
  var isLast = false
}

/// A verb that gives entries a place on a board.
protocol ArrangingVerb: EntriesVerb {
  var arrangement: Arrangement { get set }
}

extension ArrangingVerb {
  /// What stands below the table of both.
  static var order: String {
    """
    The first one that is named becomes the newest of them.
    What comes to clipboard, primary or secondary is not what a paste gets there: restore changes
    that. What was offered there and is moved away is given up.
    """
  }

  static var parameters: [Parameter<Self>] {
    [
      .option("to", nil, \.arrangement.board, "BOARD", "Board that gets them; required"),
      .option("before", nil, \.arrangement.before, "ENTRY", "In front of this entry of it"),
      .flag("first", nil, \.arrangement.isFirst, "As the newest; the default"),
      .flag("last", nil, \.arrangement.isLast, "As the oldest"),
    ] + selectionParameters
  }

  func request() throws(UsageError) -> ArrangeRequest {
    let entries = try selection.names()
    guard let target = arrangement.board else { throw .missingWord("--to BOARD") }
    let places = [arrangement.before != nil, arrangement.isFirst, arrangement.isLast]
    if places.count(where: { $0 }) > 1 {
      throw .contradiction("--before, --first and --last exclude each other")
    }
    var request = ArrangeRequest(entries: entries, to: target)
    request.board = selection.board
    request.before = arrangement.before?.text
    request.last = arrangement.isLast ? true : nil
    return request
  }
}
