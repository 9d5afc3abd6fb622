import Testing

@testable import Arguments

@Suite("Argument values")
struct ArgumentValueTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("45s", .seconds(45)), ("10m", .seconds(600)),
    ("2h", .seconds(7200)), ("7d", .seconds(604_800)), ("0s", .zero),
  ])
  func `a duration has a unit`(_ text: String, _ expected: Duration) {
    #expect(Duration(argument: Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    "", "5", "s", "-1s", "1.5s", "1 s", "1S", "999999999999d", "99999999999999999999s",
  ])
  func `what is no duration is refused`(_ text: String) {
    #expect(Duration(argument: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("512", 512), ("512B", 512), ("64KiB", 65_536), ("10MB", 10_000_000),
    ("1kB", 1000), ("2GiB", 2_147_483_648), ("1TB", 1_000_000_000_000),
  ])
  func `a size may have a unit`(_ text: String, _ expected: Int) {
    #expect(ByteCount(argument: Array(text.utf8)) == ByteCount(expected))
  }

  @Test(arguments: ["", "KiB", "1XB", "-1", "99999999TiB", "1 MB", "1.5MB"])
  func `what is no size is refused`(_ text: String) {
    #expect(ByteCount(argument: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1500, "1.5 kB"), (999_949, "999.9 kB"),
    (999_960, "1.0 MB"), (1_234_567, "1.2 MB"), (1_073_741_824, "1.1 GB"),
    (5_000_000_000_000, "5.0 TB"), (.max, "9223372.0 TB"),
  ])
  func `a size is written for people`(_ bytes: Int, _ expected: String) {
    #expect(ByteCount(bytes).description == expected)
  }

  @Test(arguments: [
    ("gte", "get"), ("pt", "put"), ("stauts", "status"), ("wach", "watch"), ("typs", "types"),
  ])
  func `a slip of the finger finds its word`(_ word: String, _ expected: String) {
    let verbs = ["put", "get", "types", "clear", "watch", "status", "config", "daemon"]
    #expect(Suggestion.nearest(to: word, among: verbs) == expected)
  }

  @Test(arguments: ["zebra", "x", "statistics", String(repeating: "g", count: 10_000)])
  func `a word that is far from all finds none`(_ word: String) {
    #expect(Suggestion.nearest(to: word, among: ["put", "get", "types", "status"]) == nil)
  }

  @Test func `words in messages cannot steer a terminal`() {
    #expect(Word.shown(Array("a\u{1B}[2J\n\u{202E}b\u{9B}".utf8)) == "a�[2J��b�")
    #expect(Word.shown([0x61, 0xFF]) == "a�")
    #expect(Word.shown(Array(repeating: 0x61, count: 300)).count == 201)
  }
}
