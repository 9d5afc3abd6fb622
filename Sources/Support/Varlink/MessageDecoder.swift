/// Makes a value that is `Decodable` of JSON.
///
/// Members that the type does not ask for are ignored; null counts as missing where an optional is
/// asked for.
public enum MessageDecoder {
  public static func decode<Value: Decodable>(
    _ type: Value.Type,
    from json: JSON
  ) throws(MessageError) -> Value {
    do {
      return try DecodingNode(json, path: .root).decode(type)
    } catch let error as MessageError {
      throw error
    } catch let error as DecodingError {
      throw MessageError(decoding: error)
    } catch {
      throw MessageError(.notAccepted, at: "")
    }
  }
}

extension MessageError {
  /// What hand-written and synthesized `init(from:)` throw by themselves.
  fileprivate init(decoding error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(.missing, at: MessagePath.text(of: context.codingPath + [key]))
    case .valueNotFound(_, let context):
      self.init(.missing, at: MessagePath.text(of: context.codingPath))
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      self.init(.notAccepted, at: MessagePath.text(of: context.codingPath))
    @unknown default:
      self.init(.notAccepted, at: "")
    }
  }
}

extension JSON: Decodable {
  /// - Throws: `DecodingError` for any decoder but ``MessageDecoder``.
  public init(from decoder: any Decoder) throws {
    guard let node = decoder as? DecodingNode else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "only in a message")
      )
    }
    self = node.json
  }
}

/// A place in the message that is being read.
struct DecodingNode: Decoder {
  let json: JSON
  let path: MessagePath

  init(_ json: JSON, path: MessagePath) {
    self.json = json
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch("an object") }
    return KeyedDecodingContainer(KeyedDecoding(index: MemberIndex(members), path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch("an array") }
    return UnkeyedDecoding(elements: elements, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleDecoding(node: self) }

  func mismatch(_ expected: String) -> MessageError {
    MessageError(.wrongType(expected: expected), at: path.text)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: (any Decodable)? =
      switch type {
      case is String.Type: try string()
      case is Bool.Type: try bool()
      case is [String].Type: strings()
      case is Double.Type: try double()
      case is Float.Type: Float(try double())
      case let type as any (FixedWidthInteger & Decodable).Type: try integer(type)
      default: nil
      }
    if let value = value as? Value { return value }
    return try Value(from: self)
  }

  private func string() throws(MessageError) -> String {
    guard case .string(let value) = json else { throw mismatch("a string") }
    return value
  }

  /// `nil` where one is no string, of which the long way says where it is.
  private func strings() -> [String]? {
    guard case .array(let elements) = json else { return nil }
    var strings: [String] = []
    strings.reserveCapacity(elements.count)
    for element in elements {
      guard case .string(let value) = element else { return nil }
      strings.append(value)
    }
    return strings
  }

  private func bool() throws(MessageError) -> Bool {
    guard case .bool(let value) = json else { throw mismatch("a boolean") }
    return value
  }

  private func double() throws(MessageError) -> Double {
    switch json {
    case .number(let value): return value
    case .integer(let value): return Double(value)
    default: throw mismatch("a number")
    }
  }

  private func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws(MessageError) -> Integer {
    let exact: Integer?
    switch json {
    case .integer(let value): exact = Integer(exactly: value)
    // Other programs write 5.0 and 1e3.
    case .number(let value): exact = Integer(exactly: value)
    default: throw mismatch("an integer")
    }
    guard let exact else { throw MessageError(.outOfRange, at: path.text) }
    return exact
  }
}
