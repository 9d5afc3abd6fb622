public import Selections

/// Why the desktop could not do what was asked.
public enum DesktopError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nobody owns the selection.
  case noOwner
  /// The owner refused the target.
  case refused(TargetName)
  /// The owner was silent for too long.
  case timedOut(IncomingTransfer.Wait)
  /// The owner broke the protocol.
  case broken(IncomingTransfer.Breach)
  /// The owner's window is gone.
  case ownerGone
  /// There is more content than was allowed.
  case overCap(Int)
  /// Another program took the selection while we claimed it.
  case claimLost
  /// There is no display, or it went away.
  case notConnected(reason: String)
  /// The one who asked no longer wants to know.
  case cancelled
  /// The content could not be handed on; ``ContentSink`` knows why.
  case sinkFailed

  public var description: String {
    switch self {
    case .noOwner: "nobody owns the selection"
    case .refused(let target): "the owner of the selection refused \(target)"
    case .timedOut(.answer): "the owner of the selection did not answer"
    case .timedOut: "the owner of the selection stopped in the middle"
    case .broken(.noProperty): "the owner of the selection said that it answered, and did not"
    case .broken(.unexpectedType(let type)):
      "the owner of the selection answered with the type \(type)"
    case .broken(.changedType): "the owner of the selection changed the type in the middle"
    case .ownerGone: "the owner of the selection went away"
    case .overCap(let limit): "there are more than \(limit) bytes"
    case .claimLost: "another program took the selection"
    case .notConnected(let reason): reason
    case .cancelled: "it was given up"
    case .sinkFailed: "the content could not be handed on"
    }
  }
}
