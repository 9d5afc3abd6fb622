import CoreTransferable
import Testing

private struct Note: Codable, Equatable, Transferable {
  var title: String

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
    ProxyRepresentation(exporting: \.title)
  }
}

@Suite("Routes") struct RouteTests {
  @Test func `a value is resolved to flat lists in its order`() async throws {
    let note = Note(title: "a")
    let routes = try note.exportRoutes()
    #expect(routes.map(\.contentType) == [.json, .utf8PlainText])
    guard case .data(let data) = try await routes[1].load() else {
      throw TransferError.unknown(.json)
    }
    #expect(data == Data("a".utf8))
    let imports = try Note.importRoutes()
    #expect(imports.map(\.contentType) == [.json])
    let made = try await imports[0].load(.data(Data(#"{"title":"b"}"#.utf8)))
    #expect(made == Note(title: "b"))
  }
}
