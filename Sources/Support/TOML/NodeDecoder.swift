/// The decoder of one value: the `Decoder` that `Decodable` types meet.
struct NodeDecoder: Decoder {
  let node: TOMLNode
  let codingPath: [any CodingKey]
  let record: KeyRecord

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .table(let table) = node.value else { throw mismatch([String: Any].self, "a table") }
    record.open(table, at: codingPath)
    return KeyedDecodingContainer(KeyedContainer<Key>(table: table, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let nodes) = node.value else { throw mismatch([Any].self, "an array") }
    return UnkeyedContainer(nodes: nodes, decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueContainer(decoder: self)
  }

  /// The decoder of a value inside this one.
  func inside(_ key: any CodingKey, _ node: TOMLNode) -> NodeDecoder {
    NodeDecoder(node: node, codingPath: codingPath + [key], record: record)
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let value) = node.value else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = node.value else { throw mismatch(type, "a string") }
    return value
  }

  func decode<Number: BinaryFloatingPoint>(number type: Number.Type) throws -> Number {
    switch node.value {
    case .float(let value): return Number(value)
    case .integer(let value): return Number(value)
    case .string, .boolean, .dateTime, .array, .table: throw mismatch(type, "a number")
    }
  }

  func decode<Number: FixedWidthInteger>(number type: Number.Type) throws -> Number {
    guard case .integer(let value) = node.value else { throw mismatch(type, "an integer") }
    guard let number = Number(exactly: value) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "must be between \(Number.min) and \(Number.max)"
        )
      )
    }
    return number
  }

  private func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
    .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "must be \(wanted), not \(node.value.kind)")
    )
  }
}

/// A key made of a word or an index, for arrays and `superDecoder()`.
struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    self.intValue = nil
  }

  init(intValue: Int) {
    self.stringValue = String(intValue)
    self.intValue = intValue
  }
}
