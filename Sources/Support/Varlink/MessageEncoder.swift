/// Makes JSON of a value that is `Encodable`.
///
/// Members come in the order in which the type encodes them; an optional that is `nil` is left out.
public enum MessageEncoder {
  public static func encode(_ value: some Encodable) throws(MessageError) -> JSON {
    let node = EncodingNode(path: .root)
    do {
      try node.encode(value)
    } catch let error as MessageError {
      throw error
    } catch let error as EncodingError {
      throw MessageError(.notAccepted, at: error.path)
    } catch {
      throw MessageError(.notAccepted, at: "")
    }
    return node.json
  }
}

extension EncodingError {
  fileprivate var path: String {
    switch self {
    case .invalidValue(_, let context): MessagePath.text(of: context.codingPath)
    @unknown default: ""
    }
  }
}

extension JSON: Encodable {
  /// - Throws: `EncodingError` for any encoder but ``MessageEncoder``.
  public func encode(to encoder: any Encoder) throws {
    guard let node = encoder as? EncodingNode else {
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: encoder.codingPath, debugDescription: "only in a message")
      )
    }
    node.content = .value(self)
  }
}

/// A place in the message that is being made.
final class EncodingNode: Encoder {
  enum Content {
    case nothing
    case value(JSON)
    case object([(name: String, node: EncodingNode)])
    case array([EncodingNode])
  }

  let path: MessagePath
  var content = Content.nothing

  init(path: MessagePath) {
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A type that encodes nothing at all is an object without members.
  var json: JSON {
    switch content {
    case .nothing: .object([])
    case .value(let value): value
    case .object(let members): .object(members.map { JSON.Member($0.name, $0.node.json) })
    case .array(let nodes): .array(nodes.map(\.json))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = content {} else { content = .object([]) }
    return KeyedEncodingContainer(KeyedEncoding(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = content {} else { content = .array([]) }
    return UnkeyedEncoding(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleEncoding(node: self) }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as String: content = .value(.string(value))
    case let value as Bool: content = .value(.bool(value))
    case let value as any BinaryInteger: try encodeInteger(value)
    case let value as Double: try encodeNumber(value)
    case let value as Float: try encodeNumber(Double(value))
    default: try value.encode(to: self)
    }
  }

  private func encodeInteger(_ value: any BinaryInteger) throws(MessageError) {
    guard let integer = Int64(exactly: value) else {
      throw MessageError(.outOfRange, at: path.text)
    }
    content = .value(.integer(integer))
  }

  private func encodeNumber(_ value: Double) throws(MessageError) {
    guard value.isFinite else { throw MessageError(.outOfRange, at: path.text) }
    content = .value(.number(value))
  }

  func addMember(_ key: some CodingKey) -> EncodingNode {
    let node = EncodingNode(path: .member(path, key))
    guard case .object(var members) = content else { return node }
    // Let go of it first, so that appending does not copy.
    content = .nothing
    members.append((key.stringValue, node))
    content = .object(members)
    return node
  }

  var elementCount: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func addElement() -> EncodingNode {
    let node = EncodingNode(path: .element(path, elementCount))
    guard case .array(var nodes) = content else { return node }
    content = .nothing
    nodes.append(node)
    content = .array(nodes)
    return node
  }
}
