import Testing

@testable import Tar

@Suite("Hostile archives")
struct HostileArchiveTests {
  @Test(arguments: [
    // Negative, beyond what an integer holds, no digits.
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    Array("-0000000001\0".utf8),
    Array("0000000009\0\0".utf8),
  ])
  func `a size that cannot be is refused`(_ size: [UInt8]) throws {
    var block = TarHeader(name: [0x61], byteCount: 0).block ?? []
    block.replaceSubrange(124..<136, with: size)
    fixSum(of: &block)
    #expect(throws: TarError.self) { try firstMember(of: block) }
  }

  @Test(arguments: [
    "99 path=a\n", "3 path=a\n", "-1 path=a\n", "0 \n", "99999999999999999999 path=a\n", "path=a\n",
    "10 path=ab", "6 path\n", " path=a\n", "4 \n\n\n",
  ])
  func `a record that lies about its length is refused`(_ record: String) throws {
    #expect(throws: TarError.self) { try PaxRecords(Array(record.utf8), at: 0) }
  }

  @Test(arguments: ["-1", "99999999999999999999", "1e3", "9223372036854775807"])
  func `a size of a record that cannot be is refused`(_ size: String) throws {
    #expect(throws: TarError.self) {
      try firstMember(of: extended(PaxRecords.record("size", Array(size.utf8))))
    }
  }

  @Test func `gigabytes of a header are refused unread`() throws {
    for type in ["x", "g", "L", "K"] {
      let header = TarHeader(name: [0x61], byteCount: 1 << 32, type: Array(type.utf8)[0])
      #expect(throws: TarError.self) { try firstMember(of: header.block ?? []) }
    }
  }

  @Test func `names are handed on as they are`() throws {
    for name in ["../../etc/passwd", "/etc/passwd", "", "a\u{0}b"] {
      let record = PaxRecords.record("path", Array(name.utf8))
      let found = try firstMember(of: extended(record))
      // An empty value takes a record back.
      #expect(found?.name == (name.isEmpty ? [0x62] : Array(name.utf8)))
    }
  }

  @Test func `links and devices are members without content`() throws {
    for type in UInt8(ascii: "1")...UInt8(ascii: "6") {
      let block = TarHeader(name: [0x61], byteCount: 1 << 30, type: type).block ?? []
      #expect(try firstMember(of: block)?.byteCount == 0)
    }
  }

  @Test func `an archive that is cut within a header of another is not between members`() throws {
    var reader = TarReader()
    for block in [0, 1] {
      let header = extended(PaxRecords.record("path", [0x61]))
      _ = try reader.read(Array(header[(block * 512)..<((block + 1) * 512)]))
    }
    #expect(!reader.isBetweenMembers)
  }

  @Test func `a sparse file of GNU tar is passed over with all of its headers`() throws {
    var first = TarHeader(name: [0x61], byteCount: 512, type: UInt8(ascii: "S")).block ?? []
    first[482] = 1
    fixSum(of: &first)
    var second = [UInt8](repeating: 0, count: 512)
    second[504] = 1
    let third = [UInt8](repeating: 0, count: 512)
    let archive =
      first + second + third + content(512)
      + TarWriter.header(of: TarMember(name: [0x62], byteCount: 0))
    #expect(try members(of: archive).map(\.name) == [[0x61], [0x62]])
  }

  /// A header with records for a file of no bytes.
  private func extended(_ records: [UInt8]) -> [UInt8] {
    let header = TarHeader(name: [0x61], byteCount: records.count, type: UInt8(ascii: "x"))
    let zeros = [UInt8](repeating: 0, count: TarBlock.padding(after: records.count))
    return (header.block ?? []) + records + zeros
      + (TarHeader(name: [0x62], byteCount: 0).block ?? [])
  }
}
