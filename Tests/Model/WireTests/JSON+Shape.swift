import Varlink

extension JSON {
  /// Why the value is not of a shape; empty if it is.
  ///
  /// Every field of a structure has to be there, optional or not.
  func differences(
    from shape: InterfaceDescription.Shape,
    in interface: InterfaceDescription,
    at path: String
  ) -> [String] {
    switch (interface.resolved(shape), self) {
    case (.bool, .bool), (.int, .integer), (.string, .string): return []
    case (.float, .integer), (.float, .number): return []
    case (.optional(let inner), _): return differences(from: inner, in: interface, at: path)
    case (.words(let words), .string(let word)):
      return words.contains(word) ? [] : ["\(path): \(word) is not one of \(words)"]
    case (.array(let element), .array(let values)):
      return values.isEmpty
        ? ["\(path): empty, so nothing was compared"]
        : values.flatMap { $0.differences(from: element, in: interface, at: path + "[]") }
    case (.structure(let fields), .object(let members)):
      var found = Set(members.map(\.name)).subtracting(fields.map(\.name)).map {
        "\(path).\($0): extra"
      }
      for field in fields {
        guard let value = self[field.name] else {
          found.append("\(path).\(field.name): missing")
          continue
        }
        found += value.differences(
          from: field.shape,
          in: interface,
          at: "\(path).\(field.name)"
        )
      }
      return found
    default: return ["\(path): \(self) is not \(shape)"]
    }
  }

  /// The object without one of its members.
  func without(_ name: String) -> JSON {
    .object((objectValue ?? []).filter { $0.name != name })
  }
}
