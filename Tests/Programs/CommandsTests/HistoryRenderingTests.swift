import DaemonClient
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Commands

@Suite("What history's verbs print")
struct HistoryRenderingTests {
  static let reply: ShowReply = {
    var summary = ListingTests.entry(3, title: "a\nb")
    (summary.source, summary.tags, summary.expires) = ("firefox", ["x", "y"], 1_700_000_001)
    (summary.pinned, summary.items) = (true, 2)
    return ShowReply(summary: summary, types: RenderingTests.types, preview: "a\nb\u{1B}c")
  }()

  @Test func `programs get an entry's fields and types`() throws {
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    let expected = """
      entry\t0123456789abcdef
      board\tclipboard
      place\t@3
      title\ta␊b
      time\t1700000000.250
      source\tfirefox
      size\t1234
      items\t2
      current\tno
      pinned\tyes
      tag\tx
      tag\ty
      expires\t1700000001.000

      public.json\tapplication/json\t1234
      dyn.x\t\t\n
      """
    #expect(Show.text(Self.reply, rendering) == expected)
  }

  @Test func `what is known of a copy's origin is shown, made fit for a line`() throws {
    var reply = Self.reply
    reply.summary.origin = CopyOrigin(board: "clipboard")
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    #expect(Show.text(reply, rendering).contains("source\tfirefox\nselection\tclipboard\nsize\t"))
    reply.summary.origin?.windowClass = "Firefox"
    reply.summary.origin?.windowTitle = "a\nb\u{1B}[2J"
    reply.summary.origin?.program = "firefox-esr"
    reply.summary.origin?.pid = 42
    let expected = """
      selection\tclipboard
      window class\tFirefox
      window title\ta␊b␛[2J
      program\tfirefox-esr
      pid\t42
      """
    #expect(Show.text(reply, rendering).contains(expected))
  }

  @Test func `an entry that is not kept has no place`() throws {
    var reply = Self.reply
    reply.summary.index = 0
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    #expect(!Show.text(reply, rendering).contains("place"))
  }

  @Test func `people see the beginning of its text, made fit for a terminal`() throws {
    let (rendering, _) = try RenderingTests.rendering(isTerminal: true)
    let text = Show.text(Self.reply, rendering)
    #expect(text.hasSuffix("\na\nb␛c\n"))
    #expect(text.contains("size        1.2 kB\n"))
    #expect(text.contains("place       @3\n"))
  }

  @Test func `boards are a table, and one is fields`() throws {
    var board = BoardStatus(
      board: "notes",
      bound: false,
      changeCount: 4,
      holder: .ours,
      entry: "0123456789abcdef"
    )
    (board.entries, board.size) = (12, 1234)
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    #expect(Board.table([board], rendering) == "notes\t12\t1234\txferd\t0123456789abcdef\n")
    let expected = """
      board\tnotes
      selection\tno
      entries\t12
      size\t1234
      holder\txferd
      changes\t4
      entry\t0123456789abcdef\n
      """
    #expect(Board.text(board, rendering) == expected)
  }

  // MARK: Archives

  @Test(arguments: [
    (ArchiveReply(entries: 1, bytes: 9), "1 entry taken"),
    (ArchiveReply(entries: 0, bytes: 9, skipped: 1), "0 entries taken, 1 was there already"),
    (ArchiveReply(entries: 2, bytes: 9, skipped: 3), "2 entries taken, 3 were there already"),
    (
      ArchiveReply(entries: 2, bytes: 9, skipped: 3, failed: 1),
      "2 entries taken, 3 were there already, 1 could not be taken"
    ),
    (ArchiveReply(entries: 2, bytes: 9, expired: 4), "2 entries taken, 4 had expired"),
    (
      ArchiveReply(entries: 4, bytes: 9, skipped: 3, removed: 2),
      "4 entries taken, 3 were there already, limits of history removed 2"
    ),
  ])
  func `an import says what became of it`(_ reply: ArchiveReply, _ line: String) {
    #expect(Archive.summary(reply, done: "taken") == line)
  }

