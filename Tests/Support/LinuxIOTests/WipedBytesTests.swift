import LinuxIO
import Testing

@Suite("Bytes that are wiped")
struct WipedBytesTests {
  @Test func `they grow, and a copy stays what it was`() {
    var bytes = WipedBytes()
    #expect(bytes.withBytes { $0.isEmpty })
    var expected: [UInt8] = []
    for number in 0..<1000 {
      let copy = bytes
      bytes.append(contentsOf: [UInt8(truncatingIfNeeded: number), 7])
      #expect(copy.withBytes { $0.elementsEqual(expected) })
      expected += [UInt8(truncatingIfNeeded: number), 7]
    }
    #expect(bytes.withBytes { $0.elementsEqual(expected) })
    #expect(bytes == WipedBytes(expected) && bytes.count == 2000)
    #expect(bytes != WipedBytes(expected.dropLast()))
  }

  @Test func `a piece is wiped on demand, and no more than it`() {
    let room = PieceRoom(byteCount: 8)
    for index in room.bytes.indices { room.bytes[index] = 1 }
    room.wipe(5)
    #expect(room.bytes.elementsEqual([0, 0, 0, 0, 0, 1, 1, 1]))
    room.wipe(.max)
    #expect(room.bytes.allSatisfy { $0 == 0 })
  }
}
