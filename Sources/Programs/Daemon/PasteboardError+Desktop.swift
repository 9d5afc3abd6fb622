internal import Desktop
internal import Pasteboards
internal import Selections
internal import Wire

extension PasteboardError {
  /// What a failure of the desktop means to a client.
  init(_ error: any Error, _ selection: Selection) {
    guard let error = error as? DesktopError else {
      self = (error as? PasteboardError) ?? .storageFailed(reason: "\(error)")
      return
    }
    switch error {
    case .noOwner: self = .empty(board: selection.board.description)
    case .refused(let target):
      self = .peerFailed(reason: "the owner of the selection refused \(target)")
    case .timedOut(let stage): self = .peerTimeout(stage: "\(stage)")
    case .brokeProtocol(let what): self = .peerProtocol(reason: what)
    case .ownerGone: self = .peerFailed(reason: "the owner of the selection went away")
    case .overCap(let limit): self = .tooLarge(what: "the content", limit: limit)
    case .claimLost: self = .claimLost(board: selection.board.description)
    case .notConnected(let reason): self = .noDisplay(display: nil, reason: reason)
    case .cancelled: self = .peerFailed(reason: "given up")
    case .sinkFailed(let failure): self.init(failure, selection)
    }
  }
}
