internal import CoreTransferable
internal import DaemonClient
internal import LinuxIO
internal import Wire

extension PasteboardFailure {
  /// What a failed call to the daemon means to a program.
  init(_ error: ClientError) {
    switch error {
    case .refused(let error): self.init(error)
    case .unreachable(let reason): self = .noDaemon(reason: reason)
    case .startFailed(let reason): self = .noDaemon(reason: "it does not start: \(reason)")
    case .notOurs: self = .noDaemon(reason: "its socket is not yours alone")
    case .servesOtherDisplay(let display):
      self = .noDisplay(reason: "the daemon of XFER_SOCKET serves \(display)")
    case .disconnected: self = .noDaemon(reason: "it went away before it answered")
    case .unread: self = .noDaemon(reason: "it hung up before it took the call")
    case .silent: self = .noDaemon(reason: "it does not answer")
    case .invalidAnswer(let reason):
      self = .noDaemon(reason: "its answer makes no sense: \(reason)")
    case .unknownMethod(let method):
      self = .noDaemon(reason: "it is of another release and does not know \(method)")
    case .invalidParameter(let name):
      self = .noDaemon(reason: "it is of another release and does not take \(name)")
    }
  }

  init(_ error: PasteboardError) {
    switch error {
    case .empty(let board): self = .empty(board: board)
    case .noSuchType(let wanted, let offered):
      self = .notOffered(
        wanted: wanted.map(UTType.init(named:)),
        offered: offered.map(UTType.init(named:))
      )
    case .peerTimeout: self = .ownerSilent
    case .peerProtocol(let reason), .peerFailed(let reason): self = .ownerFailed(reason: reason)
    case .claimLost(let board): self = .claimLost(board: board)
    case .tooLarge(let what, let limit): self = .tooLarge(what: what, limit: limit)
    case .invalidPayload(let type, let reason, let position):
      self = .invalid(type: UTType(named: type), path: position ?? "", reason: reason)
    case .noDisplay(_, let reason): self = .noDisplay(reason: reason)
    case .wrongDisplay(let display): self = .noDisplay(reason: "the daemon serves \(display)")
    case .inputFailed(let reason): self = .file(reason: reason)
    case .stopping: self = .noDaemon(reason: "it is ending")
    case .noSuchBoard(let board): self = .refused(reason: "there is no board \(board)")
    case .noSuchEntry(let entry): self = .refused(reason: "there is no entry \(entry)")
    case .invalidRequest(let parameter, let reason):
      self = .refused(reason: "\(parameter): \(reason)")
    case .notPermitted(let reason), .invalidConfiguration(let reason), .storageFailed(let reason):
      self = .refused(reason: reason)
    }
  }

  /// What a failed system call means; a file is at the bottom of each.
  init(_ error: SystemError) { self = .file(reason: error.reason) }
}

extension UTType {
  /// The type that the daemon means by a name: an identifier, or the MIME type or target of a
  /// dynamic type.
  init(named name: String) {
    self = UTType(name) ?? UTType(mimeType: name) ?? UTType(pasteboardTypeName: name)
  }
}
