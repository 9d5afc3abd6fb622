/// Why bytes are not JSON, and where.
///
/// Never holds any of the bytes.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Sendable {
    case unexpectedEnd
    case unexpectedByte
    /// A value is followed by more than white space.
    case trailingBytes
    /// More than the caller takes.
    case tooManyValues
    /// More than ``JSON/maximumDepth`` arrays and objects in each other.
    case tooDeep
    case invalidNumber
    case numberOutOfRange
    /// A string has a control character that is not escaped.
    case controlCharacter
    case invalidEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    case invalidUTF8
  }

  public let reason: Reason
  /// Of the byte that was not as expected, from the first.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether it may well be JSON, only beyond what is accepted here.
  public var isLimit: Bool {
    switch reason {
    case .tooDeep, .tooManyValues, .numberOutOfRange: true
    default: false
    }
  }

  public var description: String { "not JSON: \(reason) at byte \(offset)" }
}
