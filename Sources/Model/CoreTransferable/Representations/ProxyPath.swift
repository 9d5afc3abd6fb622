/// The types that were entered on the way from an item through proxies of proxies.
///
/// A type that is its own proxy, or one that has ever larger generic types as proxies, ends here and
/// not on the stack.
struct ProxyPath {
  private static let longest = 16

  private var types: [ObjectIdentifier] = []
  private var depth = 0

  /// One level further without a new type; `nil` when that is too deep.
  var deeper: ProxyPath? {
    guard depth < Self.longest else { return nil }
    var path = self
    path.depth += 1
    return path
  }

  /// The path into `type`; `nil` when it was entered before, or is too deep.
  func entering<Item>(_ type: Item.Type) -> ProxyPath? {
    guard !types.contains(ObjectIdentifier(type)), var path = deeper else { return nil }
    path.types.append(ObjectIdentifier(type))
    return path
  }
}
