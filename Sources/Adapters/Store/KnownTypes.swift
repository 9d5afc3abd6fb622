internal import SQLite
internal import UniformTypeIdentifiers

extension Writing {
  /// The keys of the types in the store that are `type` or conform to it, as they are declared now.
  func types(conformingTo type: UTType) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    try forEach("SELECT key, identifier FROM types") { row in
      if StoredType.type(row.text(1)).conforms(to: type) { keys.append(row.integer(0)) }
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
