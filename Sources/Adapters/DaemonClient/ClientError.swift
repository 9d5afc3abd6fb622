public import Wire

/// Why the daemon could not be asked, or what it answered instead of a result.
public enum ClientError: Error, Sendable, Equatable {
  /// The daemon refused, and said why.
  case refused(PasteboardError)
  /// No daemon answers, and none was or could be started.
  case unreachable(reason: String)
  /// A daemon was started and did not come up.
  case startFailed(reason: String)
  /// Another user serves the socket, or may enter its directory.
  case notOurs
  /// The daemon of the given socket serves another display.
  case servesOtherDisplay(String)
  /// The connection ended before the answer; what was asked for may be done.
  case disconnected
  /// The connection ended before the daemon had read the call; nothing was done.
  case unread
  /// The daemon took the question and says nothing, not even to others.
  case silent
  /// The daemon's answer makes no sense.
  case invalidAnswer(reason: String)
  /// The daemon does not know the method: it is of another release.
  case unknownMethod(String)
  /// The daemon does not take a parameter as we send it.
  case invalidParameter(String)
}
