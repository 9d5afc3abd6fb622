import LinuxIO
import Testing

@testable import CoreTransferable
@testable import PasteboardClient

@Suite("Content that arrived")
struct ArrivedContentTests {
  private static func file(_ text: String) throws -> ArrivedContent {
    let file = try MemoryFile.create(name: "test", content: Array(text.utf8))
    return .file(SharedDescriptor(file))
  }

  @Test func `it can be had as bytes, again and again`() throws {
    let file = try Self.file("hello")
    #expect(try file.data() == Data("hello".utf8))
    #expect(try file.data() == Data("hello".utf8))
    #expect(try ArrivedContent.bytes([1, 2]).data() == Data([1, 2]))
    #expect(try Self.file("").data().isEmpty)
  }

  @Test func `it can be had as a file, which the lease removes`() throws {
    for content in [try Self.file("hello"), .bytes(Array("hello".utf8))] {
      let lease = try FileLease()
      let url = try content.file(named: "a.txt", in: lease)
      #expect(url.lastPathComponent == "a.txt")
      #expect(try Data(contentsOf: url) == Data("hello".utf8))
      lease.remove()
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test func `more than fits in memory is refused, and no page of it is touched`() throws {
    let file = SharedDescriptor(try MemoryFile.create(name: "large"))
    try file.descriptor.truncate(to: ArrivedContent.memoryLimit + 1)
    #expect {
      try ArrivedContent.file(file).data()
    } throws: { error in
      if case PasteboardFailure.tooLarge = error { true } else { false }
    }
  }
}

@Suite("Copies of files")
struct FileCopierTests {
  @Test func `a copy has the bytes, the mode and the time, and replaces nothing`() throws {
    let lease = try FileLease()
    defer { lease.remove() }
    let (source, target) = (
      lease.directory.appending(component: "a"), lease.directory.appending(component: "b")
    )
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
    try bytes.write(to: source)
    let time = Date(timeIntervalSince1970: 1_000_000)
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o751, .modificationDate: time]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: source.path)
    FileCopier.cloning.install()
    try FileTree.copy(source, to: target)
    #expect(try Data(contentsOf: target) == bytes)
    let copied = try #require(try FileSystem.status(of: Array(target.path.utf8)))
    #expect((copied.mode, copied.modified) == (0o751, 1_000_000))
    #expect(throws: (any Error).self) { try FileTree.copy(source, to: target) }
  }
}

@Suite("Content that is sent")
struct ExportedContentTests {
  @Test func `bytes are sealed in a file in memory`() throws {
    let exported = try ExportedContent(.data(Data("hello".utf8)))
    #expect(exported.byteCount == 5)
    #expect(try exported.descriptor.descriptor.readToEnd(limit: 9) == Array("hello".utf8))
    #expect(throws: SystemError.self) { try exported.descriptor.descriptor.writeAll([1]) }
  }

  @Test func `a file is opened, and what is none is refused`() throws {
    let lease = try FileLease()
    defer { lease.remove() }
    let url = lease.directory.appending(component: "a")
    try Data("hello".utf8).write(to: url)
    let exported = try ExportedContent(.file(url, allowsOriginal: false))
    #expect(exported.byteCount == 5)
    let directory = url.deletingLastPathComponent()
    #expect(throws: PasteboardFailure.self) {
      try ExportedContent(.file(directory, allowsOriginal: false))
    }
    #expect(throws: SystemError.self) {
      try ExportedContent(.file(url.appending(component: "x"), allowsOriginal: false))
    }
  }
}
