/// A place in a text that is not a text of its own until somebody asks.
struct TextRange: Sendable {
  var offset: UInt32 = 0
  var count: UInt32 = 0

  init() {}

  init(_ range: Range<Int>) {
    offset = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  var isEmpty: Bool { count == 0 }

  var indices: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

extension [UInt8] {
  func string(_ range: TextRange) -> String { String(decoding: self[range.indices], as: UTF8.self) }

  func spells(_ string: String, at range: TextRange) -> Bool {
    let text = span
    return text.extracting(range.indices).isEqual(string.utf8.span)
  }
}

/// A run of elements in a list that many share.
struct ListRange: Sendable, Equatable {
  var start: Int32 = 0
  var count: Int32 = 0

  init() {}

  init(_ range: Range<Int>) {
    start = Int32(truncatingIfNeeded: range.lowerBound)
    count = Int32(truncatingIfNeeded: range.count)
  }

  var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
