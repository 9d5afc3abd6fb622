import LinuxIO
import Testing

@Suite("Room on a file system")
struct FileSystemRoomTests {
  @Test func `what is written takes of it`() throws {
    let directory = Array("/dev/shm".utf8)
    let before = try FileSystem.freeByteCount(at: directory)
    #expect(before > 0)
    let path = Array("/dev/shm/xfer-room-\(CurrentProcess.id)".utf8)
    defer { try? FileSystem.remove(path) }
    let file = try FileSystem.open(path, .create)
    let size = 64 << 20
    let piece = [UInt8](repeating: 1, count: 1 << 20)
    for _ in 0..<(size >> 20) { try file.writeAll(piece) }
    // Others write there as well.
    #expect(before - (try FileSystem.freeByteCount(at: directory)) >= size / 2)
    #expect(throws: SystemError.self) { try FileSystem.freeByteCount(at: Array("/none".utf8)) }
  }
}
