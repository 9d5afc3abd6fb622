/// Sends an item as another value, in every way in which that one can be sent, and back.
///
/// The representations of the proxy stand at this place of the order. The proxy is made when one of
/// them is asked for, each time anew.
///
/// Source: Apple's `ProxyRepresentation`.
public struct ProxyRepresentation<Item: Transferable, Proxy: Transferable>: TransferRepresentation {
  public typealias Body = Never

  private let exporting: (@Sendable (Item) async throws -> Proxy)?
  private let importing: (@Sendable (Proxy) async throws -> Item)?

  /// Both directions.
  public init(
    exporting: @escaping @Sendable (Item) throws -> Proxy,
    importing: @escaping @Sendable (Proxy) throws -> Item
  ) {
    self.exporting = { try exporting($0) }
    self.importing = { try importing($0) }
  }

  /// Both directions, where only importing takes its time.
  public init(
    exporting: @escaping @Sendable (Item) throws -> Proxy,
    importing: @escaping @Sendable (Proxy) async throws -> Item
  ) {
    self.exporting = { try exporting($0) }
    self.importing = importing
  }

  /// Both directions, where both take their time.
  public init(
    exporting: @escaping @Sendable (Item) async throws -> Proxy,
    importing: @escaping @Sendable (Proxy) async throws -> Item
  ) {
    self.exporting = exporting
    self.importing = importing
  }

  /// Sends only; a key path such as `\.title` is enough.
  public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {
    self.exporting = { try exporting($0) }
    importing = nil
  }

  /// Sends only.
  public init(exporting: @escaping @Sendable (Item) async throws -> Proxy) {
    self.exporting = exporting
    importing = nil
  }

  /// Receives only.
  public init(importing: @escaping @Sendable (Proxy) throws -> Item) {
    exporting = nil
    self.importing = { try importing($0) }
  }

  /// Receives only.
  public init(importing: @escaping @Sendable (Proxy) async throws -> Item) {
    exporting = nil
    self.importing = importing
  }
}

extension ProxyRepresentation: PrimitiveRepresentation {
  func resolution(along path: ProxyPath) -> Resolution<Item> {
    let proxy = Proxy.resolution(along: path)
    var resolution = Resolution<Item>()
    resolution.problems = proxy.problems
    if let exporting {
      resolution.exporters = proxy.exporters.map { Self.exporter(exporting, then: $0) }
    }
    if let importing {
      resolution.importers = proxy.importers.map { Self.importer($0, then: importing) }
    }
    return resolution
  }

  private static func exporter(
    _ exporting: @escaping @Sendable (Item) async throws -> Proxy,
    then exporter: Exporter<Proxy>
  ) -> Exporter<Item> {
    Exporter(
      contentType: exporter.contentType,
      parent: exporter.parent,
      visibility: exporter.visibility,
      isFile: exporter.isFile
    ) { try await exporter.loadIfOffered(try await exporting($0)) }
  }

  private static func importer(
    _ importer: Importer<Proxy>,
    then importing: @escaping @Sendable (Proxy) async throws -> Item
  ) -> Importer<Item> {
    Importer(
      contentType: importer.contentType,
      parent: importer.parent,
      wantsFile: importer.wantsFile
    ) { content in
      let proxy = try await importer.load(content)
      return try await withinTimeLimit(loading: importer.contentType) {
        try await importing(proxy)
      }
    }
  }
}
