internal import CLinux
internal import Glibc

/// Copies the content of a file in slices, the cheapest way that the two ends allow.
///
/// A clone of the whole file, else within the kernel, else through memory. A caller on a loop does
/// one ``step()`` and comes back. The source's shared offset is neither used nor moved; the
/// destination is written at its own offset, as by write(2), and its flags are left alone: they may
/// be shared with another process.
///
/// Source: ioctl_ficlone(2), copy_file_range(2), sendfile(2), splice(2).
public struct ContentCopy: Sendable {
  public enum Progress: Equatable, Sendable {
    /// Bytes so far.
    case copied(Int)
    /// The destination takes nothing now; come back when it is writable.
    case wouldBlock
    /// All of them, and how many.
    case finished(Int)
  }

  private enum Method {
    case clone
    case copyRange
    case sendFile
    case spliceToPipe
    case readAndWrite
  }

  /// How much one step copies at most.
  public static let sliceByteCount = 4 << 20

  let source: SharedDescriptor
  let destination: SharedDescriptor
  private let destinationKind: FileStatus.Kind
  private var method: Method
  var offset: Int64
  /// Where it ends, if not with the source.
  private let end: Int64
  /// Where the data ends that are copied now, if there are holes to be kept.
  var dataEnd: Int64?
  /// Whether this file system gives no clones of files of that one; asking again is in vain.
  private(set) var refusesClones = false
  /// Where we began, so that progress counts bytes of this copy.
  private let start: Int64

  /// Prepares a copy of `byteCount` bytes from `offset` bytes after the start of the source, or of all
  /// that is there then.
  ///
  /// The source is a regular file that is open for reading.
  public init(
    from source: SharedDescriptor,
    to destination: SharedDescriptor,
    startingAt offset: Int = 0,
    byteCount: Int? = nil
  ) throws(SystemError) {
    self.source = source
    self.destination = destination
    self.offset = Int64(offset)
    start = Int64(offset)
    end = byteCount.map { Int64(offset) + Int64($0) } ?? .max
    let status = try destination.descriptor.status()
    destinationKind = status.kind
    method =
      switch status.kind {
      case .regular where offset == 0 && byteCount == nil && status.byteCount == 0: .clone
      case .regular: .copyRange
      case .pipe: .spliceToPipe
      default: .readAndWrite
      }
  }

  /// Prepares a copy of a whole file into an empty one; holes stay holes.
  ///
  /// The source's shared offset is moved where it has holes.
  init(
    whole source: SharedDescriptor,
    _ details: FileDetails,
    to empty: SharedDescriptor,
    clones: Bool
  ) {
    self.source = source
    destination = empty
    destinationKind = .regular
    offset = 0
    start = 0
    // Some file systems of user space say 0 of what they do not know.
    end = details.status.byteCount == 0 ? .max : Int64(details.status.byteCount)
    dataEnd = details.hasHoles ? 0 : nil
    method = clones ? .clone : .copyRange
  }

  /// Copies one slice.
  public mutating func step() throws(SystemError) -> Progress {
    if method != .clone, dataEnd != nil, try !findData() { return .finished(copied) }
    switch method {
    case .clone:
      guard clinux_clone_file(source.number, destination.number) == 0 else {
        refusesClones = [EOPNOTSUPP, EXDEV, ENOTTY, ENOSYS].contains(errno)
        method = .copyRange
        return .copied(0)
      }
      // Not of the source, which may have grown since.
      let count = try destination.descriptor.status().byteCount
      // A clone leaves the offset alone, a write would not.
      try destination.descriptor.seek(to: count)
      return .finished(count)
    case .copyRange:
      return try inKernel(elseUse: .sendFile) { source, offset, destination, count in
        clinux_copy_range(source, offset, destination, count)
      }
    case .sendFile:
      return try inKernel(elseUse: .readAndWrite) { source, offset, destination, count in
        clinux_sendfile(destination, source, offset, count)
      }
    case .spliceToPipe:
      return try inKernel(elseUse: .readAndWrite) { source, offset, destination, count in
        clinux_splice(source, offset, destination, count)
      }
    case .readAndWrite:
      return try throughMemory()
    }
  }

  /// Copies all of it on the calling thread, waiting for the destination; answers the byte count.
  public mutating func run() throws(SystemError) -> Int {
    while true {
      switch try step() {
      case .finished(let count): return count
      case .copied: continue
      case .wouldBlock: _ = try destination.descriptor.poll(for: .writable, timeout: nil)
      }
    }
  }

  var copied: Int { Int(offset - start) }

  /// How much a step may copy of what is wanted.
  private func slice(atMost limit: Int) -> Int { Int(min(Int64(limit), (dataEnd ?? end) - offset)) }

  private mutating func inKernel(
    elseUse next: Method,
    _ call: (CInt, UnsafeMutablePointer<Int64>, CInt, Int) -> Int
  ) throws(SystemError) -> Progress {
    guard offset < end else { return .finished(copied) }
    while true {
      let byteCount = slice(atMost: Self.sliceByteCount)
      let count = call(source.number, &offset, destination.number, byteCount)
      if count > 0 { return .copied(copied) }
      // The end, unless the file's size lies, as in /proc: reading tells.
      let code = count == 0 ? 0 : errno
      switch code {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case 0:
        method = .readAndWrite
        return .copied(copied)
      case EINVAL, ENOSYS, EOPNOTSUPP, EXDEV, EBADF, EPERM, ETXTBSY:
        method = next
        return .copied(copied)
      default: throw SystemError(call: "copy", code: code)
      }
    }
  }

  private mutating func throughMemory() throws(SystemError) -> Progress {
    // A blocking pipe, terminal or socket that is writable takes a page without waiting; more might
    // stop the loop, and its flags are not ours to change.
    let limit = destinationKind == .regular ? 1 << 20 : 4096
    if destinationKind != .regular {
      let ready = try destination.descriptor.poll(for: .writable, timeout: .zero)
      guard ready != nil else { return .wouldBlock }
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 4096)
    defer { buffer.deallocate() }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<slice(atMost: limit)])
    let count = try source.descriptor.pread(into: wanted, at: Int(offset))
    guard count > 0 else { return .finished(copied) }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    switch try destination.descriptor.writeAvailable(bytes) {
    case .wouldBlock: return .wouldBlock
    case .bytes(let written):
      offset += Int64(written)
      return .copied(copied)
    }
  }
}
