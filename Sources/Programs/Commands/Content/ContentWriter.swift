import LinuxIO
import DaemonClient
import Wire

/// Brings content to its destination: exact bytes, or text made fit for a terminal.
struct ContentWriter {
  private let destination: Destination
  private let dropsNewline: Bool
  /// Whether it goes through memory, because something has to be changed in it.
  private let isShown: Bool
  private var progress = Progress(total: nil, isVisible: false)
  private var written = 0
  private var text = TerminalText()
  private var isFirst = true
  /// A newline that is dropped if it is the last byte.
  private var holdsNewline = false

  init(to destination: Destination, dropsNewline: Bool, isForced: Bool) {
    self.destination = destination
    self.dropsNewline = dropsNewline
    isShown = destination.isTerminal && !isForced
  }

  /// Writes all of it; `end` says how content ended that was still on its way.
  mutating func write(_ content: Content, end: () throws -> GetReply) throws {
    let isVisible = !destination.isTerminal && Terminal.isTerminal(2)
    progress = Progress(total: content.reply.size, isVisible: isVisible)
    defer { progress.finish() }
    switch content.body {
    case .bytes(let bytes): try bytes.withUnsafeBytes { try pass($0) }
    case .file(let file): try copy(file)
    case .stream(let pipe):
      try move(pipe)
      if let size = try end().size, size != received { throw Failure.cut(size, received) }
    }
    try finish()
  }

  private var received = 0
  private var isPlain: Bool { !isShown && !dropsNewline }

  // MARK: Sources

  private mutating func copy(_ file: SharedDescriptor) throws {
    guard isPlain else { return try read(file, isPipe: false) }
    var copy = try writing {
      () throws(SystemError) in try ContentCopy(from: file, to: destination.descriptor)
    }
    while true {
      switch try writing({ () throws(SystemError) in try copy.step() }) {
      case .finished: return
      case .copied(let count): progress.update(count)
      case .wouldBlock: try waitForRoom()
      }
    }
  }

  private mutating func move(_ pipe: SharedDescriptor) throws {
    guard isPlain else { return try read(pipe, isPipe: true) }
    while true {
      let moved = try writing { () throws(SystemError) in
        try ContentCopy.moveAvailable(
          from: pipe.number,
          to: destination.descriptor.descriptor,
          atMost: 1 << 20
        )
      }
      switch moved {
      case .end: return
      case .moved(let count):
        received += count
        progress.update(received)
      case .wouldBlock:
        // Either end may be the one that is not ready.
        try waitForContent(pipe)
        try waitForRoom()
      }
    }
  }

  private mutating func read(_ source: SharedDescriptor, isPipe: Bool) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
    defer { piece.deallocate() }
    var offset = 0
    while true {
      if isPipe { try waitForContent(source) }
      let count =
        isPipe
        ? try source.descriptor.read(into: piece)
        : try source.descriptor.pread(into: piece, at: offset)
      guard count > 0 else { return }
      offset += count
      received += count
      try pass(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      progress.update(offset)
    }
  }

  private mutating func waitForContent(_ pipe: SharedDescriptor) throws {
    repeat {
      progress.update(received)
    } while try pipe.descriptor.poll(for: .readable, timeout: progress.interval) == nil
  }

  private mutating func waitForRoom() throws {
    while try destination.descriptor.descriptor.poll(for: .writable, timeout: progress.interval)
      == nil
    {
      progress.update(received)
    }
  }

  // MARK: Changes

  /// One piece, changed as need be.
  private mutating func pass(_ piece: UnsafeRawBufferPointer) throws {
    guard !piece.isEmpty else { return }
    if isShown, isFirst, !TerminalText.isText(Array(piece)) { throw Failure.binary }
    isFirst = false
    var bytes = Array(piece)
    if dropsNewline {
      if holdsNewline { bytes.insert(UInt8(ascii: "\n"), at: 0) }
      holdsNewline = bytes.last == UInt8(ascii: "\n")
      if holdsNewline { bytes.removeLast() }
    }
    try emit(isShown ? text.filter(bytes) : bytes)
  }

  private mutating func finish() throws {
    guard isShown else { return }
    try emit(text.finish())
    if !dropsNewline, !text.endsWithNewline { try emit([UInt8(ascii: "\n")]) }
  }

  private func emit(_ bytes: [UInt8]) throws {
    try writing { () throws(SystemError) in try destination.descriptor.descriptor.writeAll(bytes) }
  }

  private func writing<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(writing: error, to: destination.name)
    }
  }
}

extension Failure {
  /// Content that would do something to the terminal.
  static let binary = Failure(
    "get",
    "the content is binary, and standard output is a terminal",
    advice: "Write it to a file with -o FILE, or say --force.",
    code: .usage
  )

  static func cut(_ expected: Int, _ count: Int) -> Failure {
    Failure("get", "\(count) of \(expected) bytes arrived", code: .protocolBroken)
  }
}
