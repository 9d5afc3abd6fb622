import CoreTransferable
import LinuxIO
import PasteboardClient

/// Copies tickets, and pastes those of other programs: the example of a program with a type of its
/// own.
@main
struct TicketBoard {
  static let usage = """
    usage: ticket-board copy KEY TITLE [--hold]   put a ticket on the clipboard
           ticket-board paste [--json]            print the tickets on the clipboard

    --hold stays until something else is copied; without it the ticket is left with xferd.
    """

  static func main() async {
    do {
      var words = CommandLine.arguments.dropFirst()
      switch words.popFirst() {
      case "copy": try await copy(&words)
      case "paste": try await paste(&words)
      default: throw Usage()
      }
    } catch {
      let (message, code) = explanation(of: error)
      StandardStream.error.write("ticket-board: \(message)\n")
      CurrentProcess.exit(code)
    }
  }

  private static func copy(_ words: inout ArraySlice<String>) async throws {
    let isHeld = take("--hold", from: &words)
    guard let key = words.popFirst(), let title = words.popFirst(), words.isEmpty else {
      throw Usage()
    }
    let receipt = try await Pasteboard.clipboard.copy(Ticket(key: key, title: title))
    guard isHeld else { return }
    // The first change tells how the board is now: nothing that came between is missed.
    for try await change in Pasteboard.clipboard.changes where change.entry != receipt.entry {
      return
    }
  }

  private static func paste(_ words: inout ArraySlice<String>) async throws {
    let isJSON = take("--json", from: &words)
    guard words.isEmpty else { throw Usage() }
    for ticket in try await Pasteboard.clipboard.paste(Ticket.self) {
      print(isJSON ? try json(ticket) : ticket.summary)
    }
  }

  private static func json(_ ticket: Ticket) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(ticket), as: UTF8.self)
  }

  private static func take(_ flag: String, from words: inout ArraySlice<String>) -> Bool {
    guard let index = words.firstIndex(of: flag) else { return false }
    words.remove(at: index)
    return true
  }

  /// That the words on the command line make no sense.
  private struct Usage: Error {}

  /// What to say of an error, and the exit code of the same meaning as that of `xfer`.
  private static func explanation(of error: any Error) -> (message: String, code: CInt) {
    switch error {
    case is Usage: (usage, 64)
    case let failure as PasteboardFailure:
      switch failure {
      case .empty, .notOffered: ("\(failure)", 1)
      case .invalid, .failed, .tooLarge: ("\(failure)", 65)
      case .noDaemon, .noDisplay: ("\(failure)", 69)
      case .ownerSilent, .claimLost: ("\(failure)", 75)
      case .ownerFailed: ("\(failure)", 76)
      case .transfer, .file, .refused: ("\(failure)", 74)
      }
    default: ("\(error)", 74)
    }
  }
}
