/// The rules for contents that a content fits.
struct ContentMatch: Sendable, Hashable {
  let type: String
  /// From 1 to 100, 50 unless the database says otherwise.
  let priority: Int
}

extension MIMECache {
  /// What stands in place of a value to forget the rules of less important directories.
  static let forgetContents = "__NOMAGIC__"

  /// The types for which less important directories do not count.
  var typesWithoutOtherContents: Set<String> {
    let mark = Array(Self.forgetContents.utf8)
    return Set(
      (0..<matches.count).compactMap { row in
        let matchlet = file.word(matches[row] + 12)
        guard file.word(matches[row] + 8) > 0, file.word(matchlet + 12) == mark.count,
          file.string(file.word(matchlet + 16)).starts(with: mark)
        else { return nil }
        return file.typeName(file.word(matches[row] + 4))
      }
    )
  }

  /// The first rule of the highest priority that `head`, the beginning of a content, fits.
  ///
  /// Rules of types that `isForgotten` do not count, nor do those of priority 0, which are not there
  /// to be fitted: one of them holds ``forgetContents``.
  func contentMatch(_ head: [UInt8], isForgotten: (String) -> Bool) -> ContentMatch? {
    var best: ContentMatch?
    head.withUnsafeBytes { head in
      var search = ContentSearch(file: file, head: head)
      for row in 0..<matches.count {
        let priority = file.word(matches[row])
        guard priority > best?.priority ?? 0, priority <= 100,
          let matchlets = search.matchlets(at: matches[row] + 8),
          search.fits(matchlets, depth: 0), let type = file.typeName(file.word(matches[row] + 4)),
          !isForgotten(type)
        else { continue }
        best = ContentMatch(type: type, priority: priority)
      }
    }
    return best
  }
}

/// One look at the beginning of a content.
private struct ContentSearch {
  let file: CacheBytes
  let head: UnsafeRawBufferPointer
  /// How many bytes may still be compared: Debian's database takes some 30,000 for a content that
  /// fits nothing, a damaged one could ask for the same tree again and again.
  private var budget = 1 << 20

  /// Debian's database has five levels.
  private static let deepest = 32

  init(file: CacheBytes, head: UnsafeRawBufferPointer) {
    self.file = file
    self.head = head
  }

  /// The rows of start, length of the range, word size, length of the value, value, mask, count of
  /// children, first child that a count and an offset name.
  func matchlets(at offset: Int) -> CacheBytes.Table? {
    file.table(at: file.word(offset + 4), count: file.word(offset), stride: 32)
  }

  /// Whether one of the matchlets fits, and one of its children if it has any.
  mutating func fits(_ matchlets: CacheBytes.Table, depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    for row in 0..<matchlets.count where budget > 0 && isFound(matchlets[row]) {
      guard let children = self.matchlets(at: matchlets[row] + 24) else { continue }
      if children.count == 0 || fits(children, depth: depth + 1) { return true }
    }
    return false
  }

  private mutating func isFound(_ matchlet: Int) -> Bool {
    budget -= 1
    let length = file.word(matchlet + 12)
    let start = file.word(matchlet)
    let last = min(start + file.word(matchlet + 4) - 1, head.count - length)
    guard length > 0, start <= last,
      let value = file.table(at: file.word(matchlet + 16), count: length, stride: 1)
    else { return false }
    var mask: CacheBytes.Table?
    if file.word(matchlet + 20) != 0 {
      mask = file.table(at: file.word(matchlet + 20), count: length, stride: 1)
      guard mask != nil else { return false }
    }
    let swap = Self.swap(wordSize: file.word(matchlet + 8), length: length)
    let bytes = file.bytes
    return bytes.withUnsafeBytes { bytes in
      isFound(
        UnsafeRawBufferPointer(rebasing: bytes[value.start..<value.start + length]),
        mask.map { UnsafeRawBufferPointer(rebasing: bytes[$0.start..<$0.start + length]) },
        swap: swap,
        in: start...last
      )
    }
  }

  private mutating func isFound(
    _ value: UnsafeRawBufferPointer,
    _ mask: UnsafeRawBufferPointer?,
    swap: Int,
    in starts: ClosedRange<Int>
  ) -> Bool {
    for start in starts {
      var index = 0
      while index < value.count {
        let difference = value[index ^ swap] ^ head[start + index]
        if difference & (mask?[index ^ swap] ?? 0xFF) != 0 { break }
        index += 1
      }
      if index == value.count { return true }
      budget -= index + 1
      if budget <= 0 { return false }
    }
    return false
  }

  /// What to add to a position, without carry, so that words come out in the order of this machine.
  private static func swap(wordSize: Int, length: Int) -> Int {
    guard 1.littleEndian == 1, wordSize == 2 || wordSize == 4, length % wordSize == 0 else {
      return 0
    }
    return wordSize - 1
  }
}
