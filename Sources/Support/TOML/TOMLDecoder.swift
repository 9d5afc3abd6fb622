/// Turns TOML into values of Swift types.
public enum TOMLDecoder {
  /// Reads a document and makes a value of it; a key that the type did not ask for is an error.
  ///
  /// Of several mistakes the first in the document is reported; errors call it `file`.
  public static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    file: String
  ) throws(TOMLError) -> Value {
    let table = try TOMLTable(parsing: bytes, file: file)
    let result = try decode(type, from: table, file: file)
    if let first = result.mistakes.first { throw first }
    return result.value
  }

  /// Makes a value of a table and lists what is wrong with it that did not hinder that: keys that the
  /// type did not ask for, and what it noted by ``Swift/Decoder/note(_:)``.
  ///
  /// The list is in the order of the places. The value is whole without what is wrong.
  public static func decode<Value: Decodable>(
    _ type: Value.Type,
    from table: TOMLTable,
    file: String
  ) throws(TOMLError) -> (value: Value, mistakes: [TOMLError]) {
    let root = TOMLNode(.table(table), at: TOMLPosition(file: file))
    let record = KeyRecord()
    do {
      let value = try Value(from: NodeDecoder(node: root, codingPath: [], record: record))
      return (value, record.mistakes(in: root))
    } catch let error as DecodingError {
      throw TOMLError(error, in: root)
    } catch {
      throw TOMLError(.value("\(error)"), at: root.position)
    }
  }
}

extension Decoder {
  /// Notes a mistake that the value can do without, so that those after it are found as well.
  ///
  /// - Throws: The mistake, if this is not a decoder of TOML or the mistake is none of decoding.
  public func note(_ mistake: any Error) throws {
    guard let decoder = self as? NodeDecoder, let mistake = mistake as? DecodingError else {
      throw mistake
    }
    decoder.record.note(mistake, at: codingPath)
  }
}

/// Which keys of which tables were asked for, and what else was found to be wrong.
///
/// Never leaves the call of `decode` that made it, and so needs no lock.
final class KeyRecord {
  private struct Visit {
    var table: TOMLTable
    var asked: [String] = []
  }

  private var visits: [[String]: Visit] = [:]
  private var noted: [DecodingError] = []

  /// Notes a mistake somewhere below a path; the tables from there to it were not read to their ends,
  /// and which of their keys are known cannot be told.
  func note(_ mistake: DecodingError, at path: [any CodingKey]) {
    noted.append(mistake)
    let place = mistake.path.map(\.stringValue)
    for table in visits.keys where table.count > path.count && place.starts(with: table) {
      visits[table] = nil
    }
  }

  func open(_ table: TOMLTable, at path: [any CodingKey]) {
    let path = path.map(\.stringValue)
    if visits[path] == nil { visits[path] = Visit(table: table) }
  }

  func ask(for key: String, at path: [any CodingKey]) {
    visits[path.map(\.stringValue)]?.asked.append(key)
  }

  /// In the order of the places.
  func mistakes(in root: TOMLNode) -> [TOMLError] {
    (unknownKeys + noted.map { TOMLError($0, in: root) })
      .sorted { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
  }

  private var unknownKeys: [TOMLError] {
    visits.values
      .flatMap { visit in
        visit.table.entries
          .filter { entry in !visit.asked.contains(where: entry.key.isSpelled) }
          .map { entry in
            let suggestion = Spelling.suggestion(for: entry.key, among: visit.asked)
            return TOMLError(.unknownKey(entry.key, suggestion: suggestion), at: entry.keyPosition)
          }
      }
  }
}

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

extension TOMLError {
  /// Finds the place of a decoding error by walking its path from the root.
  init(_ error: DecodingError, in root: TOMLNode) {
    switch error {
    case .keyNotFound(let key, _):
      self.init(.missingKey(key.stringValue), at: root.position(of: error.path))
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      self.init(.value(context.debugDescription), at: root.position(of: error.path))
    @unknown default:
      self.init(.value("not what is wanted here"), at: root.position)
    }
  }
}

extension TOMLNode {
  /// The place of the deepest value on a path that exists.
  fileprivate func position(of path: [any CodingKey]) -> TOMLPosition {
    var node = self
    for key in path {
      switch node.value {
      case .table(let table):
        guard let next = table[key.stringValue] else { return node.position }
        node = next
      case .array(let nodes):
        guard let index = key.intValue, nodes.indices.contains(index) else { return node.position }
        node = nodes[index]
      case .string, .integer, .float, .boolean, .dateTime: return node.position
      }
    }
    return node.position
  }
}
