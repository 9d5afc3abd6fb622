public import UniformTypeIdentifiers

/// One thing that was copied: its representations, richest first.
public struct Item: Sendable {
  /// The representations in the sender's order, which is its ranking.
  public let representations: [Representation]
  /// A file name that the sender suggests, as bytes; never a path.
  public let suggestedName: [UInt8]?

  public init(representations: [Representation], suggestedName: [UInt8]? = nil) {
    self.representations = representations
    self.suggestedName = suggestedName
  }

  /// The same with one more representation, the last; itself without one.
  public func adding(_ representation: Representation?) -> Item {
    guard let representation else { return self }
    return Item(
      representations: representations + [representation],
      suggestedName: suggestedName
    )
  }

  /// The types on offer, in the sender's order.
  public var types: [UTType] { representations.map(\.type) }
}
