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
    case .claimLost: self = .claimLost(board: selection.board.description)
    case .timedOut: self = .peerTimeout(stage: error.description)
    case .broken: self = .peerProtocol(reason: error.description)
    case .refused, .ownerGone, .cancelled: self = .peerFailed(reason: error.description)
    case .overCap(let limit): self = .tooLarge(what: "the content", limit: limit)
    case .notConnected(let reason): self = .noDisplay(display: nil, reason: reason)
    case .sinkFailed: self = .storageFailed(reason: error.description)
    }
  }
}
