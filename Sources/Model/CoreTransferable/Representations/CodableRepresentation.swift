/// Sends a `Codable` item in its encoded form, and makes one from it; as JSON unless said otherwise.
///
/// Data that cannot be decoded is ``TransferError/invalid(type:path:reason:)``.
///
/// Source: Apple's `CodableRepresentation`.
public struct CodableRepresentation<
  Item: Transferable & Codable,
  Encoder: TopLevelEncoder,
  Decoder: TopLevelDecoder
>: TransferRepresentation where Encoder.Output == Data, Decoder.Input == Data {
  public typealias Body = Never

  private let contentType: UTType
  private let encoder: Encoder
  private let decoder: Decoder

  /// With an encoder and a decoder of your choice.
  ///
  /// Both are used for many items, also for several at once.
  public init(
    for itemType: Item.Type = Item.self,
    contentType: UTType,
    encoder: Encoder,
    decoder: Decoder
  ) {
    self.contentType = contentType
    self.encoder = encoder
    self.decoder = decoder
  }

  /// As JSON, with sorted keys so that equal values are equal bytes.
  public init(for itemType: Item.Type = Item.self, contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    self.init(for: itemType, contentType: contentType, encoder: encoder, decoder: JSONDecoder())
  }
}

extension CodableRepresentation: PrimitiveRepresentation {
  func resolution(along path: ProxyPath) -> Resolution<Item> {
    let (contentType, encoder, decoder) = (contentType, encoder, decoder)
    let parent: UTType = Encoder.self == JSONEncoder.self ? .json : .data
    return Resolution(
      exporter: Exporter(contentType: contentType, parent: parent) { item in
        .data(try encoder.encode(item))
      },
      importer: Importer(contentType: contentType, parent: parent) { content in
        let data = try content.data(as: contentType)
        return try await withinTimeLimit(loading: contentType) {
          do {
            return try decoder.decode(Item.self, from: data)
          } catch let error as DecodingError {
            throw TransferError(error, decoding: contentType, byteCount: data.count)
          }
        }
      }
    )
  }
}

/// Encodes a whole value at once.
///
/// Source: Combine's `TopLevelEncoder`; `Sendable`, since representations are.
public protocol TopLevelEncoder: Sendable {
  /// What a value is encoded to.
  associatedtype Output

  /// Encodes a value.
  func encode<Value: Encodable>(_ value: Value) throws -> Output
}

/// Decodes a whole value at once.
///
/// Source: Combine's `TopLevelDecoder`; `Sendable`, since representations are.
public protocol TopLevelDecoder: Sendable {
  /// What a value is decoded from.
  associatedtype Input

  /// Decodes a value.
  func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}
