/// A quick reader of the plain part of TOML, in which most files are written.
///
/// Knows ASCII documents of `[a.b]`, `[[a.b]]` and `key = value` with bare keys, strings of one line,
/// small integers, booleans and arrays of these. Whatever goes beyond, all mistakes and every doubt
/// are left to toml++, which takes some sixty nanoseconds a byte; where this one gives a table, it
/// is the same, places included.
///
/// Source: TOML 1.0.0.
struct PlainDocument {
  /// A table that is being read; of an array of tables the last one.
  private struct Level {
    var key = ""
    var keyPosition: TOMLPosition
    var position: TOMLPosition
    var entries: [TOMLTable.Entry] = []
    /// The earlier tables of an array of tables; `nil` for a table.
    var elements: [TOMLNode]?
    var arrayPosition: TOMLPosition

    mutating func finishElement() {
      elements?.append(TOMLNode(.table(TOMLTable(entries)), at: position))
      entries = []
      entries.reserveCapacity(8)
    }
  }

  /// Beyond these toml++ is the better one.
  private static let mostKeys = 64
  private static let deepest = 8

  private var scanner: PlainScanner
  private var levels: [Level]

  /// The table of a document; `nil` if it is not plain.
  static func read(_ bytes: [UInt8], file: String) -> TOMLTable? {
    guard bytes.count <= 1 << 20, bytes.reduce(0, |) < 0x80 else { return nil }
    var document = PlainDocument(bytes, file: file)
    guard document.readLines() else { return nil }
    while document.levels.count > 1 { document.closeLevel() }
    return TOMLTable(document.levels[0].entries)
  }

  private init(_ bytes: [UInt8], file: String) {
    scanner = PlainScanner(bytes, file: file)
    let start = TOMLPosition(file: file, line: 1, column: 1)
    levels = [Level(keyPosition: start, position: start, arrayPosition: start)]
  }

  private mutating func readLines() -> Bool {
    while true {
      scanner.skipBlanks()
      guard let byte = scanner.next else { return true }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "#"): break
      case UInt8(ascii: "["): guard readHeader() else { return false }
      default: guard readEntry() else { return false }
      }
      guard scanner.endLine() else { return false }
    }
  }

  private mutating func readEntry() -> Bool {
    let position = scanner.position
    guard let key = scanner.takeKey() else { return false }
    scanner.skipBlanks()
    guard scanner.take(UInt8(ascii: "=")) else { return false }
    scanner.skipBlanks()
    guard let node = scanner.takeValue(depth: 0) else { return false }
    let last = levels.count - 1
    guard hasRoom(for: key, in: last) else { return false }
    levels[last].entries.append(.init(key: key, at: position, node: node))
    return true
  }

  private func hasRoom(for key: String, in level: Int) -> Bool {
    let count = levels[level].entries.count
    return count < Self.mostKeys
      && !(0..<count).contains { levels[level].entries[$0].key.isSpelled(key) }
  }

  // MARK: Headers

  private mutating func readHeader() -> Bool {
    let position = scanner.position
    guard scanner.take(UInt8(ascii: "[")) else { return false }
    let isArray = scanner.take(UInt8(ascii: "["))
    var keys: [(name: String, position: TOMLPosition)] = []
    repeat {
      let place = scanner.position
      guard let key = scanner.takeKey() else { return false }
      keys.append((key, place))
    } while scanner.take(UInt8(ascii: "."))
    guard scanner.take(UInt8(ascii: "]")), !isArray || scanner.take(UInt8(ascii: "]")),
      let last = keys.popLast(), keys.count < Self.deepest, descend(keys.map(\.name))
    else { return false }
    let level = keys.count + 1
    if isArray, levels.count > level, levels[level].key == last.name,
      levels[level].elements != nil
    {
      while levels.count > level + 1 { closeLevel() }
      levels[level].finishElement()
      levels[level].position = position
      return true
    }
    while levels.count > level { closeLevel() }
    guard hasRoom(for: last.name, in: level - 1) else { return false }
    levels.append(
      Level(
        key: last.name,
        keyPosition: last.position,
        position: position,
        elements: isArray ? [] : nil,
        arrayPosition: position
      )
    )
    return true
  }

  /// Whether the tables above a new one are those that are being read.
  private func descend(_ keys: [String]) -> Bool {
    levels.count > keys.count && zip(levels.dropFirst(), keys).allSatisfy { $0.key == $1 }
  }

  private mutating func closeLevel() {
    guard var level = levels.popLast(), !levels.isEmpty else { return }
    let node: TOMLNode
    if level.elements != nil {
      level.finishElement()
      node = TOMLNode(.array(level.elements ?? []), at: level.arrayPosition)
    } else {
      node = TOMLNode(.table(TOMLTable(level.entries)), at: level.position)
    }
    levels[levels.count - 1].entries.append(
      .init(key: level.key, at: level.keyPosition, node: node)
    )
  }
}
