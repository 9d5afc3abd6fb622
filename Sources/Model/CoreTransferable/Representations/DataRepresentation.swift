/// Sends an item as bytes in memory, and makes one from them.
///
/// Source: Apple's `DataRepresentation`.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
  public typealias Body = Never

  private let exporter: Exporter<Item>?
  private let importer: Importer<Item>?

  /// Both directions.
  public init(
    contentType: UTType,
    exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    exporter = Self.exporter(contentType, exporting)
    importer = Self.importer(contentType, importing)
  }

  /// Sends only.
  public init(
    exportedContentType: UTType,
    exporting: @escaping @Sendable (Item) async throws -> Data
  ) {
    exporter = Self.exporter(exportedContentType, exporting)
    importer = nil
  }

  /// Receives only.
  public init(
    importedContentType: UTType,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    exporter = nil
    importer = Self.importer(importedContentType, importing)
  }

  private static func exporter(
    _ contentType: UTType,
    _ exporting: @escaping @Sendable (Item) async throws -> Data
  ) -> Exporter<Item> {
    Exporter(contentType: contentType) { .data(try await exporting($0)) }
  }

  private static func importer(
    _ contentType: UTType,
    _ importing: @escaping @Sendable (Data) async throws -> Item
  ) -> Importer<Item> {
    Importer(contentType: contentType) { content in
      let data = try content.data(as: contentType)
      return try await withinTimeLimit(loading: contentType) { try await importing(data) }
    }
  }
}

extension DataRepresentation: PrimitiveRepresentation {
  func resolution(along path: ProxyPath) -> Resolution<Item> {
    Resolution(exporter: exporter, importer: importer)
  }
}