  @Test(arguments: [
    (ArchiveReply(entries: 1), []),
    (
      ArchiveReply(entries: 1, skipped: 1),
      ["1 entry is left out: nothing of it was made yet"]
    ),
    (
      ArchiveReply(entries: 1, skipped: 2, failed: 1, problems: ["p"]),
      [
        "p", "1 entry written, 1 could not be written",
        "2 entries are left out: nothing of them was made yet",
      ]
    ),
  ])
  func `an export says what is not in it`(_ reply: ArchiveReply, _ lines: [String]) {
    #expect(Archive.summary(ofExport: reply) == lines)
  }

  @Test func `a thousand problems are not all named`() {
    let problems = (1...1000).map { "line\n\($0)" }
    let reply = ArchiveReply(entries: 0, bytes: 9, skipped: 1000, problems: problems)
    let lines = Archive.problems(reply)
    #expect(lines.count == 21)
    #expect(lines.first == "line\u{FFFD}1" && lines.last == "980 more problems")
  }

  @Test(arguments: [
    (
      PasteboardError.invalidPayload(type: "archive", reason: "it ends", position: "byte 1"),
      "a.tar", "it ends at byte 1", ExitCode.data
    ),
    (.storageFailed(reason: "why"), "a.tar", "the storage failed: why", .inputOutput),
    (.inputFailed(reason: "why"), "a.tar", "the input cannot be read: why", .noInput),
    (.noSuchBoard(board: "b"), "b", "there is no such board", .nothing),
    (.invalidRequest(parameter: "board", reason: "why"), "import", "board: why", .usage),
  ])
  func `what concerns an archive names it`(
    _ error: PasteboardError,
    _ what: String,
    _ why: String,
    _ code: ExitCode
  ) {
    let failure = Failure(ClientError.refused(error), of: "a.tar", in: "import")
    #expect(failure == Failure(what, why, code: code))
  }

  static func export(_ path: String, isTerminal: Bool = false) throws -> Destination {
    let export = try HistoryWordsTests.command(Export.self, [path])
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    return try export.destination(Output(file, isTerminal: isTerminal))
  }

  static func failure(_ body: () throws -> Destination) -> Failure? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? Failure
    }
  }

  @Test func `an archive goes to no terminal, no directory and no empty name`() throws {
    let scratch = try ScratchDirectory()
    #expect(Self.failure { try Self.export("-", isTerminal: true) }?.code == .usage)
    #expect(Self.failure { try Self.export("-") } == nil)
    #expect(Self.failure { try Self.export("") }?.code == .usage)
    #expect(Self.failure { try Self.export(scratch.path) }?.code == .cannotCreate)
    #expect(Self.failure { try Self.export(scratch.path("no/a.tar")) }?.code == .cannotCreate)
    #expect(Self.failure { try Self.export(scratch.path("a.tar")) } == nil)
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [])
  }

  // MARK: Failures

  @Test(arguments: [
    ("0123", "no entry begins so, or more than one"), ("@7", "there is no such entry"),
    ("0123456789abcdef", "there is no such entry"),
  ])
  func `an entry that is not there`(_ name: String, _ why: String) {
    let failure = Failure(PasteboardError.noSuchEntry(entry: name), in: "get")
    #expect(failure.what == name)
    #expect(failure.why == why)
    #expect(failure.code == .nothing)
  }

  @Test func `help names each verb once, in groups`() {
    let lines = Help.overview.split(separator: "\n").map(String.init)
    for name in VerbName.allCases {
      #expect(lines.count { $0.hasPrefix("  \(name.rawValue) ") } == 1, "\(name)")
    }
    #expect(Help.overview.contains("\n\nWhat was: history and its boards\n  list "))
  }
}
