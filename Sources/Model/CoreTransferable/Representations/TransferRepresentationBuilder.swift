/// Joins representations into one, in the order in which they are written.
///
/// There is no `if`: what depends on the value is an exporting condition.
///
/// Source: Apple's `TransferRepresentationBuilder`.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
  /// One representation of the item, of whatever kind.
  public static func buildExpression<Content: TransferRepresentation>(
    _ content: Content
  ) -> Content where Content.Item == Item { content }

  /// Tells the compiler the item of a `CodableRepresentation` that names only its content type.
  public static func buildExpression<Encoder, Decoder>(
    _ content: CodableRepresentation<Item, Encoder, Decoder>
  ) -> CodableRepresentation<Item, Encoder, Decoder> { content }

  /// A single representation, which stays itself.
  public static func buildBlock<Content: TransferRepresentation>(
    _ content: Content
  ) -> Content where Content.Item == Item { content }

  /// Several representations, the preferred one first.
  public static func buildBlock<each Content: TransferRepresentation>(
    _ content: repeat each Content
  ) -> TupleTransferRepresentation<Item, (repeat each Content)> {
    TupleTransferRepresentation(repeat each content)
  }
}

/// Several representations of one item, the preferred one first.
///
/// Source: Apple's `TupleTransferRepresentation`.
public struct TupleTransferRepresentation<Item: Transferable, TupleContent>: TransferRepresentation
{
  public typealias Body = Never

  private let children: [any TransferRepresentation]

  init<each Content: TransferRepresentation>(_ content: repeat each Content)
  where TupleContent == (repeat each Content) {
    var children: [any TransferRepresentation] = []
    repeat children.append(each content)
    self.children = children
  }
}

extension TupleTransferRepresentation: PrimitiveRepresentation {
  func resolution(along path: ProxyPath) -> Resolution<Item> {
    func resolution(of child: some TransferRepresentation) -> Resolution<Item> {
      Resolution(casting: child.resolved(along: path))
    }
    return children.reduce(into: Resolution()) { $0.append(resolution(of: $1)) }
  }
}
