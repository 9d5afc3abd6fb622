internal import LinuxIO
internal import Synchronization
internal import Wire

/// Carries content from another program to a client: through a pipe, and what the pipe has no room
/// for through a file.
///
/// So a slow client never holds up the owner of a selection, and for a quick one nothing is
/// written to a disk. Used on `loop`, where also the pipe is waited for.
final class Spool: Sendable {
  /// More than two pieces of a transfer: a reader who keeps up causes no file.
  private static let pipeCapacity = 1 << 20
  private static let pieceSize = 256 * 1024
  /// What one round of the loop moves at most: however quick the client, others have their turn.
  private static let piecesARound = 8

  private let loop: EventLoop
  private let storage: PayloadStorage
  private let state: Mutex<State>

  private struct State {
    /// `nil` once the client has all, or has gone: then content is taken and thrown away.
    var pipe: SharedDescriptor?
    var file: ScratchFile?
    var fileStart = 0
    var fileEnd = 0
    var isWatched = false
    var isEnded = false
    var isClientGone = false
    var whenDone: CheckedContinuation<Bool, Never>?
  }

  private init(pipe: SharedDescriptor, storage: PayloadStorage, loop: EventLoop) {
    self.loop = loop
    self.storage = storage
    state = Mutex(State(pipe: pipe))
  }

  /// A spool, and the end of its pipe that the client gets: whoever keeps that end keeps the spool
  /// from noticing that the client has gone.
  static func make(
    storage: PayloadStorage,
    loop: EventLoop
  ) throws(PasteboardError) -> (Spool, SharedDescriptor) {
    do throws(SystemError) {
      let pipe = try Pipe.make(capacity: pipeCapacity)
      try pipe.writer.descriptor.setNonBlocking()
      return (Spool(pipe: pipe.writer, storage: storage, loop: loop), pipe.reader)
    } catch {
      throw .storageFailed(reason: error.description)
    }
  }

  /// Takes the next piece; never waits for the client.
  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try state.withLock { (state) throws(PasteboardError) in
      guard state.pipe != nil else { return }
      var rest = bytes[...]
      if state.fileStart == state.fileEnd { rest = write(rest, &state) }
      guard !rest.isEmpty, state.pipe != nil else { return }
      try spill(UnsafeRawBufferPointer(rebasing: rest), &state)
      watch(&state)
    }
  }

  /// Ends the content and returns once the client took all of it; `false` if it went away before.
  func finish(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.isEnded = true
        state.whenDone = continuation
        settle(&state)
      }
    }
  }

  /// Ends the content at once, wherever the client is; what it has not read is gone.
  func abandon() {
    state.withLock { state in
      state.isEnded = true
      state.isClientGone = true
      settle(&state)
    }
  }

  // MARK: Under the lock

  /// Writes what the pipe takes and returns the rest.
  private func write(
    _ bytes: Slice<UnsafeRawBufferPointer>,
    _ state: inout State
  ) -> Slice<UnsafeRawBufferPointer> {
    var rest = bytes
    while !rest.isEmpty, let pipe = state.pipe {
      let result = try? pipe.descriptor.writeAvailable(UnsafeRawBufferPointer(rebasing: rest))
      switch result {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: return rest
      case nil:
        // EPIPE: the client closed its end, which is its right and no error of ours.
        state.isClientGone = true
        settle(&state)
      }
    }
    return rest
  }

  private func spill(
    _ bytes: UnsafeRawBufferPointer,
    _ state: inout State
  ) throws(PasteboardError) {
    do {
      let file = try state.file ?? storage.scratchFile()
      state.file = file
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = try file.shared.descriptor.pwrite(piece, at: state.fileEnd)
        state.fileEnd += count
        rest = rest.dropFirst(count)
      }
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }

  /// Moves what is in the file on into the pipe.
  private func drain() {
    state.withLock { state in
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
      defer { piece.deallocate() }
      for _ in 0..<Self.piecesARound {
        guard state.fileStart < state.fileEnd, state.pipe != nil, let file = state.file
        else { break }
        let count = (try? file.shared.descriptor.pread(into: piece, at: state.fileStart)) ?? 0
        guard count > 0 else {
          state.isClientGone = true
          break
        }
        let rest = write(UnsafeRawBufferPointer(rebasing: piece[..<count])[...], &state)
        state.fileStart += count - rest.count
        guard rest.isEmpty else { return }
      }
      guard state.fileStart == state.fileEnd || state.isClientGone else { return }
      forgetFile(&state)
      settle(&state)
    }
  }

  private func forgetFile(_ state: inout State) {
    (state.file, state.fileStart, state.fileEnd) = (nil, 0, 0)
    unwatch(&state)
  }

  private func watch(_ state: inout State) {
    guard !state.isWatched, let pipe = state.pipe else { return }
    // A pipe can always be watched; if the system is out of watches the client sees an early end.
    do {
      try loop.watch(number: pipe.number, for: .writable) { [weak self] _ in self?.drain() }
      state.isWatched = true
    } catch {
      state.isClientGone = true
      settle(&state)
    }
  }

  private func unwatch(_ state: inout State) {
    guard state.isWatched, let pipe = state.pipe else { return }
    loop.unwatch(number: pipe.number)
    state.isWatched = false
  }

  /// Lets go of the pipe when nothing more will pass through it.
  private func settle(_ state: inout State) {
    let isDrained = state.fileStart == state.fileEnd
    guard state.isClientGone || (state.isEnded && isDrained) else { return }
    unwatch(&state)
    state.pipe = nil
    state.file = nil
    guard state.isEnded else { return }
    state.whenDone?.resume(returning: !state.isClientGone)
    state.whenDone = nil
  }
}
