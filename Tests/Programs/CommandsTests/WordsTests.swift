import Arguments
import Testing

@testable import Commands

@Suite("What verbs make of words")
struct WordsTests {
  static func put(_ words: [String]) throws -> Put? {
    guard case .command(let put) = try Put.scan(words.map { Array($0.utf8) }) else { return nil }
    return put
  }

  @Test(arguments: [
    ("public.json=a", "public.json", "a"),
    ("text=-", "text", "-"),
    ("a=b=c", "a", "b=c"),
    ("text/plain;charset=utf-8=notes.txt", "text/plain;charset=utf-8", "notes.txt"),
    ("text/plain;charset=utf-8;x=y=a=b", "text/plain;charset=utf-8;x=y", "a=b"),
    ("x=/tmp/a;b=c", "x", "/tmp/a;b=c"),
  ])
  func `an added representation is a type and a file`(
    _ word: String,
    _ type: String,
    _ file: String
  ) {
    let added = RepresentationFile(argument: Array(word.utf8))
    #expect(added?.type == type)
    #expect(added?.file == Array(file.utf8))
    let promised = RepresentationCommand(argument: Array(word.utf8))
    #expect(promised?.type == type)
    #expect(promised?.command == file)
  }

  @Test func `added representations keep the order of the words`() throws {
    let words = ["--promise", "a=date", "-r", "b=file", "--promise=c=echo x=y"]
    let put = try #require(try Self.put(words))
    #expect(put.added.map(\.type) == ["a", "b", "c"])
    #expect(put.added.map(\.isCommand) == [true, false, true])
  }

  @Test(arguments: ["", "=", "=a", "a=", "a", "text/plain;charset=utf-8"])
  func `an added representation without both is refused`(_ word: String) {
    #expect(RepresentationFile(argument: Array(word.utf8)) == nil)
    #expect(RepresentationCommand(argument: Array(word.utf8)) == nil)
  }

  @Test(arguments: [
    [], ["-t", "x"], ["-r", "a=b"], ["-r", "a=b", "-t", "x"], ["-r", "a=b", "-"],
    ["-r", "a=-"], ["-r", "a=b", "-r", "c=-", "-n"], ["--once", "--restore"],
    ["--expire", "5s", "--restore"], ["-n"], ["-"], ["--promise", "a=b"],
    ["--promise", "a=b", "-r", "c=-"], ["--snapshot", "a", "b"], ["--snapshot", "a", "--once"],
    ["a", "b"], ["--cut", "a"], ["a", "-r", "b=c"], ["a", "-r", "b=-"], ["--", "-n"],
  ])
  func `a put that makes sense`(_ words: [String]) throws {
    let put = try #require(try Self.put(words))
    #expect(throws: Never.self) { try put.check() }
  }

  private static let onlyFiles = "--snapshot takes FILEs alone: no -t, -r, --promise, -n or -"

  @Test(arguments: [
    (["-r", "a=b", "-r", "a=c"], "there are two representations of type a"),
    (["-t", "a", "-r", "a=b"], "there are two representations of type a"),
    (["-r", "a=b", "--promise", "a=b"], "there are two representations of type a"),
    (["--promise", "a=b", "-n"], "-n is for standard input, which is not read here"),
    (["-r", "a=-", "-r", "b=-"], "standard input can be read only once"),
    (["-t", "x", "-r", "a=-"], "standard input can be read only once"),
    (["-r", "a=b", "-n"], "-n is for standard input, which is not read here"),
    (["--restore"], "--restore wants --expire, --once or --pastes"),
    (["--pastes", "0"], "--pastes expects at least 1"),
    (["--snapshot"], "--snapshot wants a FILE"),
    (["--cut"], "--cut wants FILEs, and is not for --snapshot"),
    (["--cut", "-"], "--cut wants FILEs, and is not for --snapshot"),
    (["--cut", "--snapshot", "a"], "--cut wants FILEs, and is not for --snapshot"),
    (["a", "-"], "- is standard input, and is not offered beside files"),
    (["a", "-t", "b"], "-t is for standard input; a file has its own type"),
    (["a", "-n"], "-n is for standard input, which is not read here"),
    (["a", "--name", "b"], "--name is for content; a file keeps its name, but for --snapshot"),
    (["--snapshot", "a", "-"], Self.onlyFiles), (["--snapshot", "a", "-t", "b"], Self.onlyFiles),
    (["--snapshot", "a", "-n"], Self.onlyFiles),
    (["--snapshot", "a", "-r", "b=c"], Self.onlyFiles),
    (
      ["--snapshot"] + Array(repeating: "a", count: 254),
      "--snapshot takes at most 253 files at a time"
    ),
  ])
  func `a put that makes none`(_ words: [String], _ reason: String) throws {
    let put = try #require(try Self.put(words))
    #expect(throws: UsageError.contradiction(reason)) { try put.check() }
  }

  @Test(arguments: [
    (["-o", "a.png"], "a.png"), (["-o", "/x/y.z/a"], "a"), (["-o", "-"], nil), ([], nil),
    (["-o", "a.png", "-t", "text"], nil),
  ])
  func `a get tells the name of the file, unless a type is said`(
    _ words: [String],
    _ name: String?
  ) throws {
    guard case .command(let get) = try Get.scan(words.map { Array($0.utf8) }) else {
      Issue.record("not a command")
      return
    }
    #expect(get.filename == name)
  }

  @Test(arguments: [
    (["--files", "-o", "x"], "--files prints paths, and takes neither -o nor -t"),
    (["--files", "-t", "x"], "--files prints paths, and takes neither -o nor -t"),
    (["--on-conflict", "skip"], "--on-conflict is for a directory: -o DIR"),
    (["--on-conflict", "skip", "-o", "/none/x"], "--on-conflict is for a directory: -o DIR"),
    (["-0"], "-0 and --json are for paths: --files, or -o DIR"),
    (["--json", "-o", "/none/x"], "-0 and --json are for paths: --files, or -o DIR"),
    (["--item", "0"], "--item expects at least 1"),
  ])
  func `a get that makes none`(_ words: [String], _ reason: String) throws {
    let get = try #require(try Self.get(words))
    #expect(throws: UsageError.contradiction(reason)) { try get.check() }
  }

  @Test(arguments: [
    ["--files", "-0"], ["--files", "--json", "--item", "2"],
    ["-o", "/tmp", "--on-conflict", "fail"],
    ["-o", "/none/", "--json"], ["-o", "/tmp", "-t", "x", "-0"], ["--item", "1", "-n"],
  ])
  func `a get that makes sense`(_ words: [String]) throws {
    let get = try #require(try Self.get(words))
    #expect(throws: Never.self) { try get.check() }
  }

  private static func get(_ words: [String]) throws -> Get? {
    guard case .command(let get) = try Get.scan(words.map { Array($0.utf8) }) else { return nil }
    return get
  }

  @Test(arguments: [
    (0, "0 s"), (999, "0 s"), (1000, "1 s"), (61_000, "1 min 1 s"), (7_500_000, "2 h 5 min"),
    (90_000_000, "1 d 1 h"), (-5, "0 s"),
  ])
  func `a duration is spoken in two units`(_ milliseconds: Int, _ expected: String) {
    #expect(spoken(milliseconds: milliseconds) == expected)
  }

  @Test(arguments: [
    (Duration.milliseconds(500), 500), (.seconds(45), 45_000), (.zero, 0),
    (.seconds(86_400 * 7), 604_800_000),
  ])
  func `a duration is sent in milliseconds`(_ duration: Duration, _ expected: Int) {
    #expect(duration.milliseconds == expected)
  }
}
