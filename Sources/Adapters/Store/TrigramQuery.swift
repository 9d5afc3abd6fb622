/// A search for a text by its trigrams, which the index knows, and the check of what that finds.
///
/// The index has no positions (`detail = none`): it finds entries that hold the trigrams, and the text
/// itself says whether they stand together. Every other trigram is asked for, six at most: more cost
/// more than they exclude.
///
/// Source: sqlite.org/fts5.html §4.3.4 (trigram), §4.6 (detail).
struct TrigramQuery {
  /// What is looked for, in lower case.
  let needle: [UInt8]
  private let isASCII: Bool
  /// The expression for MATCH; `nil` if the text is too short for the index.
  let expression: String?

  private static let most = 6

  init(_ text: String) {
    needle = Array(text.lowercased().utf8)
    isASCII = needle.allSatisfy { $0 < 0x80 }
    let scalars = Array(text.unicodeScalars)
    // FTS5 reads its texts up to a NUL.
    guard scalars.count >= 3, !scalars.contains("\0") else {
      expression = nil
      return
    }
    var places = Array(stride(from: 0, through: scalars.count - 3, by: 2))
    if places.count > Self.most {
      let step = Double(places.count - 1) / Double(Self.most - 1)
      places = (0..<Self.most).map { places[Int((Double($0) * step).rounded())] }
    }
    if scalars.count - 3 > places.last ?? 0, places.count < Self.most {
      places.append(scalars.count - 3)
    }
    expression = places.map { Self.quoted(scalars[$0..<($0 + 3)]) }.joined(separator: " AND ")
  }

  private static func quoted(_ trigram: ArraySlice<Unicode.Scalar>) -> String {
    var text = "\""
    for scalar in trigram {
      text.unicodeScalars.append(scalar)
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
    }
    return text + "\""
  }

  /// What SQLite's LIKE finds at least; `nil` where it would not know the case of a letter.
  var likePattern: String? {
    guard needle.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
    let special = Set("%_\\".utf8)
    let escaped = needle.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    return "%" + String(decoding: escaped, as: UTF8.self) + "%"
  }

  /// Whether a text (UTF-8) holds what is looked for, in whatever case.
  func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    // Whatever else is in a text, its ASCII letters are the only ones that could match.
    if isASCII { return contains(text) }
    let folded = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    return folded.withUnsafeBytes(contains)
  }

  /// Whether a text holds the needle; of the text only ASCII is folded on the way.
  private func contains(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= needle.count else { return false }
    return needle.withUnsafeBufferPointer { needle in
      guard let first = needle.first else { return true }
      for start in 0...(text.count - needle.count) where Self.folded(text[start]) == first {
        var length = 1
        while length < needle.count, Self.folded(text[start + length]) == needle[length] {
          length += 1
        }
        if length == needle.count { return true }
      }
      return false
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
