import TestSupport
import Testing
import XCB

@Suite("Atoms", .timeLimit(.minutes(4))) struct AtomTests {
  @Test func `names and atoms belong together both ways`() throws {
    let connection = try XServer.shared().connect()
    let names = ["PRIMARY", "CLIPBOARD", "UTF8_STRING", "a name with spaces"].map { Array($0.utf8) }
    let atoms = try connection.intern(names)
    #expect(atoms[0] == .primary)
    #expect(Set(atoms).count == 4)
    #expect(try connection.names(of: atoms) == names)
    #expect(try connection.intern(names) == atoms)
  }

  @Test func `a name is bytes, whether text or not, long or short`() throws {
    let connection = try XServer.shared().connect()
    let names: [[UInt8]] = [
      [0xFF, 0xFE, 0x41], Array("e\u{301}".utf8), Array("\u{E9}".utf8), [0x41],
      [UInt8](repeating: 0x62, count: 65_535), [0x0A],
    ]
    let atoms = try connection.intern(names)
    #expect(Set(atoms).count == names.count)
    #expect(try connection.names(of: atoms) == names)
  }

  @Test func `a name too long is refused and the connection lives`() throws {
    let connection = try XServer.shared().connect()
    let long = [UInt8](repeating: 0x61, count: 65_536)
    #expect(
      throws: XError(request: "InternAtom", kind: .tooLong(byteCount: 65_536, limit: 65_535))
    ) { try connection.intern([Array("fine".utf8), long]) }
    try connection.sync()
  }

  @Test func `an atom that does not exist has no name`() throws {
    let connection = try XServer.shared().connect()
    let strange = [Atom(rawValue: 0), .primary, Atom(rawValue: .max), Atom(rawValue: 0x1FFF_FFFF)]
    let names = try connection.names(of: strange)
    #expect(names == [nil, Array("PRIMARY".utf8), nil, nil])
    #expect(connection.nextEvent() == nil)
  }

  @Test func `no names and no atoms ask nothing`() throws {
    let connection = try XServer.shared().connect()
    #expect(try connection.intern([]) == [])
    #expect(try connection.names(of: []).isEmpty)
  }

  @Test func `100,000 strange atoms are asked for without trouble`() throws {
    let connection = try XServer.shared().connect()
    let atoms = (0..<100_000).map { Atom(rawValue: 0x1000_0000 + UInt32($0)) }
    let names = try connection.names(of: atoms)
    #expect(names.count == 100_000)
    #expect(names.allSatisfy { $0 == nil })
    try connection.sync()
  }
}
