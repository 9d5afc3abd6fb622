internal import CPCRE2

/// Why a pattern cannot be used, or a search came to no answer.
public enum PatternError: Error, Equatable, Sendable {
  /// The text is no pattern; the offset is where in its UTF-8, in bytes from 0.
  case malformed(reason: String, offset: Int)
  /// The text is longer than patterns may be.
  case tooLong(byteCount: Int, limit: Int)
  /// The search exceeded one of its ``Pattern/Limits``: there is no answer.
  case tooCostly
  /// PCRE2 failed in a way that is neither the pattern's nor the subject's fault, as without memory.
  case failed(reason: String)
}

extension PatternError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let reason, let offset): "malformed pattern at byte \(offset): \(reason)"
    case .tooLong(let byteCount, let limit):
      "the pattern has \(byteCount) bytes, more than \(limit)"
    case .tooCostly: "the pattern takes too long to search for; make it simpler"
    case .failed(let reason): "the search failed: \(reason)"
    }
  }
}

/// What PCRE2 says of a code.
func reason(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
    let count = pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
    guard count >= 0 else { return "PCRE2 error \(code)" }
    return String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
  }
}
