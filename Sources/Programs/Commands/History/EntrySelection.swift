import Arguments
import DaemonClient

/// The entries that a verb is about.
struct EntrySelection: Sendable {
  var entries: [EntryName] = []
  /// The board that places are of.
  var board: String?

  /// As the daemon takes them.
  func names() throws(UsageError) -> [String] {
    guard !entries.isEmpty else { throw .missingWord("ENTRY") }
    return entries.map(\.text)
  }
}

/// A verb that is about one entry or several.
protocol EntriesVerb: Verb {
  var selection: EntrySelection { get set }
}

extension EntriesVerb {
  /// The words that name the entries; they stand behind a verb's own.
  static var selectionParameters: [Parameter<Self>] {
    [
      .option("board", "b", \.selection.board, "BOARD", "Board that @N is of; default: clipboard"),
      .flag(
        "primary",
        "p",
        \.selection.board,
        sets: "primary",
        "The board of the primary selection"
      ),
      .rest("ENTRY", \.selection.entries, "Id, the first 4 digits or more of one, or @N"),
    ]
  }
}

extension Verb {
  /// What the words ask for, or why they make no sense together.
  static func checked<Request>(
    _ read: () throws(UsageError) -> Request
  ) throws(Failure) -> Request {
    do {
      return try read()
    } catch {
      throw Failure(error, in: name)
    }
  }

  /// Asks the daemon something.
  static func ask<Reply>(
    _ connection: DaemonConnection,
    _ call: (DaemonConnection) throws(ClientError) -> Reply
  ) throws(Failure) -> Reply {
    do {
      return try call(connection)
    } catch {
      throw Failure(error, in: name)
    }
  }
}
