internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Varlink
internal import Wire

/// Reads content from descriptors that clients pass, and does whatever else takes long with content,
/// on a thread of its own.
///
/// However slow a pipe is, only the put that named it waits; files on a disk have their turns one
/// after the other. Flags of a descriptor are never changed: its open file is shared with the
/// caller.
actor Intake {
  let loop: EventLoop
  let storage: PayloadStorage
  /// What makes content by the declaration of a type.
  let conversions: LimitedCommandQueue
  /// What makes content because a put says so; these may take longer, and hold up no conversion.
  let shellCommands: LimitedCommandQueue
  /// What rules have run with what was copied.
  let ruleCommands: LimitedCommandQueue
  /// Those of them that have not ended.
  var ruleCommandCount = 0
  /// What they left running.
  let background = BackgroundPrograms(limit: 64)
  /// What other programs get as files.
  let handed: HandedFolder
  private let room = PieceRoom(byteCount: 256 * 1024)

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop, storage: PayloadStorage) {
    self.loop = loop
    self.storage = storage
    handed = HandedFolder(in: storage.directory, on: loop)
    conversions = LimitedCommandQueue(loop: loop)
    shellCommands = LimitedCommandQueue(loop: loop)
    ruleCommands = LimitedCommandQueue(loop: loop, concurrentCount: 2)
  }

  /// Reads what of `source` can be had at once: a little, without a wait, on the calling thread.
  ///
  /// `isWhole` says that this was all. It spares small content, which is nearly always all there,
  /// two changes of thread.
  nonisolated func atHand(
    _ source: SharedDescriptor
  ) throws(PasteboardError) -> (bytes: [UInt8], isWhole: Bool) {
    let kind = try Self.kind(of: source)
    guard kind == .regular || kind == .pipe else { return ([], false) }
    // More is copied, from the first byte on.
    if kind == .regular, try Self.rest(of: source) > Payload.inlineLimit { return ([], false) }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Payload.inlineLimit) { room, count in
      let room = UnsafeMutableRawBufferPointer(room)
      while count < room.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
        guard let more = ContentCopy.readAtHand(from: source.number, into: rest) else { return }
        isWhole = more == 0
        guard more > 0 else { return }
        count += more
      }
    }
    return (bytes, isWhole)
  }

  /// Reads `source` to its end, after the `beginning` that was read already.
  ///
  /// Of a file that is larger than the limit nothing is read, of a pipe no more than that. What
  /// nobody has to look at passes within the kernel.
  func take(
    _ source: SharedDescriptor,
    after beginning: [UInt8] = [],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy,
    question: TextQuestion,
    limit: ContentLimit? = nil
  ) async throws(PasteboardError) -> Content {
    let kind = try Self.kind(of: source)
    var collector = Collector(
      storage: storage,
      secrecy: secrecy,
      dropsNewline: dropNewline,
      question: question,
      limit: limit
    )
    try beginning.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
      try collector.append(bytes)
    }
    if kind == .regular {
      let byteCount = beginning.count + (try Self.rest(of: source))
      try limit?.check(byteCount)
      if byteCount > Payload.inlineLimit, let file = try collector.openFile() {
        try await copyRest(of: source, to: file, into: &collector)
        return try collector.finish()
      }
    }
    try await readRest(of: source, kind, into: &collector)
    return try collector.finish()
  }

  /// Adds what comes to what was gathered, to its end.
  private func readRest(
    of source: SharedDescriptor,
    _ kind: FileStatus.Kind,
    into collector: inout Collector
  ) async throws(PasteboardError) {
    while true {
      guard await waits(for: source) else { throw .inputFailed(reason: "given up") }
      let file = kind == .pipe && collector.isInFile ? try collector.openFile() : nil
      let count = if let file { try splice(source, to: file) } else { try read(source, kind) }
      guard let count else { continue }
      guard count > 0 else { return }
      if let file {
        try collector.count(count)
        try examine(file, for: &collector)
      } else {
        try lend(count, isSecret: collector.secrecy == .sensitive) {
          (piece) throws(PasteboardError) in
          try collector.append(piece)
        }
      }
      try collector.writeBehind()
      // Another put has its turn before the next piece of a file that is always ready.
      await loop.giveTurn()
    }
  }

  /// Reads the regular file at an absolute `path` to its end.
  func take(
    path: [UInt8],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy,
    question: TextQuestion,
    limit: ContentLimit?
  ) async throws(PasteboardError) -> Content {
    guard path.first == UInt8(ascii: "/") else {
      throw .invalidRequest(parameter: "path", reason: "it must be absolute")
    }
    let source: SharedDescriptor
    do throws(SystemError) {
      // To wait for the writer of a named pipe would stop every other put as well.
      source = SharedDescriptor(try FileSystem.open(path, waits: false))
    } catch {
      throw .inputFailed(reason: error.description)
    }
    guard try Self.kind(of: source) == .regular else {
      throw .inputFailed(reason: "it is no regular file")
    }
    return try await take(
      source,
      dropNewline: dropNewline,
      secrecy: secrecy,
      question: question,
      limit: limit
    )
  }

  /// Answers a call with a payload that fits into memory, inside the reply.
  func answer(
    _ call: VarlinkCall,
    _ reply: GetReply,
    with payload: Payload
  ) throws(PasteboardError) {
    let bytes: [UInt8]
    do throws(PayloadFailure) {
      bytes = try payload.bytes()
    } catch {
      throw .storageFailed(reason: error.reason)
    }
    var reply = reply
    // Only what JSON text gives back byte for byte goes as text.
    if let text = String(validating: bytes, as: UTF8.self) {
      reply.text = text
    } else {
      reply.data = Base64.encode(bytes)
    }
    try call.reply(reply)
  }

  /// A copy of a payload in a file of its own.
  func copy(
    of payload: Payload,
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> FilePayload {
    let file = try storage.create(secrecy)
    var byteCount = 0
    try await forEachPiece(of: payload) { (piece) throws(PasteboardError) in
      try file.append(piece)
      byteCount += piece.count
    }
    return try file.finish(byteCount: byteCount)
  }

  /// Reads a payload piece by piece; others have their turns in between.
  func forEachPiece(
    of payload: Payload,
    _ body: (UnsafeRawBufferPointer) throws(PasteboardError) -> Void
  ) async throws(PasteboardError) {
    var offset = 0
    while true {
      let count = try read(payload, at: offset)
      guard count > 0 else { return }
      try lend(count, isSecret: payload.isLocked, body)
      offset += count
      await loop.giveTurn()
    }
  }

  /// Lends the piece that was read last, which is not to stay here if it is a secret.
  private func lend(
    _ count: Int,
    isSecret: Bool,
    _ body: (UnsafeRawBufferPointer) throws(PasteboardError) -> Void
  ) throws(PasteboardError) {
    defer { if isSecret { room.wipe(count) } }
    try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
  }

  private func read(_ payload: Payload, at offset: Int) throws(PasteboardError) -> Int {
    do {
      return try payload.read(into: piece, at: offset)
    } catch {
      throw .storageFailed(reason: error.reason)
    }
  }

  /// The next bytes, 0 of them at the end; `nil` if there is nothing yet.
  private func read(
    _ source: SharedDescriptor,
    _ kind: FileStatus.Kind
  ) throws(PasteboardError) -> Int? {
    do throws(SystemError) {
      switch kind {
      // Content of these that is not in memory would never be there "now".
      case .regular, .blockDevice: return try source.descriptor.read(into: piece)
      // Whoever shares a pipe may have emptied it since it was ready, and a plain read would wait.
      default: return try ContentCopy.readAvailable(from: source.number, into: piece)
      }
    } catch {
      throw .inputFailed(reason: error.description)
    }
  }

  /// Waits until there is something to read, or room; `false` if the task was cancelled.
  func waits(for source: SharedDescriptor, _ readiness: Readiness = .readable) async -> Bool {
    let wait = ReadinessWait(for: source, readiness, on: loop)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait.begin($0) }
    } onCancel: {
      wait.cancel()
    }
  }

  var piece: UnsafeMutableRawBufferPointer { room.bytes }

  /// The bytes of a regular file that were not read yet.
  private static func rest(of source: SharedDescriptor) throws(PasteboardError) -> Int {
    do throws(SystemError) {
      return max(0, try source.descriptor.status().byteCount - source.descriptor.offset)
    } catch {
      throw .inputFailed(reason: error.description)
    }
  }

  /// What the source is, if it can be read.
  static func kind(
    of source: SharedDescriptor
  ) throws(PasteboardError) -> FileStatus.Kind {
    let kind: FileStatus.Kind
    let mode: FileDescriptor.AccessMode
    do throws(SystemError) {
      kind = try source.descriptor.status().kind
      mode = try source.descriptor.accessMode
    } catch {
      throw .inputFailed(reason: error.description)
    }
    if kind == .directory { throw .inputFailed(reason: "it is a directory") }
    if mode == .writeOnly { throw .inputFailed(reason: "it is not open for reading") }
    return kind
  }
}
