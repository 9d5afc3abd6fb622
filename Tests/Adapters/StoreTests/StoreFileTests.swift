import Checksums
import LinuxIO
import Pasteboards
import SQLite
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Store

@Suite("Payload files of the store", .timeLimit(.minutes(4)))
struct StoreFileTests {
  @Test func `large content is in a file, which goes with its last entry`() async throws {
    let test = try await Self.opened()
    let content = noise(40_000)
    try await test.store.put(try .test(1, fileOf: content, in: test), on: .clipboard)
    #expect(try test.payloadNames().count == 1)
    #expect(try await test.history.entry(.test(1))?.entry.content() == content)
    _ = try await test.store.remove([.test(1)])
    #expect(try test.payloadNames().isEmpty)
  }

  @Test func `files are put although somebody removed their directory`() async throws {
    let test = try await Self.opened()
    try FileSystem.removeDirectory(Array(test.directory.path("payloads").utf8))
    let content = noise(40_000)
    try await test.store.put(try .test(1, fileOf: content, in: test), on: .clipboard)
    #expect(try await test.history.entry(.test(1))?.entry.content() == content)
  }

  @Test func `what was removed can be read in no file`() async throws {
    let test = try await Self.opened()
    // In its row, in pages of its own, as a title, and as what is searched.
    let texts = [100, 9000].map { "TOP" + String(repeating: "secret", count: $0 / 6) }
    for (number, text) in texts.enumerated() {
      try await test.store.put(.test(number, text), on: .clipboard)
    }
    try await test.store.put(.test(9, "stays"), on: .clipboard)
    func isReadable(_ text: String) throws -> Bool {
      try test.names().contains { name in
        guard name.hasPrefix("history") else { return false }
        let bytes = try FileSystem.read(Array(test.directory.path(name).utf8), limit: 1 << 30)
        return bytes.firstRange(of: Array(text.utf8)) != nil
      }
    }
    #expect(try isReadable("TOPsecret"))
    _ = try await test.store.remove([.test(0), .test(1)])
    eventually { (try? isReadable("secret")) == false }
    #expect(try await test.text(of: .test(9)) == "stays")
  }

  @Test func `a directory that others could read is closed to them`() async throws {
    let scratch = try ScratchDirectory()
    let path = Array(scratch.path.utf8)
    try FileSystem.setMode(0o777, of: path)
    let test = try TestStore(in: scratch)
    _ = try await test.store.open()
    #expect(try FileSystem.status(of: path)?.mode == 0o700)
  }

  @Test func `a file gets a checksum of its content after it was put`() async throws {
    let test = try await Self.opened(hasUpkeep: true)
    let content = noise(700_000)
    try await test.store.put(
      try .test(1, fileOf: content, excess: [0x0A], in: test),
      on: .clipboard
    )
    try Self.expectChecked(test)
    let checksum = try Self.first("SELECT checksum FROM files", in: test)
    #expect(checksum == Int64(bitPattern: Checksum.of(content)))
  }

  @Test func `a reader misses nothing while equal files become one`() async throws {
    let test = try await Self.opened()
    let count = 400
    try await test.store.put(try .test(1, fileOf: noise(20_000), in: test), on: .clipboard)
    let files = try (1...count).map { _ in try TestFile(noise(20_000), in: test.directory) }
    let many = Entry.test(2, files.map { .test(.data, .file($0)) })
    try await test.store.put(many, on: .clipboard)
    let twin = try #require(try Self.first("SELECT min(key) FROM files", in: test))
    async let change: Void = test.store.write { writing throws(StoreError) in
      try writing.run("UPDATE representations SET file = ?", [.integer(twin)])
    }
    for _ in 1...20 {
      let stored = try #require(try await test.history.entry(.test(2)))
      #expect(stored.missingTypes.isEmpty)
      #expect(stored.entry.items[0].representations.count == count)
    }
    try await change
    #expect(try test.payloadNames().count == 1)
    #expect(try await test.history.entry(.test(2))?.missingTypes == [])
  }

