/// The parameters of `Fulfil`: one of descriptor, text and data, or a failure.
public struct FulfilRequest: Codable, Sendable, Equatable {
  public var entry: String
  public var item: Int
  public var representation: Int
  /// The index of a descriptor that came with the message.
  public var descriptor: Int?
  public var text: String?
  /// Base64.
  public var data: String?
  /// Why there will be no content.
  public var failure: String?

  /// A promise of an entry, and nothing yet to fulfil it with.
  public init(_ wanted: WantedContent, of entry: String) {
    self.entry = entry
    item = wanted.item
    representation = wanted.representation
  }
}
