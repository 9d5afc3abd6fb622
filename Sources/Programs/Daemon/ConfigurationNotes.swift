internal import Pasteboards
internal import TOML
internal import UniformTypeIdentifiers

/// What is no mistake in the configuration, and may be one: names that nothing has now.
enum ConfigurationNotes {
  /// The notes on each file, in the order in which they are read, whatever a later one replaces.
  static func all(on sources: ConfigurationSources) -> [ConfigurationError.Problem] {
    sources.files.flatMap { path -> [ConfigurationError.Problem] in
      let file = String(decoding: path, as: UTF8.self)
      // A file with a mistake is not only noted.
      guard case .bytes(let bytes) = sources.read(path),
        let table = try? TOMLTable(parsing: bytes, file: file)
      else { return [] }
      let root = TOMLNode(.table(table), at: TOMLPosition(file: file))
      let types = typeKeys.flatMap { words(at: $0[...], in: root) }
      let boards = words(at: ["rule", "match", "board"], in: root)
      return types.compactMap { $0.note(undeclared) } + boards.compactMap { $0.note(unbound) }
    }
  }

  /// Where types are named.
  private static let typeKeys = [
    ["watch", "types"], ["watch", "ignore-types"], ["watch", "images"], ["rule", "match", "type"],
    ["history", "limit", "type"], ["folder", "accept"],
  ]

  /// All words that stand under a key, in tables and lists of any depth.
  private static func words(at path: ArraySlice<String>, in node: TOMLNode) -> [TOMLNode] {
    switch node.value {
    case .array(let nodes): return nodes.flatMap { words(at: path, in: $0) }
    case .table(let table):
      guard let key = path.first, let next = table[key] else { return [] }
      return words(at: path.dropFirst(), in: next)
    case .string: return path.isEmpty ? [node] : []
    case .integer, .float, .boolean, .dateTime: return []
    }
  }

  private static func undeclared(_ name: String) -> String? {
    guard NamedType(undeclared: name) != nil else { return nil }
    let nearest = Spelling.suggestion(
      for: name,
      among: TypeRegistry.declaredTypes.map(\.identifier)
    )
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return "nobody declares the type '\(name)', and nothing conforms to it\(hint)"
  }

  private static func unbound(_ name: String) -> String? {
    guard let board = BoardName(name), !board.isBound else { return nil }
    return "other programs copy to clipboard, primary and secondary only, and never to '\(name)'"
  }
}

extension TOMLNode {
  fileprivate func note(_ judge: (String) -> String?) -> ConfigurationError.Problem? {
    guard case .string(let word) = value, let message = judge(word) else { return nil }
    return ConfigurationError.Problem(
      file: position.file,
      line: position.line,
      column: position.column,
      message: message
    )
  }
}
