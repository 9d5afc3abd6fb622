import Glibc
import LinuxIO
import Testing

/// A directory that is removed with what is in it.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/linuxio-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made)
  }

  deinit {
    for name in (try? FileSystem.names(in: bytes)) ?? [] {
      let entry = bytes + [0x2f] + name
      try? FileSystem.remove(entry)
      try? FileSystem.removeDirectory(entry)
    }
    try? FileSystem.removeDirectory(bytes)
  }

  var bytes: [UInt8] { Array(path.utf8) }

  func file(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  func write(_ content: [UInt8], to name: String) throws -> SharedDescriptor {
    let descriptor = try FileSystem.open(file(name), .replace)
    try descriptor.writeAll(content)
    return SharedDescriptor(descriptor)
  }
}

func withLoop<Result>(
  _ body: (EventLoop) async throws -> Result
) async throws -> Result {
  let loop = try EventLoop()
  try loop.start(name: "test")
  defer { loop.stop() }
  return try await body(loop)
}

/// Bytes that look random and are the same every time.
func pattern(_ count: Int) -> [UInt8] {
  var state: UInt64 = 0x9e37_79b9_7f4a_7c15
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state)
  }
}

extension FileDescriptor {
  func receive(_ count: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = try buffer.withUnsafeMutableBytes { try read(into: $0) }
    return Array(buffer[..<got])
  }
}

extension Array where Element == UInt8 {
  init(_ text: String) { self = Array(text.utf8) }
}

/// `== nil` in an expectation asks for a value that can be copied.
func isNone<Wrapped: ~Copyable>(_ optional: borrowing Wrapped?) -> Bool {
  switch optional {
  case .none: true
  case .some: false
  }
}

/// How many descriptors of this process are the same open thing, whatever else comes and goes.
func openCount(of file: borrowing FileDescriptor) throws -> Int {
  let wanted = try file.status()
  let directory = Array("/proc/self/fd/".utf8)
  return try FileSystem.names(in: directory).count { name in
    // The listing's own descriptor is gone by now.
    let there = try? FileSystem.status(of: directory + name)
    return there?.inode == wanted.inode && there?.device == wanted.device
  }
}
