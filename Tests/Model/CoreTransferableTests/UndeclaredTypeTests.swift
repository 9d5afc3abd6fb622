import CoreTransferable
import Testing
import UniformTypeIdentifiers

private let undeclared = UTType(exportedAs: "org.example.nobody-declared-this")

private struct Thing: Codable, Transferable {
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: undeclared)
    ProxyRepresentation(exporting: { _ in "thing" })
  }
}

private struct Blob: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: undeclared) { _ in
      Data()
    } importing: { _ in
      Blob()
    }
  }
}

@Suite("Undeclared types") struct UndeclaredTypeTests {
  @Test func `sending one is an error that says how to declare it`() async throws {
    let error = await #expect(throws: TransferError.self) { try await Thing().exported() }
    #expect(
      error?.description == """
        org.example.nobody-declared-this: nobody has declared this type; declare it in \
        $XDG_CONFIG_HOME/xfer/types/org.example.nobody-declared-this.toml:
        [[type]]
        identifier = "org.example.nobody-declared-this"
        conformsTo = ["public.json"]
        """
    )
    let blob = await #expect(throws: TransferError.self) { try await Blob().exported() }
    #expect(blob?.description.hasSuffix(#"conformsTo = ["public.data"]"#) == true)
  }

  @Test func `receiving one is such an error, too`() async throws {
    let error = await #expect(throws: TransferError.self) {
      try await Blob(importing: Data(), contentType: undeclared)
    }
    guard case .undeclared(undeclared, parent: .data) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `what was asked for by a declared type is not held up`() async throws {
    #expect(try await Thing().exported(as: .plainText) == Data("thing".utf8))
  }

  @Test func `a dynamic type needs no declaration`() async throws {
    let type = try #require(UTType(mimeType: "application/x-nobody-knows"))
    struct Dynamic: Transferable {
      static let type = UTType(mimeType: "application/x-nobody-knows") ?? .data
      static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: type) { _ in Data([1]) }
      }
    }
    #expect(try await Dynamic().exported(as: type) == Data([1]))
  }
}
