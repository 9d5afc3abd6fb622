extension TransferRepresentation {
  /// Limits who can see this representation.
  ///
  /// A representation that is limited already, as one of a proxy may be, is never widened.
  public func visibility(
    _ visibility: TransferRepresentationVisibility
  ) -> some TransferRepresentation<Item> {
    ModifiedRepresentation(base: self) { resolution in
      for index in resolution.exporters.indices {
        let given = resolution.exporters[index].visibility
        resolution.exporters[index].visibility = given.narrowed(to: visibility)
      }
    }
  }

  /// Suggests a file name, extension included, for when the item becomes a file.
  ///
  /// An item has one name: of several suggestions the last one counts.
  public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
    suggestedFileName { _ in fileName }
  }

  /// Suggests a file name, extension included, that depends on the item; `nil` suggests none.
  ///
  /// An item has one name: of several suggestions the last one that is not `nil` counts.
  public func suggestedFileName(
    _ fileName: @escaping @Sendable (Item) -> String?
  ) -> some TransferRepresentation<Item> {
    ModifiedRepresentation(base: self) { $0.fileNames.append(fileName) }
  }

  /// Offers this representation only of items that fulfil a condition.
  ///
  /// The condition is evaluated whenever somebody asks what an item can be had as, so it should be
  /// quick. It has no influence on what can be imported.
  public func exportingCondition(
    _ condition: @escaping @Sendable (Item) -> Bool
  ) -> some TransferRepresentation<Item> {
    ModifiedRepresentation(base: self) { resolution in
      for index in resolution.exporters.indices {
        let given = resolution.exporters[index].isOffered
        resolution.exporters[index].isOffered = { given($0) && condition($0) }
      }
    }
  }
}

/// A representation of which something is changed.
struct ModifiedRepresentation<Base: TransferRepresentation>: PrimitiveRepresentation {
  typealias Item = Base.Item
  typealias Body = Never

  let base: Base
  let modify: @Sendable (inout Resolution<Item>) -> Void

  func resolution(along path: ProxyPath) -> Resolution<Item> {
    var resolution = base.resolved(along: path)
    modify(&resolution)
    return resolution
  }
}
