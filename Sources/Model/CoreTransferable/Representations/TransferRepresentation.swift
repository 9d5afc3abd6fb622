/// A way to send an item, to make one from what was sent, or both.
///
/// The representations of this module are joined in ``TransferRepresentationBuilder``. A program can
/// make its own out of them by giving a ``body``.
///
/// Source: Apple's `TransferRepresentation`.
public protocol TransferRepresentation<Item>: Sendable {
  /// What is sent or made.
  associatedtype Item: Transferable
  /// What this representation is made of.
  associatedtype Body: TransferRepresentation

  /// The representations that this one is made of.
  @TransferRepresentationBuilder<Item>
  var body: Body { get }
}

extension TransferRepresentation where Body == Never {
  /// Representations of this module are made of nothing else; asking is a mistake of the program.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A representation that says itself what it does.
protocol PrimitiveRepresentation: TransferRepresentation where Body == Never {
  /// What can be exported and imported; runs nothing of what the program gave.
  func resolution(along path: ProxyPath) -> Resolution<Item>
}

extension TransferRepresentation {
  /// What this representation comes down to.
  func resolved(along path: ProxyPath) -> Resolution<Item> {
    if let primitive = self as? any PrimitiveRepresentation {
      return Resolution(casting: primitive.anyResolution(along: path))
    }
    guard let path = path.deeper else { return Resolution(problem: .cyclicProxy("\(Self.self)")) }
    return Resolution(casting: body.resolved(along: path))
  }
}

extension PrimitiveRepresentation {
  fileprivate func anyResolution(along path: ProxyPath) -> Any { resolution(along: path) }
}
