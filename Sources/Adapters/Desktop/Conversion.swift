internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Synchronization
internal import XCB

/// One conversion under way, with those who wait for it.
final class Conversion {
  let id: UInt64
  let selection: Selection
  let target: TargetName
  let owner: Window
  let slot: ConversionSlot
  let answerPatience: Duration
  let piecePatience: Duration
  private let sink: any ContentSink
  private let cap: Int
  var machine: IncomingTransfer
  var continuation: CheckedContinuation<Result<ConvertedContent, DesktopError>, Never>?
  var timer: EventLoop.Timer?
  /// Whether the owner may not be asked for anything else yet.
  var blocksOwner = true
  var isIncremental = false
  private(set) var hasSinkFailed = false

  init(
    id: UInt64,
    selection: Selection,
    target: TargetName,
    owner: Window,
    slot: ConversionSlot,
    sink: any ContentSink,
    cap: Int,
    answerPatience: Duration,
    piecePatience: Duration
  ) {
    self.id = id
    self.selection = selection
    self.target = target
    self.owner = owner
    self.slot = slot
    self.sink = sink
    self.cap = cap
    self.answerPatience = answerPatience
    self.piecePatience = piecePatience
    machine = IncomingTransfer(target: target, cap: cap)
  }

  /// Whether somebody waits for it, or its owner, who may die of a reader that stops, still writes.
  var isAtWork: Bool { continuation != nil || (isIncremental && blocksOwner) }

  /// Hands something to the sink, unless that has failed before.
  func deliver(_ body: (any ContentSink) throws -> Void) {
    guard !hasSinkFailed else { return }
    do { try body(sink) } catch { hasSinkFailed = true }
  }

  /// Tells the one who waits, if nobody has yet.
  func end(_ result: Result<ConvertedContent, DesktopError>) {
    timer?.cancel()
    continuation?.resume(returning: result)
    continuation = nil
  }

  /// What an outcome means to the one who waits.
  func result(
    _ outcome: IncomingTransfer.Outcome,
    claim: Int
  ) -> Result<ConvertedContent, DesktopError> {
    if hasSinkFailed { return .failure(.sinkFailed) }
    switch outcome {
    case .failed(let failure): return .failure(error(failure))
    case .complete(let type, let elementBits, let byteCount):
      let bits = UInt8(exactly: elementBits).flatMap(Representation.ElementBits.init(rawValue:))
      guard let bits else { return .failure(.broken(.noProperty)) }
      return .success(
        ConvertedContent(replyType: type, elementBits: bits, byteCount: byteCount, claim: claim)
      )
    }
  }

  private func error(_ failure: IncomingTransfer.Failure) -> DesktopError {
    switch failure {
    case .refused: .refused(target)
    case .timedOut(let wait): .timedOut(wait)
    case .ownerGone: .ownerGone
    case .overCap: .overCap(cap)
    case .cancelled: .cancelled
    case .broken(let breach): .broken(breach)
    }
  }
}

/// Takes an answer to TARGETS, which is small or wrong.
final class TargetSink: ContentSink {
  static let byteLimit = 4 * 65_536

  private let bytes = Mutex<[UInt8]>([])

  func begin(replyType: TargetName, isIncremental: Bool) {}

  func append(_ piece: UnsafeRawBufferPointer) {
    bytes.withLock { $0.append(contentsOf: piece) }
  }

  /// The 32-bit items that came.
  var words: [UInt32] {
    bytes.withLock { bytes in
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
    }
  }
}
