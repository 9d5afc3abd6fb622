/// The keys of a table.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let table: TOMLTable
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { table.entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool {
    decoder.record.ask(for: key.stringValue, at: codingPath)
    return table[key.stringValue] != nil
  }

  /// TOML has no null.
  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  // Witnesses the requirements for the numbers, `Bool` and `String` too: their own `init(from:)`
  // ends in `SingleValueContainer`.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try type.init(from: inside(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inside(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inside(key) }

  private func inside(_ key: Key) throws -> NodeDecoder {
    decoder.record.ask(for: key.stringValue, at: codingPath)
    guard let node = table[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "missing")
      )
    }
    return decoder.inside(key, node)
  }
}

/// The elements of an array.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  let nodes: [TOMLNode]
  let decoder: NodeDecoder
  private(set) var currentIndex = 0

  init(nodes: [TOMLNode], decoder: NodeDecoder) {
    self.nodes = nodes
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { nodes.count }
  var isAtEnd: Bool { currentIndex >= nodes.count }

  func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try type.init(from: next())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> NodeDecoder {
    let key = AnyKey(intValue: currentIndex)
    guard nodes.indices.contains(currentIndex) else {
      throw DecodingError.valueNotFound(
        Any.self,
        .init(codingPath: codingPath, debugDescription: "must have more elements")
      )
    }
    let node = nodes[currentIndex]
    currentIndex += 1
    return decoder.inside(key, node)
  }
}

/// A value that is neither table nor array, or that its type wants to read as a whole.
struct SingleValueContainer: SingleValueDecodingContainer {
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) throws -> Bool { try decoder.decode(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.decode(number: type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.decode(number: type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.decode(number: type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.decode(number: type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.decode(number: type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.decode(number: type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.decode(number: type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.decode(number: type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.decode(number: type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.decode(number: type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.decode(number: type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.decode(number: type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try type.init(from: decoder) }
}
