internal import SQLite
internal import UniformTypeIdentifiers

extension Database {
  /// The keys of the types in the store that are one of these or conform to it, as they are declared now.
  func types(conformingToAnyOf types: [UTType]) throws(SQLiteError) -> [Int64] {
    var keys: [Int64] = []
    try forEach("SELECT key, identifier FROM types") { row in
      let type = StoredType.type(row.text(1))
      if types.contains(where: { type.conforms(to: $0) }) { keys.append(row.integer(0)) }
    }
    return keys
  }
}

/// Types as rows hold them: by their identifiers.
enum StoredType {
  /// The type of an identifier, which may be declared no more.
  static func type(_ identifier: String) -> UTType {
    UTType(identifier: identifier, allowUndeclared: true) ?? .data
  }
}
