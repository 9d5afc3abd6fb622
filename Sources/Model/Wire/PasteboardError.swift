/// Why a call failed, as it travels: the closed set of errors of the interface.
public enum PasteboardError: Error, Sendable, Equatable {
  /// There is no board of this name.
  case noSuchBoard(board: String)
  /// There is no such entry, or more than one begins with this prefix.
  case noSuchEntry(entry: String)
  /// Nothing of these types is on offer; `offered` names what is.
  case noSuchType(wanted: [String], offered: [String])
  /// There is nothing on the board.
  case empty(board: String)
  /// The program that owns the selection, or what makes the content, did not answer in time.
  case peerTimeout(stage: String)
  /// The program that owns the selection broke the protocol.
  case peerProtocol(reason: String)
  /// The program that owns the selection, or what makes the content, refused or went away.
  case peerFailed(reason: String)
  /// Another program took the selection while it was being claimed.
  case claimLost(board: String)
  /// Something is larger than may be.
  case tooLarge(what: String, limit: Int)
  /// The content does not fit its type.
  case invalidPayload(type: String, reason: String, position: String?)
  /// A parameter is wrong.
  case invalidRequest(parameter: String, reason: String)
  /// Content that was to be put could not be read.
  case inputFailed(reason: String)
  /// The caller may not do this.
  case notPermitted(reason: String)
  /// There is no X display, or it cannot be reached.
  case noDisplay(display: String?, reason: String)
  /// This daemon serves another display.
  case wrongDisplay(display: String)
  /// The configuration has an error and the old one stays in force.
  case invalidConfiguration(reason: String)
  /// The daemon could not store or hand over content.
  case storageFailed(reason: String)
  /// The daemon is ending.
  case stopping
}
