internal import Desktop
internal import Pasteboards
internal import Selections
internal import Synchronization
internal import Wire

/// Gathers one content from another program, to be offered again later.
///
/// Others may have it as it comes. Used on the desktop's loop.
final class CapturingSink: ContentSink {
  private let storage: PayloadStorage
  private let secrecy: PayloadStorage.Secrecy
  private let cap: Int
  private let state: Mutex<State>

  private struct State {
    /// What came so far, or why it is not kept.
    var content: Result<Collector, PasteboardError>
    /// What it turned out to be, once it began.
    var shape: (replyType: TargetName, isIncremental: Bool)?
    /// All that came, also what is not kept.
    var byteCount = 0
    /// Those who have it as it comes, and have not failed.
    var readers: [(id: Int, sink: any ContentSink)] = []

    mutating func tell(only id: Int? = nil, _ body: (any ContentSink) throws -> Void) {
      readers.removeAll { reader in
        guard id.map({ $0 == reader.id }) ?? true else { return false }
        do { try body(reader.sink) } catch { return true }
        return false
      }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer, cap: Int) throws(PasteboardError) {
      var collector = try content.get()
      let excess = PasteboardError.tooLarge(what: "what is kept", limit: cap)
      // Taken out of the enum while it grows, or each piece would copy what is there.
      content = .failure(excess)
      guard bytes.count <= cap - collector.byteCount else { throw excess }
      do throws(PasteboardError) {
        try collector.append(bytes)
        content = .success(collector)
      } catch {
        content = .failure(error)
        throw error
      }
    }
  }

  /// Keeps content of at most `cap` bytes.
  init(storage: PayloadStorage, secrecy: PayloadStorage.Secrecy, cap: Int) {
    self.storage = storage
    self.secrecy = secrecy
    self.cap = cap
    state = Mutex(State(content: .success(Collector(storage: storage, secrecy: secrecy))))
  }

  /// The most bytes that may have come when somebody else asks for them as well: to read them again
  /// holds up the loop.
  private static let missedLimit = 4 << 20

  /// Whether content comes in pieces, and some of it may be there.
  var isReceiving: Bool { state.withLock { $0.shape?.isIncremental == true } }

  /// Why the content is not kept, if that is known already.
  var failure: PasteboardError? {
    state.withLock { state in
      if case .failure(let error) = state.content { error } else { nil }
    }
  }

  /// How many bytes came so far.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Gives the content to another as well, beginning with what has come; `false` if that is too much.
  ///
  /// One that fails is told no more, and knows that by itself.
  func add(_ reader: any ContentSink, as id: Int) -> Bool {
    state.withLock { state in
      guard case .success(let collector) = state.content,
        collector.byteCount <= Self.missedLimit
      else { return false }
      // What cannot be read again is not kept either.
      guard let missed = try? collector.soFar.bytes() else { return false }
      state.readers.append((id, reader))
      guard let shape = state.shape else { return true }
      state.tell(only: id) { reader in
        try reader.begin(replyType: shape.replyType, isIncremental: shape.isIncremental)
        try missed.withUnsafeBytes { try reader.append($0) }
      }
      return true
    }
  }

  /// Gives no more to one that was added.
  func remove(_ id: Int) { state.withLock { $0.readers.removeAll { $0.id == id } } }

  func begin(replyType: TargetName, isIncremental: Bool) {
    state.withLock { state in
      state.shape = (replyType, isIncremental)
      state.tell { try $0.begin(replyType: replyType, isIncremental: isIncremental) }
    }
  }

  /// Throws to end the reading of what is not kept, and what nobody else wants.
  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try state.withLock { (state) throws(PasteboardError) in
      state.byteCount += bytes.count
      state.tell { try $0.append(bytes) }
      do throws(PasteboardError) {
        try state.add(bytes, cap: cap)
      } catch {
        guard !state.readers.isEmpty else { throw error }
      }
    }
  }

  /// The content, once all of it came; text in UTF-8.
  func finish(decodingTextOf text: ConvertedContent?) throws(PasteboardError) -> Content {
    let content = try state.withLock { (state) throws(PasteboardError) in
      try state.content.get().finish()
    }
    guard let text else { return content }
    return try content.decoded(from: text.replyType, storage: storage, secrecy: secrecy)
  }
}
