/// What a program did.
struct Outcome {
  /// The status of a program that did not end before its deadline.
  static let late = -1

  var status: Int
  var out: [UInt8]
  var errors: [UInt8]
  var elapsed: Duration

  var text: String { String(decoding: out, as: UTF8.self) }
  var complaint: String { String(decoding: errors, as: UTF8.self) }

  /// The lines of standard output, without an empty one at the end.
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map { String($0) }
  }

  /// Whether the program failed as an error should: a status, one or two lines, no output.
  var isCleanFailure: Bool {
    let lines = complaint.split(separator: "\n", omittingEmptySubsequences: false)
    return status > 0 && out.isEmpty && complaint.hasPrefix("xfer: ") && complaint.hasSuffix("\n")
      && (2...3).contains(lines.count)
  }
}

/// Why the harness could not do its work.
struct HarnessError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
