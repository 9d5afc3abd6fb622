internal import CoreTransferable
internal import DaemonClient
internal import LinuxIO
internal import Wire

/// Content that came, whole: in memory, or as a file that can be read again and again.
enum ArrivedContent: Sendable {
  case bytes([UInt8])
  case file(SharedDescriptor)

  /// More than this is not read into memory: a file representation takes any size.
  static let memoryLimit = 1 << 30

  /// Asks the daemon for content, and waits until all is there; `name` is that of a file of it, if wanted.
  ///
  /// What still arrives goes into a file without a name, whatever its size.
  static func get(
    _ request: GetRequest,
    over connection: DaemonConnection
  ) throws -> (content: ArrivedContent, name: String?) {
    let content = try connection.get(request)
    let name = content.reply.name
    switch content.body {
    case .bytes(let bytes): return (.bytes(bytes), name)
    case .file(let file): return (.file(file), name)
    case .stream(let pipe):
      let directory = Array(FileManager.default.temporaryDirectory.path.utf8)
      let file = SharedDescriptor(try TemporaryFile.create(in: directory))
      let count = try drain(pipe, into: file)
      if let size = try connection.end(of: content).size, size != count {
        throw PasteboardFailure.ownerFailed(reason: "\(count) of \(size) bytes arrived")
      }
      return (.file(file), name)
    }
  }

  private static func drain(
    _ pipe: SharedDescriptor,
    into file: SharedDescriptor
  ) throws(SystemError) -> Int {
    var count = 0
    while true {
      let moved = try ContentCopy.moveAvailable(
        from: pipe.number,
        to: file.descriptor,
        atMost: 1 << 20
      )
      switch moved {
      case .end: return count
      case .moved(let more): count += more
      case .wouldBlock: _ = try pipe.descriptor.poll(for: .readable, timeout: nil)
      }
    }
  }

  /// All of it in memory.
  ///
  /// A file is read and not mapped: whoever owns it could cut it short.
  func data() throws -> Data {
    switch self {
    case .bytes(let bytes): return Data(bytes)
    case .file(let file):
      let size = try file.descriptor.status().byteCount
      guard size <= Self.memoryLimit else {
        throw PasteboardFailure.tooLarge(what: "the content", limit: Self.memoryLimit)
      }
      var data = Data(count: size)
      var count = 0
      try data.withUnsafeMutableBytes { buffer in
        while count < size {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
          let read = try file.descriptor.pread(into: rest, at: count)
          guard read > 0 else { break }
          count += read
        }
      }
      return count == size ? data : data.prefix(count)
    }
  }

  /// A copy in the lease's directory, made by the file system where it can.
  func file(named name: String, in lease: FileLease) throws -> URL {
    let url = lease.directory.appending(component: name)
    let copy = SharedDescriptor(try FileSystem.open(Array(url.path.utf8), .create))
    switch self {
    case .bytes(let bytes): try copy.descriptor.writeAll(bytes)
    case .file(let file): try file.copyContent(to: copy)
    }
    return url
  }
}

extension FileCopier {
  /// Clones, or copies in large pieces.
  static let cloning = FileCopier { source, target in
    let file = SharedDescriptor(try FileSystem.open(Array(source.path.utf8)))
    let copy = SharedDescriptor(try FileSystem.open(Array(target.path.utf8), .create))
    try file.copyContent(to: copy)
  }
}

extension SharedDescriptor {
  fileprivate func copyContent(to copy: SharedDescriptor) throws(SystemError) {
    var transfer = try ContentCopy(from: self, to: copy)
    _ = try transfer.run()
  }
}
