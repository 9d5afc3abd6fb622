public import Glibc

/// A directory of a test's own, gone with this object.
public final class ScratchDirectory: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/xfer-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }

  /// The path of a file in this directory.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws -> String {
    try writeFile(bytes, to: path(name), mode: mode)
    return path(name)
  }
}

/// Removes a file or a directory with all in it; follows no links.
private func removeTree(_ path: String) {
  guard unlink(path) != 0, let directory = opendir(path) else { return }
  while let entry = readdir(directory) {
    let name = fileName(of: entry)
    if name != ".", name != ".." { removeTree("\(path)/\(name)") }
  }
  closedir(directory)
  rmdir(path)
}

/// The name in a directory's entry.
func fileName(of entry: UnsafeMutablePointer<dirent>) -> String {
  withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Writes a whole file.
func writeFile(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
  let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard number >= 0 else { throw TestFailure("open \(path): errno \(errno)") }
  defer { close(number) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    guard count > 0 else { throw TestFailure("write \(path): errno \(errno)") }
    rest = rest.dropFirst(count)
  }
}

/// Reads a whole file, also one of /proc.
public func readFile(_ path: String) throws -> [UInt8] {
  let number = open(path, O_RDONLY | O_CLOEXEC)
  guard number >= 0 else { throw TestFailure("open \(path): errno \(errno)") }
  defer { close(number) }
  var status = stat()
  fstat(number, &status)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(Int(status.st_size) + 4096)
  var buffer = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw TestFailure("read \(path): errno \(errno)") }
    if count == 0 { return bytes }
    bytes += buffer.prefix(count)
  }
}
