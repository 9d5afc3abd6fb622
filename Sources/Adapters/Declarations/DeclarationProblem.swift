public import TOML

/// A mistake in a type declaration, and where it was made.
public struct DeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file with line and column; the file alone if it is wrong as a whole.
  public let place: TOMLPosition
  public var file: String { place.file }
  public var line: Int { place.line }
  public var column: Int { place.column }
  /// What is wrong, why, and what to do: one line.
  public let message: String

  init(_ message: String, at place: TOMLPosition) {
    self.place = place
    self.message = message
  }

  /// `FILE:LINE:COLUMN: WHAT: WHY`.
  public var description: String { "\(place): \(message)" }
}

extension String {
  /// The text in quotes as an error can show it: short, and without control characters.
  var quoted: String {
    let shown = unicodeScalars.prefix(64).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    var text = String.UnicodeScalarView(shown)
    if unicodeScalars.count > shown.count { text.append("…") }
    return "'\(String(text))'"
  }
}
