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

  public var description: String { "not JSON: \(reason), at byte \(offset)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// A sentence without its full stop, such as follows a colon.
  public var description: String {
    switch self {
    case .unexpectedEnd: "it ends too early"
    case .unexpectedByte: "something else should stand here"
    case .trailingBytes: "there is more behind the value"
    case .tooManyValues: "it has more values than are taken"
    case .tooDeep: "more than \(JSON.maximumDepth) arrays and objects are in each other"
    case .invalidNumber: "a number is not written as one"
    case .numberOutOfRange: "a number is too large"
    case .controlCharacter: "a string has a control character that is not escaped"
    case .invalidEscape: "a backslash in a string escapes nothing that can be escaped"
    case .loneSurrogate: "a string has half of a surrogate pair"
    case .invalidUTF8: "a string is not UTF-8"
    }
  }
}
