public import CoreTransferable

/// Why something could not be copied or pasted, in one line that says what to do about it.
///
/// Nothing of what was copied is in an error or its description. An error that a closure of the
/// program's own throws is thrown as it is when it is the only one.
///
/// Source: the errors of the interface `org.xfer.Pasteboard`, and `TransferError`.
public enum PasteboardFailure: Error, Sendable {
  /// The daemon does not run, cannot be started, or does not answer.
  case noDaemon(reason: String)
  /// There is no X display, or it cannot be reached, and the board is one of X.
  case noDisplay(reason: String)
  /// Nothing is on the board.
  case empty(board: String)
  /// There is something, but nothing from which the wanted value can be made.
  case notOffered(wanted: [UTType], offered: [UTType])
  /// The content does not fit its type; `path` leads to what is wrong, as in `tickets.3.key`, and
  /// is empty for the whole.
  case invalid(type: UTType, path: String, reason: String)
  /// Every representation that could have served failed; in the order in which they were tried.
  case failed([Attempt])
  /// The Swift type cannot be sent or received as it stands, as when nobody declared its type.
  case transfer(TransferError)
  /// The program that owns the board said nothing in time.
  case ownerSilent
  /// Whoever promised or offers it, a program or a command, gave up or broke the protocol.
  case ownerFailed(reason: String)
  /// Another program copied something at the same moment.
  case claimLost(board: String)
  /// Something is larger than may be; `what` names it.
  case tooLarge(what: String, limit: Int)
  /// A file that was to be sent or received could not be read or written.
  case file(reason: String)
  /// The daemon refused for another reason.
  case refused(reason: String)

  /// One representation that was tried.
  public struct Attempt: Sendable {
    /// What was tried.
    public let contentType: UTType
    /// Why it failed.
    public let error: any Error
  }

  /// What all attempts together mean: the error of the only one, or all.
  static func of(_ attempts: [Attempt]) -> any Error {
    guard attempts.count == 1, let only = attempts.first else { return Self.failed(attempts) }
    return translated(only.error)
  }

  /// What this module says for an error of those below it.
  static func translated(_ error: any Error) -> any Error {
    switch error {
    case TransferError.invalid(let type, let path, let reason):
      Self.invalid(type: type, path: path, reason: reason)
    case let error as TransferError: Self.transfer(error)
    default: error
    }
  }
}

extension PasteboardFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDaemon(let reason): "xferd cannot be asked: \(reason); see: xfer status"
    case .noDisplay(let reason): "the X display cannot be used: \(reason); set DISPLAY"
    case .empty(let board): "there is nothing on the board \(board): copy something first"
    case .notOffered(let wanted, let offered):
      "not of type \(Self.list(wanted, "or")); there is \(Self.list(offered, "and"))"
    case .invalid(let type, let path, let reason):
      path.isEmpty ? "\(type): the content \(reason)" : "\(type): \(path): \(reason)"
    case .failed(let attempts):
      "no representation could be had: "
        + attempts.map(\.description).joined(separator: "; ")
    case .transfer(let error): error.description
    case .ownerSilent: "it did not come in time: copy it once more"
    case .ownerFailed(let reason): "it could not be had: \(reason)"
    case .claimLost(let board): "another program took the board \(board) just then: try again"
    case .tooLarge(let what, let limit): "\(what) is larger than \(limit)"
    case .file(let reason): "the file cannot be read or written: \(reason)"
    case .refused(let reason): "xferd refuses: \(reason)"
    }
  }

  private static func list(_ types: [UTType], _ word: String) -> String {
    let limit = 20
    var names = types.prefix(limit).map(\.shownName)
    if types.count > limit { names.append("\(types.count - limit) more") }
    guard let last = names.popLast() else { return "nothing" }
    return names.isEmpty ? last : names.joined(separator: ", ") + " \(word) " + last
  }
}

extension PasteboardFailure.Attempt: CustomStringConvertible {
  /// An error of the program's own may quote what it failed on, so only its kind is named.
  public var description: String {
    switch PasteboardFailure.translated(error) {
    case let error as PasteboardFailure:
      switch error {
      case .invalid, .transfer: error.description
      default: "\(contentType.shownName): \(error)"
      }
    default: "\(contentType.shownName): \(TransferError.Failure.kind(of: error))"
    }
  }
}

extension UTType {
  /// What people know the type by: its identifier, or the name that a dynamic one was made for.
  var shownName: String {
    guard isDynamic else { return identifier }
    return preferredMIMEType ?? preferredFilenameExtension.map { ".\($0)" } ?? identifier
  }
}
