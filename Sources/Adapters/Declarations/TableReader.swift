internal import TOML

/// Reads the keys of a table and notes every mistake, instead of ending at the first.
struct TableReader {
  /// A value and the place where it stands.
  struct Placed<Value> {
    let value: Value
    let place: TOMLPosition
  }

  let table: TOMLTable
  let place: TOMLPosition
  let file: String
  /// Whose table it is, for messages.
  var subject = ""
  private(set) var problems: [DeclarationProblem] = []

  init(_ table: TOMLTable, at place: TOMLPosition, of file: String) {
    self.table = table
    self.place = place
    self.file = file
  }

  /// The reader of a table inside this one.
  func inside(_ table: Placed<TOMLTable>) -> TableReader {
    var reader = TableReader(table.value, at: table.place, of: file)
    reader.subject = subject
    return reader
  }

  mutating func note(_ message: String, at place: TOMLPosition? = nil) {
    let message = subject.isEmpty ? message : "\(subject): \(message)"
    problems.append(DeclarationProblem(message, at: (place ?? self.place).within(file)))
  }

  /// Adds the mistakes of a table inside this one.
  mutating func take(_ inner: TableReader) { problems += inner.problems }

  /// Notes the keys that are none of `known`.
  mutating func refuseKeys(except known: [String]) {
    for entry in table.entries where !known.contains(where: entry.isNamed) {
      let error = TOMLError(
        .unknownKey(entry.key, suggestion: Spelling.suggestion(for: entry.key, among: known)),
        at: entry.keyPosition
      )
      note(error.explanation, at: entry.keyPosition)
    }
  }

  mutating func string(_ key: String) -> Placed<String>? {
    guard let node = table[key] else { return nil }
    guard case .string(let text) = node.value else {
      note("'\(key)' must be a string", at: node.position)
      return nil
    }
    return Placed(value: text, place: node.position)
  }

  mutating func flag(_ key: String) -> Bool? {
    guard let node = table[key] else { return nil }
    guard case .boolean(let value) = node.value else {
      note("'\(key)' must be true or false", at: node.position)
      return nil
    }
    return value
  }

  /// The texts of an array; none if there is no such key.
  mutating func strings(_ key: String) -> [Placed<String>] {
    var texts: [Placed<String>] = []
    forEachString(key) { texts.append(Placed(value: $1, place: $2)) }
    return texts
  }

  /// Takes each text of an array with its place.
  mutating func forEachString(
    _ key: String,
    _ take: (_ reader: inout TableReader, String, TOMLPosition) -> Void
  ) {
    guard let node = table[key] else { return }
    guard case .array(let elements) = node.value else {
      return note("'\(key)' must be a list of strings", at: node.position)
    }
    for element in elements {
      if case .string(let text) = element.value {
        take(&self, text, element.position)
      } else {
        note("'\(key)' must hold only strings", at: element.position)
      }
    }
  }

  /// The tables of `[[key]]`; none if there is no such key.
  mutating func tables(_ key: String) -> [Placed<TOMLTable>] {
    guard let node = table[key] else { return [] }
    guard case .array(let elements) = node.value else {
      note("'\(key)' must be written [[…\(key)]]", at: node.position)
      return []
    }
    var tables: [Placed<TOMLTable>] = []
    for element in elements {
      if case .table(let table) = element.value {
        tables.append(Placed(value: table, place: element.position))
      } else {
        note("'\(key)' must hold only tables", at: element.position)
      }
    }
    return tables
  }

  /// The table of `[key]`.
  mutating func inner(_ key: String) -> TableReader? {
    guard let node = table[key] else { return nil }
    guard case .table(let table) = node.value else {
      note("'\(key)' must be a table", at: node.position)
      return nil
    }
    return inside(Placed(value: table, place: node.position))
  }
}

extension TOMLTable.Entry {
  /// Names that we ask for are ASCII, and such a text equals no other.
  fileprivate func isNamed(_ name: String) -> Bool { key == name }
}

extension TOMLPosition {
  /// The place with the name of its file, which documents are read without: a name that is not
  /// counted with every value of ten thousand types saves a third of the time.
  func within(_ file: String) -> TOMLPosition {
    TOMLPosition(file: file, line: line, column: column)
  }
}
