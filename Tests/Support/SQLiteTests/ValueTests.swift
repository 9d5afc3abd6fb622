import SQLite
import Testing

@Suite("Values of SQLite")
struct ValueTests {
  @Test(
    arguments: [
      .integer(0), .integer(.min), .integer(Int64.max), .real(0.1), .real(-.infinity),
      .text(""), .text("text"), .text("a\u{0}b\u{0}"), .text("λόγος 😀"), .blob([]), .blob([0]),
      .blob([UInt8](repeating: 0xFF, count: 100_000)), .null,
    ] as [SQLValue]
  )
  func `a value comes back as it was`(value: SQLValue) throws {
    let database = try smallDatabase()
    try database.run("INSERT INTO item(content) VALUES (?)", [value])
    let stored = try database.first("SELECT content FROM item") { $0.value(0) }
    #expect(stored == value)
    let bound = try database.first("SELECT ?", [value]) { $0.value(0) }
    #expect(bound == value)
  }

  @Test func `literals and optionals are values`() throws {
    let none: Int? = nil
    let values: [SQLValue] = [
      1, 2.5, "three", nil, .integer(4), .integer(none), .text(String?.none), .blob([UInt8]?.none),
      .real(Double?.none), .integer(Int64?(5)), .text(String?("six")),
    ]
    let expected: [SQLValue] = [
      .integer(Int64(1)), .real(2.5), .text("three"), .null, .integer(Int64(4)), .null, .null,
      .null, .null, .integer(Int64(5)), .text("six"),
    ]
    #expect(values == expected)
  }

  @Test func `what is not a number is null`() throws {
    let isNull = try smallDatabase().first("SELECT ?", [.real(.nan)]) { $0.isNull(0) }
    #expect(isNull == true)
  }

  @Test func `a row reads each column as it is asked`() throws {
    let database = try smallDatabase()
    let isAsExpected = try database.first("SELECT 7, '1.5', x'616200', NULL") { row in
      #expect(row.columnCount == 4)
      #expect(row.integer(0) == 7 && row.text(0) == "7" && row.real(0) == 7)
      #expect(row.integer(1) == 1 && row.real(1) == 1.5 && row.blob(1) == Array("1.5".utf8))
      #expect(row.blob(2) == [0x61, 0x62, 0] && row.text(2) == "ab\u{0}")
      #expect(row.integer(3) == 0 && row.text(3) == "" && row.blob(3) == [] && row.real(3) == 0)
      #expect(row.isNull(3) && !row.isNull(2))
      return true
    }
    #expect(isAsExpected == true)
  }

  @Test func `bytes are lent`() throws {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let database = try smallDatabase()
    let sum = try database.first("SELECT ?", [.blob(bytes)]) { row in
      row.withBytes(0) { bytes in bytes.reduce(0) { $0 + Int($1) } }
    }
    #expect(sum == 7 << 20)
    let isEmpty = try database.first("SELECT x''") { $0.withBytes(0) { $0.isEmpty } }
    #expect(isEmpty == true)
  }

  @Test func `bytes that are no text are repaired`() throws {
    let text = try smallDatabase().first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) }
    #expect(text == "a\u{FFFD}b")
  }

  @Test func `a column that is not there is a mistake of the program`() async {
    await #expect(processExitsWith: .success) {
      try smallDatabase().forEach("SELECT 1, 2") { print($0.integer(1)) }
    }
    await #expect(processExitsWith: .failure) {
      try smallDatabase().forEach("SELECT 1, 2") { print($0.integer(2)) }
    }
    await #expect(processExitsWith: .failure) {
      try smallDatabase().forEach("SELECT 1, 2") { print($0.isNull(-1)) }
    }
  }

  @Test func `so is a row after the next step`() async {
    await #expect(processExitsWith: .failure) {
      let rows = try smallDatabase().rows("SELECT 1 UNION SELECT 2")
      guard let row = try rows.next() else { return }
      rows.close()
      print(row.integer(0))
    }
  }
}
