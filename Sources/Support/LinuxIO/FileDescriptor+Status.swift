internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// What the open file is, as of now.
  public func status() throws(SystemError) -> FileStatus {
    var raw = clinux_status()
    let number = number
    _ = try retrying("fstat") { clinux_fstat(number, &raw) }
    return FileStatus(raw)
  }

  /// How the file was opened.
  public var accessMode: AccessMode {
    get throws(SystemError) {
      let number = number
      switch try retrying("fcntl", { clinux_get_flags(number) }) & O_ACCMODE {
      case O_RDONLY: return .readOnly
      case O_WRONLY: return .writeOnly
      default: return .readWrite
      }
    }
  }

  /// Makes reads and writes answer "would block" instead of waiting.
  ///
  /// The flag belongs to the open file, not to the number: every process that shares it is
  /// affected. Never call this on a descriptor that came from somebody else.
  public func setNonBlocking() throws(SystemError) {
    let number = number
    let flags = try retrying("fcntl") { clinux_get_flags(number) }
    _ = try retrying("fcntl") { clinux_set_flags(number, flags | O_NONBLOCK) }
  }

  /// Cuts or extends the file; new bytes are zero.
  public func truncate(to byteCount: Int) throws(SystemError) {
    let number = number
    _ = try retrying("ftruncate") { ftruncate(number, off_t(byteCount)) }
  }

  /// The shared offset from the start, in bytes.
  public var offset: Int {
    get throws(SystemError) {
      let number = number
      return Int(try retrying("lseek") { lseek(number, 0, SEEK_CUR) })
    }
  }

  /// Moves the shared offset to `offset` bytes from the start.
  public func seek(to offset: Int) throws(SystemError) {
    let number = number
    _ = try retrying("lseek") { lseek(number, off_t(offset), SEEK_SET) }
  }

  /// Waits until one of `readiness` or a failure holds; `nil` if `timeout` passed before.
  ///
  /// A `timeout` of `nil` waits without end, one of zero only looks.
  public func poll(
    for readiness: Readiness,
    timeout: Duration?
  ) throws(SystemError) -> Readiness? {
    try Readiness.poll(number, for: readiness, timeout: timeout)
  }

  /// Reads from the current offset to the end.
  ///
  /// - Throws: `EFBIG` if there are more than `limit` bytes.
  public func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { piece.deallocate() }
    while true {
      switch try readAvailable(into: piece) {
      case .end: return bytes
      case .wouldBlock: _ = try poll(for: .readable, timeout: nil)
      case .bytes(let count):
        guard bytes.count + count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
      }
    }
  }
}
