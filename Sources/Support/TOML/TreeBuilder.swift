internal import CToml

/// Builds the tree of a document from the visits of `ctoml_parse`.
///
/// Visits come in matching pairs, a key before each value of a table; anything else is ignored.
struct TreeBuilder {
  private enum Level {
    case table(TOMLTable, at: TOMLPosition)
    case array([TOMLNode], at: TOMLPosition)
  }

  private let file: String
  private var levels: [Level] = []
  private var keys: [(name: String, position: TOMLPosition)] = []
  private(set) var root = TOMLTable()

  init(file: String) {
    self.file = file
  }

  mutating func take(_ visit: ctoml_visit) {
    let position = TOMLPosition(file: file, line: Int(visit.line), column: Int(visit.column))
    switch visit.kind {
    case CTOML_TABLE_BEGIN: levels.append(.table(TOMLTable(), at: position))
    case CTOML_ARRAY_BEGIN: levels.append(.array([], at: position))
    case CTOML_TABLE_END, CTOML_ARRAY_END: close()
    case CTOML_KEY: keys.append((text(of: visit), position))
    case CTOML_STRING: add(TOMLNode(.string(text(of: visit)), at: position))
    case CTOML_INTEGER: add(TOMLNode(.integer(visit.integer), at: position))
    case CTOML_FLOAT: add(TOMLNode(.float(visit.number), at: position))
    case CTOML_BOOLEAN: add(TOMLNode(.boolean(visit.integer != 0), at: position))
    case CTOML_DATE_TIME: add(TOMLNode(.dateTime(text(of: visit)), at: position))
    default: break
    }
  }

  private func text(of visit: ctoml_visit) -> String {
    visit.text.withMemoryRebound(to: UInt8.self, capacity: visit.length) { text in
      String(decoding: UnsafeBufferPointer(start: text, count: visit.length), as: UTF8.self)
    }
  }

  private mutating func close() {
    switch levels.popLast() {
    case .table(let table, let position):
      if levels.isEmpty { root = table } else { add(TOMLNode(.table(table), at: position)) }
    case .array(let nodes, let position): add(TOMLNode(.array(nodes), at: position))
    case nil: break
    }
  }

  private mutating func add(_ node: TOMLNode) {
    // Popped and pushed back, so that the collection stays unique and is not copied.
    switch levels.popLast() {
    case .table(var table, let position):
      if let key = keys.popLast() {
        table.append(.init(key: key.name, at: key.position, node: node))
      }
      levels.append(.table(table, at: position))
    case .array(var nodes, let position):
      nodes.append(node)
      levels.append(.array(nodes, at: position))
    case nil: break
    }
  }
}
