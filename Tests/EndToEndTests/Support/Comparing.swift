internal import Glibc
internal import TestSupport
import Testing

/// Expects bytes, and says in a word how they differ.
///
/// `#expect` itself would look for the smallest edit between the two, which for megabytes takes hours.
func expect(
  _ found: [UInt8]?,
  is expected: [UInt8],
  _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let difference = found.map({ TestBytes.difference($0, expected) }) ?? "nothing" else {
    return
  }
  Issue.record("\(comment()) \(difference)", sourceLocation: sourceLocation)
}