  @Test func `equal content is stored once, until its last entry goes`() async throws {
    let test = try await Self.opened(hasUpkeep: true)
    let content = noise(300_000)
    // What is offered stays open.
    let first = try Entry.test(1, fileOf: content, in: test)
    try await test.store.put(first, on: .clipboard)
    try await test.store.put(
      try .test(2, fileOf: content, excess: [0x0A], in: test),
      on: .clipboard
    )
    try await test.store.put(try .test(3, fileOf: noise(300_000, seed: 9), in: test), on: .primary)
    try Self.expectChecked(test)
    try #expect(eventually { try test.payloadNames().count == 2 })
    for number in 1...2 {
      #expect(try await test.history.entry(.test(number))?.entry.content() == content)
    }
    #expect(try first.content() == content)
    _ = try await test.store.remove([.test(1)])
    #expect(try await test.history.entry(.test(2))?.entry.content() == content)
    _ = try await test.store.remove([.test(2), .test(3)])
    #expect(try test.payloadNames().isEmpty)
  }

  @Test func `contents of one size and one checksum that differ stay two`() async throws {
    let test = try await Self.opened(hasUpkeep: true)
    try await test.store.put(try .test(1, fileOf: noise(30_000), in: test), on: .clipboard)
    try Self.expectChecked(test)
    let other = noise(30_000, seed: 2)
    // As if the first had the checksum of the second.
    try await test.store.write { writing throws(StoreError) in
      try writing.run(
        "UPDATE files SET checksum = ?",
        [.integer(Int64(bitPattern: Checksum.of(other)))]
      )
    }
    try await test.store.put(try .test(2, fileOf: other, in: test), on: .clipboard)
    try Self.expectChecked(test)
    #expect(try test.payloadNames().count == 2)
    #expect(try await test.history.entry(.test(2))?.entry.content() == other)
    #expect(try await test.history.entry(.test(1))?.entry.content() == noise(30_000))
  }

  @Test func `what a crash interrupted is done at the next start`() async throws {
    let before = try await Self.opened()
    for number in 1...3 {
      try await before.store.put(try .test(number, fileOf: noise(20_000), in: before), on: .primary)
    }
    let test = try TestStore(in: try before.crashed(), hasUpkeep: true)
    _ = try await test.store.open()
    try Self.expectChecked(test)
    try #expect(eventually { try test.payloadNames().count == 1 })
    for number in 1...3 {
      #expect(try await test.history.entry(.test(number))?.entry.content() == noise(20_000))
    }
  }

  @Test func `a file that is missing is passed over`() async throws {
    let before = try await Self.opened()
    for number in 1...4 {
      try await before.store.put(try .test(number, fileOf: noise(20_000), in: before), on: .primary)
    }
    let names = try before.payloadNames()
    try FileSystem.remove(Array(before.directory.path("payloads/\(names[0])").utf8))
    let test = try TestStore(in: try before.crashed(), hasUpkeep: true)
    _ = try await test.store.open()
    try #expect(eventually { try test.payloadNames().count == 1 })
    let unchecked = "SELECT count(*) FROM files WHERE checksum IS NULL"
    let count = try Self.first(unchecked, in: test)
    #expect(count == 1)
  }

  // MARK: Looking

  private static func opened(hasUpkeep: Bool = false) async throws -> TestStore {
    let test = try TestStore(hasUpkeep: hasUpkeep)
    _ = try await test.store.open()
    return test
  }

  private static func first(_ sql: String, in test: TestStore) throws -> Int64? {
    let database = try Database(Array(test.directory.path("history.sqlite").utf8), .readWrite)
    return try database.first(sql) { $0.integer(0) }
  }

  private static func expectChecked(_ test: TestStore) throws {
    let sql = "SELECT count(*) FROM files WHERE checksum IS NULL"
    try #expect(eventually { try first(sql, in: test) == 0 })
  }
}
