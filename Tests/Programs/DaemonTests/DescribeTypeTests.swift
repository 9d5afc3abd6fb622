import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Types described", .timeLimit(.minutes(4)))
struct DescribeTypeTests {
  @Test func `a declared type tells its parents and names`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      let names = ["public.json", "image/png", ".html", "com.example.unknown", "a/dynamic"]
      try client.call(.describeType, DescribeTypeRequest(types: names))
      let types = try client.next(DescribeTypeReply.self).types
      #expect(types.map(\.identifier).prefix(3) == ["public.json", "public.png", "public.html"])
      #expect(types.count == 4)
      #expect(types[0].conformsTo == ["public.text"])
      #expect(types[0].supertypes.contains("public.data"))
      #expect(types[0].mimeTypes.contains("application/json"))
      #expect(types[1].extensions.contains("png"))
      #expect(types.map(\.dynamic) == [false, false, false, true])
      #expect(types.map(\.declared) == [true, true, true, false])
    }
  }
}
