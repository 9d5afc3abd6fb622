/// What the program answers to the shell.
///
/// Source: sysexits.h, as far as the codes above 63 go; 128 and the signal when interrupted.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// Nothing is there, or not of that type; a wait ended without a paste.
  case nothing = 1
  case usage = 64
  /// Data does not fit its type, or is larger than may be.
  case data = 65
  /// Input is missing or cannot be read.
  case noInput = 66
  /// There is no daemon, or no display where one is needed.
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
  /// Another program, or what makes the content, did not answer in time, or one was faster: later it may
  /// work.
  case timeout = 75
  /// Another program broke the protocol, or the content could not be made.
  case protocolBroken = 76
  case notPermitted = 77
  case interrupted = 130
}
