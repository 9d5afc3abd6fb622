import DropFolders
import LinuxIO
import Pasteboards
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("What is remembered of drop folders") struct FolderBookTests {
  private static func facts(_ path: [UInt8], configured: Bool = false) throws -> FolderFacts {
    var folder = DropFolder(path: path, board: try #require(BoardName("in box")))
    (folder.accept, folder.action) = (["public.image"], .move)
    folder.command = ["sh", "-c", "a \"b\""]
    folder.template = try FileNameTemplate("{{date}}")
    folder.isConfigured = configured
    let mark = Watermark(time: 1_796_087_481_790_788_017, unfinished: [[0x61, 0xFF], [0x0A]])
    return FolderFacts(folder, mark)
  }

  private static func reread(_ all: [FolderFacts]) throws -> [FolderFacts]? {
    let scratch = try ScratchDirectory()
    let path = FolderBook.path(in: Array(scratch.path.utf8))
    let bytes = try #require(FolderBook.bytes(of: all))
    try FileSystem.open(path, .create).writeAll(bytes)
    return FolderBook.read(from: path)
  }

  @Test func `all of a folder comes back, whatever its name`() throws {
    for path in [Array("/a b/ü".utf8), [0x2F, 0xFF, 0x0A, 0x22]] {
      let facts = try Self.facts(path)
      let found = try #require(try Self.reread([facts])?.first)
      #expect(found.folder == facts.folder)
      #expect(found.watermark == facts.watermark)
    }
  }

  @Test func `of one of the configuration only how far it was seen is remembered`() throws {
    let facts = try Self.facts(Array("/a".utf8), configured: true)
    let found = try #require(try Self.reread([facts])?.first)
    #expect(found.folder.isConfigured && found.folder.command.isEmpty)
    #expect(found.watermark == facts.watermark)
  }

  @Test func `without a file there is nothing, and a broken one is told apart`() throws {
    let scratch = try ScratchDirectory()
    let path = FolderBook.path(in: Array(scratch.path.utf8))
    #expect(FolderBook.read(from: path)?.isEmpty == true)
    for text in ["", "{", "[]", "{\"schema\":2,\"folders\":[]}", "{\"schema\":1}"] {
      try FileSystem.open(path, .replace).writeAll(Array(text.utf8))
      #expect(FolderBook.read(from: path) == nil, "\(text)")
    }
  }

  @Test func `what makes no folder is left out`() throws {
    let scratch = try ScratchDirectory()
    let path = FolderBook.path(in: Array(scratch.path.utf8))
    let text = """
      {"schema":1,"folders":[{"path":"relative","board":"a"},{"path":"%2","board":"a"},
      {"path":"%2Fa","board":"\\u0001"},{"path":"%2Fgood","board":"a","name":"{{none}}"}]}
      """
    try FileSystem.open(path, .replace).writeAll(Array(text.utf8))
    let found = try #require(FolderBook.read(from: path))
    #expect(found.map(\.folder.path) == [Array("/good".utf8)])
    #expect(found.first?.folder.template == nil)
  }
}
