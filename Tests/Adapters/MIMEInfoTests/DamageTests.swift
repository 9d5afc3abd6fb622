import MIMEInfo
import LinuxIO
import TestSupport
import Testing

/// None of this may trap or go on for ever, which is what the time limit is for.
@Suite("A damaged MIME database", .timeLimit(.minutes(4))) struct DamageTests {
  private let fixture: MIMEFixture
  private static let content =
    Array("GIF89a<?xml PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 600)

  init() throws {
    fixture = try MIMEFixture()
  }

  /// Asks for a bit of everything, whatever the answer.
  private func exercise(_ database: SharedMIMEInfo) {
    for name in ["a.png", "A.OGG", "Makefile", "x.tar.gz", "ls.1", "x.C"] {
      let guesses = database.guesses(forName: Array(name.utf8), head: nil)
      for guess in guesses { #expect(guess.mimeType.split(separator: "/").count == 2) }
    }
    #expect(database.guess(forContent: Self.content).mimeType.contains("/"))
    for type in ["image/x-ms-bmp", "image/svg+xml", "text/x-c++src", "application/x-tar"] {
      let type = database.canonical(type)
      _ = database.parents(of: type)
      _ = database.aliases(of: type)
      _ = database.filenameExtensions(of: type)
      _ = database.localizedDescription(of: type)
      _ = database.isSubclass(type, of: "text/plain")
    }
    _ = database.mimeTypes(ofFilenameExtension: "ogg")
  }

  private func exercise(cache: [UInt8]) throws {
    exercise(SharedMIMEInfo(directories: [try fixture.write(["mime.cache": cache])]))
  }

  /// A cache small enough to be damaged everywhere.
  private func smallCache() throws -> [UInt8] {
    try fixture.install(
      """
      <mime-type type="image/svg+xml"><alias type="image/svg"/><sub-class-of type="text/plain"/>
        <glob pattern="*.svg"/><glob pattern="*.png"/><glob pattern="Makefile"/><glob pattern="[lx]s.?"/>
        <magic><match type="string" offset="0:64" value="GIF"><match type="host32" offset="4"
          value="0x1234"/><match type="byte" offset="3" value="0x38" mask="0xFF"/></match></magic>
      </mime-type>
      """,
      in: "small"
    )
    return try readFile(fixture.scratch.path("small/mime.cache"))
  }

  @Test func `a small cache, cut at every byte, knows less`() throws {
    let whole = try smallCache()
    for length in whole.indices { try exercise(cache: Array(whole.prefix(length))) }
    try exercise(cache: whole)
    #expect(fixture.database("user").type(ofName: "a.svg") == "image/svg+xml")
  }

  @Test func `a small cache with every byte changed knows something else`() throws {
    let whole = try smallCache()
    for index in whole.indices {
      for value in [0xFF, whole[index] ^ 1] as [UInt8] {
        var changed = whole
        changed[index] = value
        try exercise(cache: changed)
      }
    }
  }

  @Test(arguments: 0..<4)
  func `a small cache with bytes changed at random is survived`(part: Int) throws {
    let whole = try smallCache()
    var numbers = SeededNumbers(seed: UInt64(part))
    for _ in 0..<400 {
      var changed = whole
      for _ in 0..<3 {
        let place = Int.random(in: whole.indices, using: &numbers)
        changed[place] = .random(in: 0...255, using: &numbers)
      }
      try exercise(cache: changed)
    }
  }

  @Test func `the machine's cache, cut anywhere, knows less`() throws {
    let whole = try MachineDatabase.file("mime.cache")
    for length in stride(from: 1, to: whole.count, by: whole.count / 20) {
      try exercise(cache: Array(whole.prefix(length)))
    }
  }

  @Test func `the machine's cache with bytes changed at random is survived`() throws {
    let whole = try MachineDatabase.file("mime.cache")
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<12 {
      var changed = whole
      for _ in 0..<400 {
        // All but the header, which would make it a cache of no use at once.
        let place = Int.random(in: 40..<whole.count, using: &numbers)
        changed[place] = .random(in: 0...255, using: &numbers)
      }
      try exercise(cache: changed)
    }
  }

  @Test func `a tree of suffixes that leads into itself has an end`() throws {
    var cache = header(suffixTree: 60)
    // At 60: one root at 68, an "a" with itself and its like as children.
    cache += words([1, 68, 0x61, 3, 68, 0x61, 3, 68, 0x61, 3, 68])
    try exercise(cache: cache)
    let name = Array(repeating: UInt8(ascii: "a"), count: 5000)
    #expect(!fixture.database("user").guesses(forName: name, head: nil).isEmpty)
  }

  @Test func `rules that lead into themselves have an end`() throws {
    var cache = header(magic: 60)
    // One match at 72; a matchlet at 88 whose two children are at 88 and 120: that is 2 to the 32nd.
    cache += words([1, 1 << 20, 72, 50, 44, 2, 88])
    for _ in 0..<2 { cache += words([0, 1 << 31, 1, 1, 44, 0, 2, 88]) }
    try exercise(cache: cache)
    let head = [UInt8](repeating: 0x61, count: 1 << 18)
    #expect(fixture.database("user").guess(forContent: head).reason == .text)
  }

  @Test(arguments: [
    ("aliases", "a/a a/b\na/b a/c\na/c a/a\na/self a/self\n"),
    ("subclasses", "a/a a/b\na/b a/c\na/c a/a\na/self a/self\n"),
  ])
  func `circles have an end`(file: String, text: String) throws {
    let database = SharedMIMEInfo(directories: [try fixture.write([file: Array(text.utf8)])])
    for type in ["a/a", "a/b", "a/self"] {
      #expect(database.canonical(type) == type || file == "aliases")
      #expect(!database.isSubclass(type, of: "a/other"))
      #expect(!database.parents(of: type).contains(type))
    }
    if file == "subclasses" { #expect(database.isSubclass("a/a", of: "a/c")) }
  }

  @Test func `a line that never ends is left out, and the rest is read`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
    let globs = Array("50:a/one:*.one\n50:a/long:*.".utf8) + long + Array("\n50:a/two:*.two\n".utf8)
    let database = SharedMIMEInfo(directories: [try fixture.write(["globs2": globs])])
    #expect(database.type(ofName: "x.one") == "a/one")
    #expect(database.type(ofName: "x.two") == "a/two")
    #expect(!database.isKnown("a/long"))
  }

  @Test func `lines that are none are left out`() throws {
    let globs = """
      nonsense\n:::\n50:a/b\n50:ab:*.x\n-1:a/c:*.c\n101:a/d:*.d\n99999999999:a/e:*.e\n50:a/f:\n
      50:a/g:*.g:cs,new:more:and more\n50:a/h:*.h:new\n50:a b/i:*.i\n50:a/j:*.j
      """
    let directory = try fixture.write(["globs2": Array(globs.utf8) + [0xFF, 0x0A, 0]])
    let database = SharedMIMEInfo(directories: [directory])
    let known = "bcdefghij".filter {
      database.type(ofName: "x.\($0)") != "application/octet-stream"
    }
    #expect(known == "gh")
    #expect(database.type(ofName: "X.G") == "application/octet-stream")
    #expect(database.type(ofName: "X.H") == "a/h")
  }

  @Test(arguments: ["a directory", "a named pipe", "an unreadable file", "a broken link", "empty"])
  func `something else in place of the cache makes way for the text files`(what: String) throws {
    let directory = try fixture.install(
      "<mime-type type='a/b'><glob pattern='*.b'/></mime-type>",
      form: .textFiles
    )
    let cache = fixture.scratch.path("user/mime.cache")
    let command =
      switch what {
      case "a directory": "mkdir \"$0\""
      case "a named pipe": "mkfifo \"$0\""
      case "a broken link": "ln -s nowhere \"$0\""
      case "an unreadable file": "printf '' > \"$0\"; chmod 0 \"$0\""
      default: ": > \"$0\""
      }
    try run("sh", ["-c", command, cache])
    #expect(SharedMIMEInfo(directories: [directory]).type(ofName: "x.b") == "a/b")
  }

  @Test(arguments: [[0, 1, 0, 0], [0, 1, 0, 3], [0, 2, 0, 2], [1, 0, 2, 0]] as [[UInt8]])
  func `another version makes way for the text files`(version: [UInt8]) throws {
    let directory = try fixture.install("<mime-type type='a/b'><glob pattern='*.b'/></mime-type>")
    var cache = try readFile(fixture.scratch.path("user/mime.cache"))
    cache.replaceSubrange(0..<4, with: version)
    _ = try fixture.write(["mime.cache": cache, "globs2": Array("50:a/text:*.b\n".utf8)])
    #expect(SharedMIMEInfo(directories: [directory]).type(ofName: "x.b") == "a/text")
  }

  @Test func `version 1_1 is read, which knows nothing of case`() throws {
    let directory = try fixture.install("<mime-type type='a/b'><glob pattern='*.b'/></mime-type>")
    var cache = try readFile(fixture.scratch.path("user/mime.cache"))
    cache[3] = 1
    _ = try fixture.write(["mime.cache": cache, "globs2": Array("50:a/text:*.b\n".utf8)])
    #expect(SharedMIMEInfo(directories: [directory]).type(ofName: "X.B") == "a/b")
  }

  // MARK: Caches made by hand

  /// 60 bytes: a header, a list without entries at 40, and the type a/b at 44.
  private func header(suffixTree: UInt32 = 52, magic: UInt32 = 52) -> [UInt8] {
    words([0x0001_0002, 40, 40, 40, suffixTree, 40, magic, 40, 40, 40, 0])
      + Array("a/b".utf8) + [0, 0, 0, 0, 0] + words([0, 0])
  }

  private func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }
}
