internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Wire

/// Reads content from descriptors that clients pass, on a thread of its own.
///
/// However slow a pipe or a disk is, only the put that named it waits. Flags of a descriptor are
/// never changed: its open file is shared with the caller.
actor Intake {
  private let loop: EventLoop
  private let storage: PayloadStorage
  private let room = Room()

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop, storage: PayloadStorage) {
    self.loop = loop
    self.storage = storage
  }

  /// Reads `source` to its end.
  func take(
    _ source: SharedDescriptor,
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> Content {
    let source = try Self.opened(source)
    var collector = Collector(storage: storage, secrecy: secrecy, dropsNewline: dropNewline)
    while true {
      guard await waits(for: source) else { throw .inputFailed(reason: "given up") }
      let count = try read(source)
      guard count > 0 else { break }
      try collector.append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      // Another put has its turn before the next piece of a file that is always ready.
      await giveTurn()
    }
    return try collector.finish()
  }

  /// Keeps bytes that came inside a message.
  func keep(
    _ bytes: [UInt8],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    var collector = Collector(storage: storage, secrecy: secrecy, dropsNewline: dropNewline)
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
      try collector.append(bytes)
    }
    return try collector.finish()
  }

  /// Reads the file at `path` to its end.
  func take(
    path: [UInt8],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> Content {
    let source: SharedDescriptor
    do throws(SystemError) {
      source = SharedDescriptor(try FileSystem.open(path))
    } catch {
      throw .inputFailed(reason: error.description)
    }
    return try await take(source, dropNewline: dropNewline, secrecy: secrecy)
  }

  /// All bytes of a payload that is known to fit into memory.
  func bytes(of payload: Payload) throws(PasteboardError) -> [UInt8] {
    do throws(PayloadFailure) {
      return try payload.bytes()
    } catch {
      throw .storageFailed(reason: error.reason)
    }
  }

  /// A copy of a payload in a file of its own.
  func copy(of payload: Payload) async throws(PasteboardError) -> FilePayload {
    let file = try storage.create(.open)
    var offset = 0
    while offset < payload.byteCount {
      let count = try read(payload, at: offset)
      guard count > 0 else { break }
      try file.append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      offset += count
      await giveTurn()
    }
    return try file.finish(byteCount: offset)
  }

  private func read(_ payload: Payload, at offset: Int) throws(PasteboardError) -> Int {
    do {
      return try payload.read(into: piece, at: offset)
    } catch {
      throw .storageFailed(reason: error.reason)
    }
  }

  private func read(_ source: SharedDescriptor) throws(PasteboardError) -> Int {
    do {
      return try source.descriptor.read(into: piece)
    } catch {
      throw .inputFailed(reason: error.description)
    }
  }

  /// Waits until there is something to read; `false` if the task was cancelled.
  private func waits(for source: SharedDescriptor) async -> Bool {
    let wait = ReadinessWait(for: source, .readable, on: loop)
    return await withTaskCancellationHandler {
      // A closure that does not name the actor would run on the global pool.
      await withCheckedContinuation(isolation: self) { wait.begin($0) }
    } onCancel: {
      wait.cancel()
    }
  }

  /// Lets everything else on the loop have its turn; `Task.yield()` goes by way of the global pool.
  private func giveTurn() async {
    await withCheckedContinuation(isolation: self) { continuation in
      loop.perform { continuation.resume() }
    }
  }

  private var piece: UnsafeMutableRawBufferPointer { room.piece }

  private static func opened(_ source: SharedDescriptor) throws(PasteboardError) -> SharedDescriptor
  {
    do {
      if try source.descriptor.status().kind == .directory {
        throw PasteboardError.inputFailed(reason: "it is a directory")
      }
      if try source.descriptor.accessMode == .writeOnly {
        throw PasteboardError.inputFailed(reason: "it is not open for reading")
      }
      return source
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .inputFailed(reason: "\(error)")
    }
  }
}

/// Memory for one piece, used again and again: fresh pages cost more than the copying.
private final class Room {
  let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)

  deinit { piece.deallocate() }
}
