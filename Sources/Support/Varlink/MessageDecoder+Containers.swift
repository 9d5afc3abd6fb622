struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let index: MemberIndex
  let path: MessagePath

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { index.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { index[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try node(key).json { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try node(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value? {
    guard let json = index[key.stringValue] else { return nil }
    if case .null = json { return nil }
    return try DecodingNode(json, path: .member(path, key)).decode(type)
  }

  // The most of a long list are these: the way by a node and a choice of type takes twice the time.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if case .string(let value)? = index[key.stringValue] { return value }
    return try node(key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    if case .integer(let value)? = index[key.stringValue], let exact = Int(exactly: value) {
      return exact
    }
    return try node(key).decode(type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    if case .number(let value)? = index[key.stringValue] { return value }
    return try node(key).decode(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    if case .bool(let value)? = index[key.stringValue] { return value }
    return try node(key).decode(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    switch index[key.stringValue] {
    case .string(let value)?: value
    case .null?, nil: nil
    default: try node(key).decode(type)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try node(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    DecodingNode(index["super"] ?? .null, path: .member(path, SuperKey()))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try node(key) }

  private func node(_ key: Key) throws(MessageError) -> DecodingNode {
    let path = MessagePath.member(path, key)
    guard let json = index[key.stringValue] else { throw MessageError(.missing, at: path.text) }
    return DecodingNode(json, path: path)
  }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSON]
  let path: MessagePath
  private(set) var currentIndex = 0

  init(elements: [JSON], path: MessagePath) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try current().json else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let node = try current()
    currentIndex += 1
    return node
  }

  private func current() throws(MessageError) -> DecodingNode {
    let path = MessagePath.element(path, currentIndex)
    guard !isAtEnd else { throw MessageError(.missing, at: path.text) }
    return DecodingNode(elements[currentIndex], path: path)
  }
}

struct SingleDecoding: SingleValueDecodingContainer {
  let node: DecodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func decodeNil() -> Bool {
    if case .null = node.json { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try node.decode(type) }
}
