import Pasteboards
import TestSupport
import Testing

@testable import Store

@Suite("Payload files of the store", .timeLimit(.minutes(1)))
struct StoreFileTests {
  @Test func `large content is in a file, which goes with its last entry`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    let content = noise(40_000)
    try await test.store.put(try .test(1, fileOf: content, in: test), on: .clipboard)
    #expect(try test.payloadNames().count == 1)
    #expect(try await test.history.entry(.test(1))?.entry.content() == content)
    _ = try await test.store.remove([.test(1)])
    #expect(try test.payloadNames().isEmpty)
  }
}
