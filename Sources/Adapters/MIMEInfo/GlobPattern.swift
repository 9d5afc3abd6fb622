/// Shell patterns over Unicode scalars.
///
/// `*` stands for any characters, `?` for one, `[…]` for one of a set with ranges and, after `!` or
/// `^`, for one outside of it; a backslash takes the meaning from what follows. A bracket that is
/// never closed stands for itself.
///
/// Source: fnmatch(3) without flags, glob(7).
enum GlobPattern {
  /// Whether all of `name` fits; takes at most the product of both lengths in steps.
  static func matches(_ pattern: [UInt32], _ name: [UInt32]) -> Bool {
    var position = 0
    var index = 0
    // Where to go on if it turns out that the last asterisk stands for one character more.
    var retry: (position: Int, index: Int)?
    while index < name.count {
      if position < pattern.count, pattern[position] == asterisk {
        position += 1
        retry = (position, index)
      } else if let next = step(pattern, position, name[index]) {
        position = next
        index += 1
      } else if let last = retry {
        position = last.position
        index = last.index + 1
        retry = (position, index)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == asterisk }
  }

  private static let asterisk = UInt32(UInt8(ascii: "*"))
  private static let questionMark = UInt32(UInt8(ascii: "?"))
  private static let backslash = UInt32(UInt8(ascii: "\\"))
  private static let bracket = UInt32(UInt8(ascii: "["))
  private static let closing = UInt32(UInt8(ascii: "]"))
  private static let dash = UInt32(UInt8(ascii: "-"))
  private static let negations = [UInt32(UInt8(ascii: "!")), UInt32(UInt8(ascii: "^"))]

  /// Where the pattern goes on after one character; `nil` if the character does not fit.
  private static func step(_ pattern: [UInt32], _ position: Int, _ character: UInt32) -> Int? {
    guard position < pattern.count else { return nil }
    switch pattern[position] {
    case questionMark: return position + 1
    case bracket:
      if let set = bracketSet(pattern, position + 1, character) {
        return set.contains ? set.end : nil
      }
    case backslash where position + 1 < pattern.count:
      return pattern[position + 1] == character ? position + 2 : nil
    default: break
    }
    return pattern[position] == character ? position + 1 : nil
  }

  /// Whether a set contains the character, and where it ends; `nil` if it never does.
  private static func bracketSet(
    _ pattern: [UInt32],
    _ start: Int,
    _ character: UInt32
  ) -> (contains: Bool, end: Int)? {
    var position = start
    let isNegated = position < pattern.count && negations.contains(pattern[position])
    if isNegated { position += 1 }
    let first = position
    var contains = false
    // A closing bracket at the very start belongs to the set.
    while position < pattern.count, pattern[position] != closing || position == first {
      let low = pattern[position]
      var high = low
      if position + 2 < pattern.count, pattern[position + 1] == dash,
        pattern[position + 2] != closing
      {
        high = pattern[position + 2]
        position += 2
      }
      if low <= character, character <= high { contains = true }
      position += 1
    }
    guard position < pattern.count else { return nil }
    return (contains != isNegated, position + 1)
  }
}
