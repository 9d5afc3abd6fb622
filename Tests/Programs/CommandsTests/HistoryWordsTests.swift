import Arguments
import LinuxIO
import Testing
import Wire

@testable import Commands

@Suite("What history's verbs make of words")
struct HistoryWordsTests {
  static func command<V: Verb>(_ verb: V.Type, _ words: [String]) throws -> V {
    guard case .command(let command) = try V.scan(words.map { Array($0.utf8) }) else {
      throw UsageError.missingWord("command")
    }
    return command
  }

  // MARK: Entries

  @Test(arguments: [
    ("0123", "0123"), ("0123456789abcdef", "0123456789abcdef"), ("ABCD", "abcd"), ("@1", "@1"),
    ("@007", "@7"), ("@1000000", "@1000000"),
  ])
  func `an entry is named`(_ word: String, _ text: String) {
    #expect(EntryName(argument: Array(word.utf8))?.text == text)
  }

  @Test(arguments: [
    "", "@", "@0", "@-1", "@x", "@1x", "@99999999999999999999", "1", "abc", "wxyz", "0123 ", "@ 1",
    "clipboard", "é123",
  ])
  func `what names no entry is wrong usage`(_ word: String) throws {
    #expect(EntryName(argument: Array(word.utf8)) == nil)
    let failure = Failure(
      UsageError.invalidValue(of: "ENTRY", expected: EntryName.expected),
      in: "show"
    )
    #expect(throws: UsageError.invalidValue(of: "ENTRY", expected: EntryName.expected)) {
      try Self.command(Show.self, [word])
    }
    #expect(failure.code == .usage)
    #expect(failure.why.contains("@1"))
  }

  @Test func `bytes that are no text name no entry`() {
    #expect(EntryName(argument: [0xFF, 0xFF, 0xFF, 0xFF]) == nil)
    #expect(TagName(argument: [0xFF]) == nil)
  }

  @Test func `a get and its types may be of an entry`() throws {
    #expect(try Self.command(Get.self, ["@2"]).entry?.text == "@2")
    #expect(try Self.command(Types.self, ["ABCD"]).entry?.text == "abcd")
    #expect(throws: UsageError.self) { try Self.command(Get.self, ["nonsense"]) }
  }

  @Test(arguments: [("a", true), ("", false), ("a\nb", false), ("ü b", true)])
  func `a tag is text on one line`(_ word: String, _ isTag: Bool) {
    #expect((TagName(argument: Array(word.utf8)) != nil) == isTag)
    #expect(TagName(argument: [UInt8](repeating: 65, count: 255)) != nil)
    #expect(TagName(argument: [UInt8](repeating: 65, count: 256)) == nil)
  }

  // MARK: Requests

  @Test func `a list asks for everything that is said`() throws {
    let words = [
      "-b", "notes", "--search", "a b", "--regex", "^x", "-t", "public.image", "-t", ".txt",
      "--tag", "work", "--tag", "now", "--source", "firefox", "--pinned", "--since", "2h", "-l",
      "5",
    ]
    var expected = ListRequest(board: "notes")
    (expected.search, expected.regex) = ("a b", "^x")
    (expected.types, expected.tags) = (["public.image", ".txt"], ["work", "now"])
    (expected.source, expected.pinned, expected.since, expected.limit) =
      ("firefox", true, 7_200_000, 5)
    #expect(try Self.command(List.self, words).request() == expected)
    #expect(try Self.command(List.self, []).request() == ListRequest())
    #expect(try Self.command(List.self, ["-p"]).request() == ListRequest(board: "primary"))
    #expect(try Self.command(List.self, ["-a"]).request().everywhere == true)
  }

  @Test(arguments: [
    ["--all", "-b", "x"], ["-a", "-p"], ["--json", "-0"], ["-l", "0"], ["-l", "-1"], ["-l", "x"],
    ["--tag", ""], ["--since", "soon"], ["word"], ["--search"],
  ])
  func `a list that makes no sense`(_ words: [String]) {
    #expect(throws: UsageError.self) { try Self.command(List.self, words).request() }
  }

  @Test(arguments: [
    (["-l", "3"], false), (["-a"], false), (["-0"], false), (["--search", "x"], true),
    (["--regex", "x"], true), (["-t", "x"], true), (["--tag", "x"], true), (["--pinned"], true),
    (["--source", "x"], true), (["--since", "1h"], true),
  ])
  func `only where something is asked is no entry a failure`(
    _ words: [String],
    _ isSelective: Bool
  ) throws {
    #expect(try Self.command(List.self, words).isSelective == isSelective)
  }

  @Test func `a restore goes to a board`() throws {
    #expect(try Self.command(Restore.self, ["0123"]).request == RestoreRequest(entry: "0123"))
    #expect(
      try Self.command(Restore.self, ["@2", "-b", "notes"]).request
        == RestoreRequest(entry: "@2", to: "notes")
    )
    var expected = RestoreRequest(entry: "@2", to: "primary")
    expected.board = "notes"
    #expect(try Self.command(Restore.self, ["-p", "--from", "notes", "@2"]).request == expected)
  }

  @Test func `a show is of one entry`() throws {
    #expect(
      try Self.command(Show.self, ["-b", "notes", "@2"]).request
        == ShowRequest(entry: "@2", board: "notes")
    )
    #expect(throws: UsageError.missingWord("ENTRY")) { try Self.command(Show.self, ["--json"]) }
    #expect(throws: UsageError.self) { try Self.command(Show.self, ["@1", "@2"]) }
  }

  @Test func `copies and moves have a place`() throws {
    var expected = ArrangeRequest(entries: ["@1", "0123"], to: "notes")
    #expect(try Self.command(Copy.self, ["@1", "0123", "--to", "notes"]).request() == expected)
    #expect(
      try Self.command(Move.self, ["@1", "0123", "--to=notes", "--first"]).request() == expected
    )
    (expected.before, expected.board) = ("@4", "primary")
    let before = ["@1", "0123", "--to", "notes", "--before", "@4", "-p"]
    #expect(try Self.command(Copy.self, before).request() == expected)
    (expected.before, expected.last) = (nil, true)
    let last = ["--to", "notes", "--last", "-b", "primary", "@1", "0123"]
    #expect(try Self.command(Move.self, last).request() == expected)
  }

  @Test(arguments: [
    [], ["@1"], ["--to", "b"], ["--to", "b", "@1", "--first", "--last"],
    ["--to", "b", "@1", "--before", "@2", "--first"], ["--to", "b", "@1", "--before", "x"],
  ])
  func `a copy that makes no sense`(_ words: [String]) {
    #expect(throws: UsageError.self) { try Self.command(Copy.self, words).request() }
    #expect(throws: UsageError.self) { try Self.command(Move.self, words).request() }
  }

  @Test func `entries are pinned and unpinned`() throws {
    var expected = PinRequest(entries: ["@1", "@2"], pinned: true)
    #expect(try Self.command(Pin.self, ["@1", "@2"]).request() == expected)
    (expected.pinned, expected.board) = (false, "notes")
    #expect(try Self.command(Unpin.self, ["@1", "@2", "-b", "notes"]).request() == expected)
    #expect(throws: UsageError.missingWord("ENTRY")) { try Self.command(Pin.self, []).request() }
    #expect(throws: UsageError.missingWord("ENTRY")) { try Self.command(Unpin.self, []).request() }
  }

  @Test func `entries are tagged`() throws {
    var expected = TagRequest(entries: ["@1"], add: ["a", "b"], remove: ["c"])
    expected.board = "primary"
    let words = ["@1", "--add", "a", "--remove", "c", "--add", "b", "-p"]
    #expect(try Self.command(Tag.self, words).request() == expected)
  }

  @Test(arguments: [
    [], ["@1"], ["--add", "a"], ["@1", "--add", ""], ["@1", "--add", "a", "--remove", "a"],
  ])
  func `a tag that makes no sense`(_ words: [String]) {
    #expect(throws: UsageError.self) { try Self.command(Tag.self, words).request() }
  }

  @Test func `entries are removed`() throws {
    var expected = RemoveRequest(entries: ["0123", "@1"])
    expected.board = "notes"
    #expect(try Self.command(Remove.self, ["0123", "@1", "-b", "notes"]).request() == expected)
    #expect(throws: UsageError.missingWord("ENTRY")) { try Self.command(Remove.self, []).request() }
  }

  @Test func `a clear is of the current entry or of history`() throws {
    #expect(try Self.command(Clear.self, ["-p"]).request == ClearRequest(board: "primary"))
    var expected = ClearRequest()
    expected.history = true
    #expect(try Self.command(Clear.self, ["--history"]).request == expected)
  }

  @Test func `a put names and keeps what it offers`() throws {
    let words = ["--name", "a.txt", "--title", "A\nb", "--tag", "x", "--tag", "y", "--pin"]
    let put = try Self.command(Put.self, words)
    #expect(put.itemName == "a.txt")
    let request = put.request([PutItem(representations: [])])
    #expect(request.title == "A\nb")
    #expect(request.tags == ["x", "y"])
    #expect(request.pinned == true)
    let plain = try Self.command(Put.self, []).request([PutItem(representations: [])])
    #expect(plain == PutRequest(items: [PutItem(representations: [])]))
  }

  // MARK: Boards

  @Test func `boards are listed, made, removed and shown`() throws {
    #expect(try Self.command(Board.self, []).task() == .list)
    #expect(try Self.command(Board.self, ["list", "--json"]).task() == .list)
    #expect(
      try Self.command(Board.self, ["create", "a"]).task()
        == .create(CreateBoardRequest(board: "a"))
    )
    #expect(
      try Self.command(Board.self, ["remove", "a"]).task()
        == .remove(RemoveBoardRequest(board: "a"))
    )
    #expect(
      try Self.command(Board.self, ["remove", "a", "--force"]).task()
        == .remove(RemoveBoardRequest(board: "a", force: true))
    )
    #expect(try Self.command(Board.self, ["show", "a", "--json"]).task() == .show("a"))
  }

  @Test(arguments: [
    ["dance"], ["create"], ["remove"], ["show"], ["list", "a"], ["create", "a", "--force"],
    ["create", "a", "--json"], ["remove", "a", "--json"], ["--force"], ["show", "a", "b"],
  ])
  func `a board's words that make no sense`(_ words: [String]) {
    #expect(throws: UsageError.self) { try Self.command(Board.self, words).task() }
  }

  // MARK: Archives and checks

  @Test func `archives are of all boards or one`() throws {
    #expect(try Self.command(Export.self, ["a.tar"]).request == ExportRequest())
    let export = try Self.command(Export.self, ["a.tar", "-b", "notes"])
    #expect(export.request == ExportRequest(board: "notes"))
    #expect(try Self.command(Import.self, ["-", "-p"]).request == ImportRequest(board: "primary"))
    #expect(throws: UsageError.missingWord("FILE")) { try Self.command(Export.self, ["-p"]) }
    #expect(throws: UsageError.missingWord("FILE")) {
      try Self.command(Import.self, ["-p"]).check()
    }
    try Self.command(Import.self, ["--from", "copyq"]).check()
    #expect(throws: UsageError.self) {
      try Self.command(Import.self, ["a.tar", "--from", "copyq"]).check()
    }
    #expect(throws: UsageError.self) { try Self.command(Import.self, ["--from", "nobody"]) }
  }

  @Test func `the doctor's words are handed on`() throws {
    #expect(try Self.command(Doctor.self, ["--store"]).words == ["doctor", "--store"])
    let words = try Self.command(Doctor.self, ["--store", "--json", "-n"]).words
    #expect(words == ["doctor", "--store", "--dry-run", "--json"])
  }
}
