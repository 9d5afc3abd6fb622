/// The rules for the content of one type.
struct ContentRule: Sendable, Hashable {
  var priority: Int
  var type: String
  var matchlets: [Matchlet]

  /// A value to be found in a range of offsets, and then one of the children, if there are any.
  struct Matchlet: Sendable, Hashable {
    var start: Int
    var rangeLength = 1
    /// Of the words that are stored in big-endian order; 1 for plain bytes.
    var wordSize = 1
    var value: [UInt8]
    var mask: [UInt8]?
    var children: [Matchlet] = []
  }
}

/// A `magic` file taken apart.
///
/// Source: Shared MIME-info Database, "The magic files". A line that ends unlike what is known is
/// ignored up to its newline, as is asked there; a section that has no rule left is dropped.
enum MagicFile {
  static func rules(_ bytes: [UInt8]) -> [ContentRule] {
    var reader = MagicReader(rest: bytes[...])
    guard reader.skip("MIME-Magic\0\n") else { return [] }
    var rules: [ContentRule] = []
    var lines: [MagicReader.Line] = []
    func finishSection() {
      guard let last = rules.indices.last else { return }
      rules[last].matchlets = nested(lines[...])
      if rules[last].matchlets.isEmpty { rules.removeLast() }
      lines = []
    }
    while !reader.rest.isEmpty {
      if let section = reader.section() {
        finishSection()
        rules.append(section)
      } else if let rule = rules.last, reader.forgets() {
        // Other rules may follow in the section; the mark stands apart and is never fitted.
        rules.insert(forgetting(rule.type), at: 0)
      } else if !rules.isEmpty, let line = reader.line() {
        lines.append(line)
      } else {
        reader.skipLine()
      }
    }
    finishSection()
    return rules
  }

  private static func forgetting(_ type: String) -> ContentRule {
    let mark = ContentRule.Matchlet(start: 0, value: Array(MIMECache.forgetContents.utf8))
    return ContentRule(priority: 0, type: type, matchlets: [mark])
  }

  /// Every line becomes a child of the last one before it that is one level up; what has no parent
  /// is dropped with its children.
  private static func nested(_ lines: ArraySlice<MagicReader.Line>, depth: Int = 0)
    -> [ContentRule.Matchlet]
  {
    guard depth < 32 else { return [] }  // As deep as a look-up goes.
    var found: [ContentRule.Matchlet] = []
    var rest = lines.drop { $0.indent > depth }
    while let line = rest.first {
      let inner = rest.dropFirst().prefix { $0.indent > depth }
      var matchlet = line.matchlet
      matchlet.children = nested(inner, depth: depth + 1)
      // One whose conditions have lost their parents must not hold without them.
      if inner.isEmpty || !matchlet.children.isEmpty { found.append(matchlet) }
      rest = rest.dropFirst(1 + inner.count)
    }
    return found
  }
}

/// Reads one element after the other; what is not there leaves the position where it was.
private struct MagicReader {
  struct Line {
    var indent: Int
    var matchlet: ContentRule.Matchlet
  }

  var rest: ArraySlice<UInt8>

  /// Reads `[priority:type]`.
  mutating func section() -> ContentRule? {
    guard rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "\n")),
      rest[..<end].last == UInt8(ascii: "]")
    else { return nil }
    let parts = rest[..<end].dropFirst().dropLast().split(
      separator: UInt8(ascii: ":"),
      maxSplits: 1
    )
    guard parts.count == 2, let priority = Int(text: parts[0]), parts[1].typeName != nil else {
      return nil
    }
    rest = rest[(end + 1)...]
    return ContentRule(
      priority: priority,
      type: String(decoding: parts[1], as: UTF8.self),
      matchlets: []
    )
  }

  /// Reads the line that means to forget, as the spec has it, without a length, or as
  /// update-mime-database writes it, with one.
  mutating func forgets() -> Bool {
    skip(">0=" + MIMECache.forgetContents + "\n")
      || skip(">0=\0\u{B}" + MIMECache.forgetContents + "\n")
  }

  /// Reads `[indent]>start=` length value `[&mask][~word size][+range length]`.
  mutating func line() -> Line? {
    let before = rest
    let indent = number() ?? 0
    guard skip(">"), let start = number(), skip("="), let length = take(2),
      let value = take(Int(length[0]) << 8 | Int(length[1])), !value.isEmpty
    else {
      rest = before
      return nil
    }
    var matchlet = ContentRule.Matchlet(start: start, value: value)
    if skip("&") { matchlet.mask = take(value.count) ?? [] }
    if skip("~") { matchlet.wordSize = number() ?? 0 }
    if skip("+") { matchlet.rangeLength = number() ?? 0 }
    // Binary data may hold newlines, so the position stays behind it also when the line is bad.
    let isWhole =
      matchlet.mask?.isEmpty != true && [1, 2, 4].contains(matchlet.wordSize)
      && matchlet.rangeLength > 0 && skip("\n")
    return isWhole ? Line(indent: indent, matchlet: matchlet) : nil
  }

  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  mutating func skipLine() {
    rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix(11).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(text: digits) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
