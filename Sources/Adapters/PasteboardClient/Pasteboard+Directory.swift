internal import CoreTransferable
internal import LinuxIO

// A directory is no content: what travels is its address, as file managers send it.
extension Pasteboard {
  /// A value made from the directory whose address an item is; `nil` if it is none, or not wanted.
  func pasteDirectory<Item: Transferable>(
    _ item: PasteOffer.Item,
    by routes: [ImportRoute<Item>],
    on line: DaemonLine
  ) async throws -> Item? {
    guard routes.contains(where: \.takesDirectory),
      let address = item.representations.first(where: { $0.contentType == .fileURL }),
      let reading = try URL.importRoutes().first(where: { $0.contentType == .fileURL })
    else { return nil }
    let url = try await load(address, of: item, on: line).make(by: reading)
    guard ["", "localhost"].contains(url.host() ?? ""),
      try FileSystem.status(of: Array(url.path.utf8))?.kind == .directory
    else { return nil }
    let importers = RouteChoice.importers(among: routes.map(\.contentType), of: Self.type(of: url))
    return try await RouteChoice.firstSuccess(
      of: importers.map { routes[$0] }.filter(\.wantsFile),
      named: \.contentType,
      else: .unavailableCoercion(to: "\(Item.self)", offered: [Self.type(of: url)])
    ) { try await $0.load(.file(url, .copy)) }
  }

  private static func type(of directory: URL) -> UTType {
    let named = UTType(filenameExtension: directory.pathExtension, conformingTo: .directory)
    return named.flatMap { $0.isDeclared ? $0 : nil } ?? .folder
  }
}

extension ImportRoute {
  /// Whether a value can be made from a directory of some type.
  var takesDirectory: Bool { wantsFile && contentType.conforms(to: .directory) }
}
