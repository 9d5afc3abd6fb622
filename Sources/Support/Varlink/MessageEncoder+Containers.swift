struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil(forKey key: Key) { node.addMember(key).content = .value(.null) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try node.addMember(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    node.addMember(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    node.addMember(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.addMember(SuperKey()) }

  func superEncoder(forKey key: Key) -> any Encoder { node.addMember(key) }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.elementCount }

  func encodeNil() { node.addElement().content = .value(.null) }

  func encode(_ value: some Encodable) throws { try node.addElement().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    node.addElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    node.addElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.addElement() }
}

struct SingleEncoding: SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil() { node.content = .value(.null) }

  func encode(_ value: some Encodable) throws { try node.encode(value) }
}

struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
