import TestSupport
import Testing
import XCB

@Suite("Properties", .timeLimit(.minutes(4))) struct PropertyTests {
  private func write(
    _ bytes: [UInt8],
    format: UInt8,
    by client: Client,
    to property: Atom
  ) throws {
    try bytes.withUnsafeBytes {
      _ = try client.connection.changeProperty(
        property,
        of: client.window,
        type: .integer,
        format: format,
        bytes: $0
      )
    }
  }

  @Test(arguments: [0, 1, 3, 4, 5, 4095, 65_535, 262_145, 1_048_577])
  func `bytes come back as they were written`(count: Int) throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    let bytes = TestBytes.pattern(count: count)
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .string,
      bytes: bytes
    )
    let read = try client.connection.property(property, of: client.window, byteCount: 1 << 30)
    #expect(read.type == .string)
    #expect(read.format == 8)
    #expect(read.bytesAfter == 0)
    #expect(read.exists == true)
    #expect(read.words == nil)
    let found = read.bytes
    #expect(TestBytes.difference(found, bytes) == nil)
  }

  @Test func `items of 32 bits come back as numbers`() throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .cardinal,
      words: [1, .max, 0x0102_0304]
    )
    let read = try client.connection.property(property, of: client.window, byteCount: 1 << 20)
    #expect(read.format == 32)
    #expect(read.byteCount == 12)
    #expect(read.words == [1, .max, 0x0102_0304])
  }

  @Test(arguments: [
    (UInt8(8), 5, true), (16, 6, true), (16, 5, false), (32, 8, true),
    (32, 6, false), (0, 4, false), (64, 8, false), (7, 7, false),
  ])
  func `only whole items of a real format are sent`(format: UInt8, count: Int, fits: Bool) throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    let bytes = [UInt8](repeating: 7, count: count)
    if fits {
      try write(bytes, format: format, by: client, to: property)
    } else {
      #expect(throws: XError(request: "ChangeProperty", kind: .splitItem)) {
        try write(bytes, format: format, by: client, to: property)
      }
    }
    let read = try client.connection.property(property, of: client.window, byteCount: 100)
    #expect(read.byteCount == (fits ? count : 0))
    #expect(read.format == (fits ? format : 0))
  }

  @Test func `a property that is not there is a value`() throws {
    let client = try Client(XServer.shared())
    let read = try client.connection.property(
      try client.atom("MISSING"),
      of: client.window,
      byteCount: 100
    )
    #expect(read.exists == false)
    #expect(read.type == .none)
    let bytes = read.bytes
    #expect(bytes == [])
  }

  @Test func `a value is read in pieces, and deleted with the last`() throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    let bytes = TestBytes.pattern(count: 1001)
    try client.connection.changeProperty(property, of: client.window, type: .string, bytes: bytes)
    var found: [UInt8] = []
    for (offset, after) in [(0, 601), (400, 201), (800, 0)] {
      let piece = try client.connection.property(
        property,
        of: client.window,
        offset: offset,
        byteCount: 400,
        delete: true
      )
      #expect(piece.bytesAfter == after)
      found += piece.bytes
    }
    #expect(found == bytes)
    let gone = try client.connection.property(property, of: client.window, byteCount: 4)
    #expect(gone.exists == false)
  }

  @Test func `with another type no bytes come and nothing is deleted`() throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .string,
      bytes: [1, 2, 3]
    )
    let other = try client.connection.property(
      property,
      of: client.window,
      type: .integer,
      byteCount: 100,
      delete: true
    )
    #expect(other.type == .string)
    #expect(other.bytesAfter == 3)
    #expect(other.byteCount == 0)
    let still = try client.connection.property(property, of: client.window, byteCount: 100)
    let bytes = still.bytes
    #expect(bytes == [1, 2, 3])
  }

  @Test(arguments: [[], ["-maxbigreqsize", "1"]])
  func `the largest value is written and one byte more is refused`(options: [String]) throws {
    let server = try XServer(options)
    let client = try Client(server)
    let connection = client.connection
    #expect(connection.maximumRequestBytes == (options.isEmpty ? 16_777_212 : 4_194_300))
    let property = try client.atom("P")
    let limit = connection.maximumPropertyBytes
    let bytes = TestBytes.pattern(count: limit + 1)
    #expect(
      throws: XError(
        request: "ChangeProperty",
        kind: .tooLong(byteCount: limit + 1, limit: limit)
      )
    ) { try connection.changeProperty(property, of: client.window, type: .string, bytes: bytes) }
    try connection.changeProperty(
      property,
      of: client.window,
      type: .string,
      bytes: Array(bytes.dropLast())
    )
    let read = try connection.property(property, of: client.window, byteCount: limit + 4)
    #expect(read.byteCount == limit)
    #expect(connection.failure == nil)
  }

  @Test func `a checked write tells of its error, and no event does`() throws {
    let client = try Client(XServer.shared())
    let connection = client.connection
    let property = try client.atom("P")
    let nowhere = try connection.createInputOnlyWindow(events: [])
    connection.destroy(nowhere)
    let bytes: [UInt8] = [1]
    try bytes.withUnsafeBytes { raw in
      let good = try connection.sendCheckedChange(
        of: property,
        of: client.window,
        type: .string,
        format: 8,
        bytes: raw
      )
      let bad = try connection.sendCheckedChange(
        of: property,
        of: nowhere,
        type: .string,
        format: 8,
        bytes: raw
      )
      try connection.collect(good)
      let error = #expect(throws: XError.self) { try connection.collect(bad) }
      #expect(error?.isBadWindow == true)
      #expect(error?.request == "ChangeProperty")
    }
    let errors = try client.drain().filter { if case .error = $0 { true } else { false } }
    #expect(errors.isEmpty)
  }

  @Test func `an unchecked write's error comes as an event with its number`() throws {
    let client = try Client(XServer.shared())
    let nowhere = Window(rawValue: client.window.rawValue + 1000)
    let property = try client.atom("P")
    client.connection.deleteProperty(property, of: client.window)
    let sequence = try client.connection.changeProperty(
      property,
      of: nowhere,
      type: .string,
      bytes: [1]
    )
    client.connection.deleteProperty(property, of: client.window)
    let (error, found) = try client.waitForError()
    #expect(found == sequence)
    #expect(error.request == "ChangeProperty")
    #expect(
      error.kind
        == .protocolError(
          code: 3,
          majorOpcode: 18,
          minorOpcode: 0,
          resource: nowhere.rawValue
        )
    )
  }

  @Test func `the type none is BadAtom, and a read of no window BadWindow`() throws {
    let client = try Client(XServer.shared())
    try client.connection.changeProperty(
      try client.atom("P"),
      of: client.window,
      type: .none,
      bytes: [1]
    )
    let (error, _) = try client.waitForError()
    guard case .protocolError(let code, _, _, _) = error.kind else { throw error }
    #expect(code == 5)
    let thrown = #expect(throws: XError.self) {
      _ = try client.connection.property(.string, of: Window(rawValue: 7), byteCount: 4).byteCount
    }
    #expect(thrown?.isBadWindow == true)
    #expect(thrown?.request == "GetProperty")
  }

  @Test func `appending with another type or format is BadMatch`() throws {
    let client = try Client(XServer.shared())
    let property = try client.atom("P")
    try client.connection.changeProperty(property, of: client.window, type: .string, bytes: [1])
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .integer,
      mode: .append,
      words: [1]
    )
    let (error, _) = try client.waitForError()
    guard case .protocolError(let code, _, _, _) = error.kind else { throw error }
    #expect(code == 8)
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .string,
      mode: .prepend,
      bytes: [0]
    )
    try client.connection.changeProperty(
      property,
      of: client.window,
      type: .string,
      mode: .append,
      bytes: [2]
    )
    let bytes = try client.connection.property(property, of: client.window, byteCount: 9).bytes
    #expect(bytes == [0, 1, 2])
  }

  @Test func `many reads are sent, then collected, in any order and each once`() throws {
    let client = try Client(XServer.shared())
    let atoms = try client.connection.intern((0..<50).map { Array("P\($0)".utf8) })
    for (index, atom) in atoms.enumerated() {
      try client.connection.changeProperty(
        atom,
        of: client.window,
        type: .integer,
        words: [UInt32(index)]
      )
    }
    let pending = atoms.map {
      client.connection.sendPropertyRequest($0, of: client.window, byteCount: 4)
    }
    client.connection.discard(pending[7])
    for (index, one) in pending.enumerated().reversed() where index != 7 {
      let words = try client.connection.collect(one).words
      #expect(words == [UInt32(index)])
    }
    #expect(throws: XError(request: "GetProperty", kind: .noReply)) {
      _ = try client.connection.collect(pending[3]).byteCount
    }
    try client.connection.sync()
  }
}
