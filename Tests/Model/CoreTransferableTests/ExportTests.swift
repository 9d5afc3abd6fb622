import CoreTransferable
import Testing
import UniformTypeIdentifiers

/// Says what ran, and fails where it is told to.
private struct Traced: Transferable {
  enum Problem: Error { case broken, refused(String) }

  var failing: Set<UTType> = []
  let calls = Counter()

  func made(_ type: UTType) throws -> Data {
    calls.next()
    if failing.contains(type) { throw type == .png ? Problem.broken : .refused("secret") }
    return Data(type.identifier.utf8)
  }

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { try $0.made(.png) }
    DataRepresentation(exportedContentType: .jpeg) { try $0.made(.jpeg) }
    DataRepresentation(exportedContentType: .json) { try $0.made(.json) }
    DataRepresentation(exportedContentType: .text) { try $0.made(.text) }
  }
}

private struct Named: Transferable {
  var name: String?

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .json) { _ in Data("{}".utf8) }
      .suggestedFileName { $0.name }
  }
}

@Suite("Export", .timeLimit(.minutes(4))) struct ExportTests {
  @Test(arguments: [
    (nil, "public.png"), (UTType.jpeg, "public.jpeg"), (.image, "public.png"),
    (.text, "public.text"), (.data, "public.png"),
  ])
  func `the exact match comes first, then what conforms`(wanted: UTType?, got: String) async throws
  {
    let value = Traced()
    #expect(try await value.exported(as: wanted) == Data(got.utf8))
    #expect(value.calls.value == 1)
  }

  @Test func `nothing is made before it is asked for`() throws {
    let value = Traced()
    #expect(value.exportedContentTypes() == [.png, .jpeg, .json, .text])
    _ = value.suggestedFilename
    #expect(try value.exportRoutes().count == 4)
    #expect(value.calls.value == 0)
  }

  @Test func `one that fails gives way to the next`() async throws {
    #expect(try await Traced(failing: [.png]).exported(as: .image) == Data("public.jpeg".utf8))
  }

  @Test func `if all fail the error names each with its reason, but no content`() async throws {
    let value = Traced(failing: [.png, .jpeg])
    let error = await #expect(throws: TransferError.self) { try await value.exported(as: .image) }
    let text = "\(try #require(error))"
    #expect(text.contains("public.png: Problem.broken"))
    #expect(text.contains("public.jpeg: Problem"))
    #expect(!text.contains("secret"))
  }

  @Test func `a single failure is thrown as it is`() async throws {
    await #expect(throws: Traced.Problem.self) {
      try await Traced(failing: [.png]).exported(as: .png)
    }
  }

  @Test func `what is not there is named with what is`() async throws {
    let error = await #expect(throws: TransferError.self) { try await Traced().exported(as: .pdf) }
    #expect(
      error?.description
        == "com.adobe.pdf is not there; there is public.png, public.jpeg, public.json, public.text"
    )
  }

  @Test(arguments: [
    ("data.json", "data.json"), ("a/../b", "a_.._b.json"), (nil, "Named.json"),
    ("..", "Named.json"),
    (".hidden", "_hidden.json"), ("50% & a?b#c:d;e~", "50% & a?b#c:d;e~.json"),
    ("caf\u{E9}", "caf\u{E9}.json"), ("cafe\u{301}", "cafe\u{301}.json"),
  ])
  func `a file bears the suggested name`(suggested: String?, expected: String) async throws {
    let scratch = try Scratch()
    let file = try await Named(name: suggested).export(to: scratch.url)
    #expect(file.lastPathComponent == expected)
    let names = try scratch.names
    #expect(names == [expected])
    // `String` takes composed and decomposed letters for the same, a file system does not.
    #expect(names.first.map { Array($0.utf8) } == Array(expected.utf8))
    #expect(try Data(contentsOf: file) == Data("{}".utf8))
  }

  @Test func `a taken name is left alone`() async throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", Data("mine".utf8))
    _ = try scratch.directory("a (2).json")
    let file = try await Named(name: "a.json").export(to: scratch.url, contentType: .json)
    #expect(file.lastPathComponent == "a (3).json")
    #expect(try Data(contentsOf: scratch.url.appending(component: "a.json")) == Data("mine".utf8))
  }

  @Test func `many at once get a name each`() async throws {
    let scratch = try Scratch()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await Named(name: "a").export(to: scratch.url) } }
      var names: Set<String> = []
      for try await file in group { names.insert(file.lastPathComponent) }
      #expect(names.count == 50)
    }
    #expect(try scratch.names.count == 50)
  }

  @Test func `a directory that is not there is an error, and nothing is left`() async throws {
    let scratch = try Scratch()
    await #expect(throws: (any Error).self) {
      try await Named().export(to: scratch.url.appending(component: "none"))
    }
    #expect(try scratch.names == [])
  }

  @Test func `a temporary file is gone when its user is done`() async throws {
    struct Stop: Error {}
    let file = try await Named(name: "x").withExportedFile { file in
      #expect(exists(file))
      #expect(file.lastPathComponent == "x.json")
      return file
    }
    #expect(!exists(file.deletingLastPathComponent()))
    var seen: URL?
    await #expect(throws: Stop.self) {
      try await Named().withExportedFile { file in
        seen = file
        throw Stop()
      }
    }
    #expect(!exists(try #require(seen).deletingLastPathComponent()))
  }

  @Test func `64 MiB pass whole`() async throws {
    let mebibyte = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 7) })
    var bytes = Data(capacity: 64 << 20)
    for _ in 0..<64 { bytes.append(mebibyte) }
    #expect(try await bytes.exported() == bytes)
    #expect(try await Data(importing: bytes, contentType: .png) == bytes)
    let scratch = try Scratch()
    let file = try await bytes.export(to: scratch.url)
    #expect(try await Data(importing: file, contentType: nil) == bytes)
  }
}
