import SQLite
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

  @Test func `the index finds every letter that the text says is the same`() throws {
    let database = try Database(Array(":memory:".utf8), .create)
    try database.execute(
      "CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'trigram', detail = none)"
    )
    let letters = (0...UInt32(0x10FFFF)).compactMap(Unicode.Scalar.init).filter { letter in
      letter.properties.changesWhenLowercased || letter.properties.changesWhenUppercased
    }
    try #require(letters.count > 2700)
    try database.transaction {
      for letter in letters {
        let sql = "INSERT INTO t (rowid, x) VALUES (?, ?)"
        try database.run(sql, [.integer(Int64(letter.value)), .text("xy\(letter)z")])
      }
    }
    for letter in letters {
      let (lower, upper) = (letter.properties.lowercaseMapping, letter.properties.uppercaseMapping)
      for needle in [String(letter), lower, upper].flatMap({ ["xy\($0)z", "xy" + $0, $0 + "z"] }) {
        let query = TrigramQuery(needle)
        let isMatch = Array("xy\(letter)z".utf8).withUnsafeBytes { query.matches($0) }
        if needle.unicodeScalars.contains(letter) { #expect(isMatch, "\(needle)") }
        guard isMatch, query.isIndexed else { continue }
        let found = try database.first(
          "SELECT 1 FROM t WHERE t MATCH ? AND rowid = ?",
          [.text(query.expression(after: [])), .integer(Int64(letter.value))]
        ) { _ in true }
        #expect(found == true, "\(needle) in xy\(letter)z, U+\(String(letter.value, radix: 16))")
      }
    }
  }

  @Test func `the last sigma of a word is one`() {
    for (needle, text) in [("ΟΔΟΣ", "η οδος"), ("οδος", "Η ΟΔΟΣ")] {
      #expect(Array(text.utf8).withUnsafeBytes { TrigramQuery(needle).matches($0) })
    }
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
