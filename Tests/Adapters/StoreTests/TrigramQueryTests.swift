import Testing

@testable import Store

/// Which trigrams a search asks the index for.
@Suite("Trigrams of a search")
struct TrigramQueryTests {
  private func asked(_ text: String, _ samples: [String] = []) -> [String] {
    TrigramQuery(text).expression(after: samples.map { Array($0.utf8) })
      .components(separatedBy: " AND ")
  }

  @Test func `two characters are none, and three are one`() {
    #expect(!TrigramQuery("ab").isIndexed)
    #expect(!TrigramQuery("a\0bc").isIndexed)
    #expect(asked("äbc") == ["\"äbc\""])
    #expect(asked("a\"b") == ["\"a\"\"b\""])
  }

  @Test func `each is asked for once`() {
    #expect(asked("aaaaaaaa") == ["\"aaa\""])
    #expect(Set(asked("abababab")) == ["\"aba\"", "\"bab\""])
  }

  @Test func `of texts that nothing is known of it is some that are far apart`() {
    let asked = asked("abcdefghijklmnop")
    #expect(asked.count == 4)
    #expect(asked.contains("\"abc\"") && asked.contains("\"nop\""))
  }

  @Test func `what many texts have is not asked for where few have something else`() {
    let common = "the house and the garden"
    let samples = Array(repeating: common, count: 100) + ["and then", "house the", "en the h"]
    // All of it is in most texts but where the words meet.
    let asked = asked("garden the house and", samples)
    #expect(asked.contains("\"n t\""))
    #expect(!asked.contains("\"and\""))
  }

  @Test func `one more is asked for if it spares more than it costs`() {
    // Four that every text has say nothing; the fifth, which only some have, does.
    let samples = (0..<100).map { $0 % 2 == 0 ? "abcd efgh ijkl" : "abcd efgh" }
    #expect(asked("abcd efgh ijkl", samples).contains { $0.contains("j") })
    // Where all are everywhere nothing is spared by more.
    let everywhere = Array(repeating: "abcd efgh ijkl", count: 100)
    #expect(asked("abcd efgh ijkl", everywhere).count == 4)
  }

  @Test func `capital letters of a sample are no others`() {
    let samples = Array(repeating: "HOUSE", count: 100) + Array(repeating: "mous", count: 1)
    #expect(asked("mouse house", samples).first != "\"ous\"")
  }

  @Test func `a text of any length is weighed in bounded time`() {
    let text = String((0..<100_000).map { Character(Unicode.Scalar(0x4E00 + $0 % 5000) ?? " ") })
    #expect(asked(text).count == 4)
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
