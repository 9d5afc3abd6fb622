import Arguments
import DaemonClient
import Wire

extension Failure {
  /// What a failed call to the daemon means to the user.
  ///
  /// `what` is the subject of the line where the error has none of its own.
  init(_ error: ClientError, in what: String) {
    switch error {
    case .refused(let error): self.init(error, in: what)
    case .unreachable(let reason):
      self.init("xferd", "it does not run: \(shown(reason))", code: .unavailable)
    case .startFailed(let reason):
      self.init("xferd", "it could not be started: \(shown(reason))", code: .unavailable)
    case .notOurs:
      let why = "its socket, or the directory of it, is not yours alone"
      self.init("xferd", why, advice: "Set XDG_RUNTIME_DIR or XFER_SOCKET.", code: .notPermitted)
    case .servesOtherDisplay(let display):
      let why = "the one at XFER_SOCKET serves the display \(shown(display))"
      self.init("xferd", why, code: .unavailable)
    case .disconnected:
      self.init("xferd", "it went away before it answered", code: .unavailable)
    case .unread:
      let why = "it hung up before it took the call"
      self.init("xferd", why, advice: "Nothing was done; try again.", code: .unavailable)
    case .silent:
      self.init("xferd", "it does not answer", code: .timeout)
    case .invalidAnswer(let reason):
      self.init("xferd", "its answer makes no sense: \(shown(reason))", code: .protocolBroken)
    case .unknownMethod(let method):
      let why = "it does not know \(shown(method))"
      self.init("xferd", why, advice: Self.restart, code: .protocolBroken)
    case .invalidParameter(let name):
      let why = "it does not take the parameter \(shown(name))"
      self.init("xferd", why, advice: Self.restart, code: .protocolBroken)
    }
  }

  private static let restart = "It may be of another release; end it: xfer daemon stop"

  init(_ error: PasteboardError, in what: String) {
    switch error {
    case .noSuchBoard(let board):
      self.init(shown(board), "there is no such board", code: .nothing)
    case .noSuchEntry(let entry):
      // Of a whole id or a place there is at most one.
      let isPrefix = entry.utf8.count < 16 && !entry.hasPrefix("@")
      let why = isPrefix ? "no entry begins so, or more than one" : "there is no such entry"
      self.init(shown(entry), why, code: .nothing)
    case .noSuchType(let wanted, let offered):
      self.init(what, Self.missing(wanted, offered), code: .nothing)
    case .empty(let board):
      self.init(shown(board), "there is nothing there", code: .nothing)
    case .peerTimeout(let stage):
      self.init(what, "it did not come in time: \(shown(stage))", code: .timeout)
    case .peerProtocol(let reason):
      let why = "the program that owns it broke the protocol: \(shown(reason))"
      self.init(what, why, code: .protocolBroken)
    case .peerFailed(let reason):
      self.init(what, "it could not be had: \(shown(reason))", code: .protocolBroken)
    case .claimLost(let board):
      self.init(shown(board), "another program took it at the same moment", code: .timeout)
    case .tooLarge(let subject, let limit):
      self.init(shown(subject), "it is larger than \(limit)", code: .data)
    case .invalidPayload(let type, let reason, let position):
      let place = position.map { " at \(shown($0))" } ?? ""
      self.init(shown(type), "the content does not fit: \(shown(reason))\(place)", code: .data)
    case .invalidRequest(let parameter, let reason):
      self.init(what, "\(shown(parameter)): \(shown(reason))", code: .usage)
    case .inputFailed(let reason):
      self.init(what, "the input cannot be read: \(shown(reason))", code: .noInput)
    case .notPermitted(let reason):
      self.init(what, "it is not permitted: \(shown(reason))", code: .notPermitted)
    case .noDisplay(let display, let reason):
      let why = "it cannot be used: \(shown(reason))"
      self.init(display.map { "display \(shown($0))" } ?? "display", why, code: .unavailable)
    case .wrongDisplay(let display):
      self.init("xferd", "it serves the display \(shown(display))", code: .unavailable)
    case .invalidConfiguration(let reason):
      let advice = "The configuration before it stays in force."
      self.init("configuration", shown(reason), advice: advice, code: .data)
    case .storageFailed(let reason):
      self.init(what, "the storage failed: \(shown(reason))", code: .inputOutput)
    case .stopping:
      self.init("xferd", "it is ending", advice: "Try again.", code: .unavailable)
    }
  }

  /// Names what there is, as far as a line holds.
  private static func missing(_ wanted: [String], _ offered: [String]) -> String {
    let subject = wanted.isEmpty ? "there is no text" : "not of type \(list(wanted, "or"))"
    return offered.isEmpty ? subject : "\(subject); there is \(list(offered, "and"))"
  }

  private static func list(_ names: [String], _ word: String) -> String {
    let limit = 20
    var shown = names.prefix(limit).map(Commands.shown)
    if names.count > limit { shown.append("\(names.count - limit) more") }
    guard let last = shown.popLast(), !shown.isEmpty else {
      return names.map(Commands.shown).joined()
    }
    return shown.joined(separator: ", ") + " \(word) " + last
  }
}

/// A stranger's text in a line of ours.
func shown(_ text: String) -> String { Word.shown(Array(text.utf8)) }
