internal import Pasteboards
internal import TOML
internal import UniformTypeIdentifiers

/// A limit of the history for one board, one type, or both: a table of `[[history.limit]]`.
struct HistoryLimit: Sendable, Equatable {
  var board: BoardName?
  /// An identifier, understood when it is applied: the types may not be read yet.
  var type: String?
  var entries = 0
  var size = ByteCount(0)
  var age = Duration.zero
}

extension HistoryLimit: Decodable {
  private enum Key: String, CodingKey { case board, type, entries, size, age }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: Key.self)
    if table.contains(.board) {
      guard let board = BoardName(try table.decode(String.self, forKey: .board)) else {
        throw table.error(at: .board, BoardName.rule)
      }
      self.board = board
    }
    if table.contains(.type) {
      let type = try table.decode(String.self, forKey: .type)
      guard UTType(identifier: type, allowUndeclared: true) != nil else {
        throw table.error(at: .type, "must be an identifier such as \"public.image\"")
      }
      self.type = type
    }
    if table.contains(.entries) {
      entries = try table.decode(Int.self, forKey: .entries)
      guard entries >= 1 else { throw table.error(at: .entries, "must be at least 1") }
    }
    if table.contains(.size) {
      size = try table.decode(Reading<ByteCount>.self, forKey: .size).value
    }
    if table.contains(.age) { age = try table.decode(Reading<Duration>.self, forKey: .age).value }
    guard entries > 0 || size > ByteCount(0) || age > .zero else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "limits nothing")
      )
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func error(at key: Key, _ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath + [key], debugDescription: message))
  }
}

extension HistoryLimit {
  /// As a file has it, with the keys that say something.
  var written: TOMLTable {
    var values: [(String, TOMLValue)] = []
    if let board { values.append(("board", .string(board.description))) }
    if let type { values.append(("type", .string(type))) }
    if entries > 0 { values.append(("entries", entries.written)) }
    if size > ByteCount(0) { values.append(("size", size.written)) }
    if age > .zero { values.append(("age", age.written)) }
    return TOMLTable(written: values)
  }
}

/// The limits of the history that stand for themselves.
struct HistoryLimits: ConfigurationValue, Equatable {
  var all: [HistoryLimit] = []

  init(_ all: [HistoryLimit] = []) { self.all = all }

  init(reading container: any SingleValueDecodingContainer) throws {
    all = try container.decode([HistoryLimit].self)
  }

  var written: TOMLValue { .array(all.map { .written(.table($0.written)) }) }
}

extension Configuration.History {
  /// The limits as the store applies them.
  var limits: [RetentionLimit] {
    let general = RetentionLimit(
      entries: entries > 0 ? entries : nil,
      byteCount: size > ByteCount(0) ? size.bytes : nil,
      age: age > .zero ? age : nil
    )
    return [general]
      + limit.all.map { limit in
        RetentionLimit(
          board: limit.board,
          type: limit.type.flatMap { UTType(identifier: $0, allowUndeclared: true) },
          entries: limit.entries > 0 ? limit.entries : nil,
          byteCount: limit.size > ByteCount(0) ? limit.size.bytes : nil,
          age: limit.age > .zero ? limit.age : nil
        )
      }
  }
}
