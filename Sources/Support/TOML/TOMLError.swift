internal import CToml

/// Why a TOML document was refused, and where.
public struct TOMLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with the document.
  public enum Reason: Sendable, Equatable {
    /// It is not TOML, or beyond the limits of the reader.
    case syntax(String)
    /// A value is not what its key wants.
    case value(String)
    /// A key that must be there is not.
    case missingKey(String)
    /// A key that nobody knows, and the known one that is spelled most like it.
    case unknownKey(String, suggestion: String?)
  }

  public var reason: Reason
  public var position: TOMLPosition

  public init(_ reason: Reason, at position: TOMLPosition) {
    self.reason = reason
    self.position = position
  }

  init(_ failure: ctoml_failure, file: String) {
    let message = withUnsafeBytes(of: failure.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let position = TOMLPosition(
      file: file,
      line: Int(failure.line),
      column: Int(failure.column)
    )
    self.init(.syntax(message), at: position)
  }

  /// One line: the place, then what is wrong.
  public var description: String { "\(position): \(explanation)" }

  /// What is wrong, without the place.
  public var explanation: String {
    switch reason {
    case .syntax(let message), .value(let message): message
    case .missingKey(let key): "the key '\(key)' is missing"
    case .unknownKey(let key, let suggestion?):
      "unknown key '\(key)'; did you mean '\(suggestion)'?"
    case .unknownKey(let key, nil): "unknown key '\(key)'"
    }
  }
}
