/// The last line of what a program says, as it may be shown: at most 200 bytes.
///
/// Most programs say the reason last. What they said before it is counted.
struct LastLine {
  private static let limit = 200
  /// The line that is not ended.
  private var current: [UInt8] = []
  /// The last one that was, without those that say nothing.
  private var ended: [UInt8] = []
  private var endedCount = 0
  /// After a carriage return, with which a line of progress is written anew.
  private var isRewound = false

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") {
        end()
        continue
      }
      if isRewound { current = [] }
      isRewound = byte == UInt8(ascii: "\r")
      let isIndent = current.isEmpty && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"))
      if !isRewound, !isIndent, current.count <= Self.limit { current.append(byte) }
    }
  }

  private mutating func end() {
    isRewound = false
    guard !current.isEmpty else { return }
    (ended, endedCount) = (current, endedCount + 1)
    current = []
  }

  /// With symbols for control characters, and how many lines there were; `nil` if there is none.
  var text: String? {
    let (line, count) = current.isEmpty ? (ended, endedCount) : (current, endedCount + 1)
    guard !line.isEmpty else { return nil }
    let text = String(decoding: line.prefix(Self.limit), as: UTF8.self).picture
    let shown = line.count > Self.limit ? text + "…" : text
    return count > 1 ? "\(shown) (the last of \(count) lines)" : shown
  }
}
