public import UniformTypeIdentifiers

/// One thing that was copied: its representations, richest first.
public struct Item: Sendable {
  /// The representations in the sender's order, which is its ranking.
  public let representations: [Representation]
  /// A file name that the sender suggests, as bytes; never a path.
  public let suggestedName: [UInt8]?
  /// Whether that is the name of the file that the content was in, which it keeps as it stands.
  public let isFileName: Bool
  /// Whether it can be about files: it has a list of them, or what came under a target, which may be one.
  ///
  /// Known beforehand, since an entry may have thousands of items that are none.
  public let mayNameFiles: Bool

  public init(
    representations: [Representation],
    suggestedName: [UInt8]? = nil,
    isFileName: Bool = false
  ) {
    self.representations = representations
    self.suggestedName = suggestedName
    self.isFileName = isFileName
    mayNameFiles = representations.contains { representation in
      representation.visibility != .others
        && (representation.targetName != nil || representation.type == .fileURL)
    }
  }

  /// The same under its name, with other representations.
  public func with(representations: [Representation]) -> Item {
    Item(
      representations: representations,
      suggestedName: suggestedName,
      isFileName: isFileName
    )
  }

  /// The same with one more representation, the last; itself without one.
  public func adding(_ representation: Representation?) -> Item {
    guard let representation else { return self }
    return with(representations: representations + [representation])
  }

  /// The types on offer, in the sender's order.
  public var types: [UTType] { representations.map(\.type) }
}
