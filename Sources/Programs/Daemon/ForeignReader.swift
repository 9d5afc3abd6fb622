internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Synchronization
internal import Wire

/// Takes one content from another program for one `Get`.
///
/// Content that comes in pieces, and whose bytes are handed on as they are, goes through a pipe
/// while it comes. What is there at once is gathered, and so is text in an older encoding, since it
/// must be made UTF-8. The pieces come on the desktop's loop.
final class ForeignReader: ContentSink {
  private enum State: Sendable {
    case waiting
    case streaming(Spool)
    case gathering(Collector, replyType: TargetName)
  }

  private let candidate: OfferedTypes.Candidate
  private let delivery: Delivery
  private let storage: PayloadStorage
  private let secrecy: PayloadStorage.Secrecy
  let requirement: Requirement
  private let limit: Int
  private let loop: EventLoop
  private let state = Mutex(Progress())

  private struct Progress {
    var state = State.waiting
    /// Why it takes no more.
    var failure: PasteboardError?
    var byteCount = 0
    var hasReplied = false
  }

  init(
    candidate: OfferedTypes.Candidate,
    delivery: Delivery,
    storage: PayloadStorage,
    secrecy: PayloadStorage.Secrecy,
    requirement: Requirement,
    limit: Int,
    loop: EventLoop
  ) {
    self.candidate = candidate
    self.delivery = delivery
    self.storage = storage
    self.secrecy = secrecy
    self.requirement = requirement
    self.limit = limit
    self.loop = loop
  }

  /// Whether the client has a first answer already, so that no other type can take its place.
  var hasReplied: Bool { state.withLock { $0.hasReplied } }

  /// Why it takes no more, if it does not.
  var failure: PasteboardError? { state.withLock { $0.failure } }

  func begin(replyType: TargetName, isIncremental: Bool) throws(PasteboardError) {
    try taking { (progress) throws(PasteboardError) in
      guard isIncremental, canStream(replyType) else {
        let collector = Collector(storage: storage, secrecy: secrecy)
        progress.state = .gathering(collector, replyType: replyType)
        return
      }
      let (spool, output) = try Spool.make(storage: storage, loop: loop)
      progress.state = .streaming(spool)
      progress.hasReplied = true
      var reply = delivery.reply(candidate, complete: false)
      reply.descriptor = 0
      try delivery.call.reply(reply, descriptors: [output], continues: true)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try taking { (progress) throws(PasteboardError) in
      progress.byteCount += bytes.count
      guard progress.byteCount <= limit else { throw .tooLarge(what: "the content", limit: limit) }
      switch progress.state {
      case .waiting: return
      case .streaming(let spool): try spool.append(bytes)
      case .gathering(var collector, let replyType):
        // Taken out of the enum while it grows, or each piece would copy what is there.
        progress.state = .waiting
        try collector.append(bytes)
        progress.state = .gathering(collector, replyType: replyType)
      }
    }
  }

  /// What fails once takes no more, and is never delivered as if it were whole.
  private func taking(
    _ body: (inout Progress) throws(PasteboardError) -> Void
  ) throws(PasteboardError) {
    try state.withLock { (progress) throws(PasteboardError) in
      if let failure = progress.failure { throw failure }
      do throws(PasteboardError) {
        try body(&progress)
      } catch {
        progress.failure = error
        throw error
      }
    }
  }

  /// Gives the client what came, and returns when it has it.
  func deliver(isolation: isolated (any Actor)? = #isolation) async throws(PasteboardError) {
    let progress = state.withLock { $0 }
    if let failure = progress.failure { throw failure }
    switch progress.state {
    case .waiting:
      try await delivery.deliver(.inline([]), as: candidate, secrecy)
    case .gathering(let collector, let replyType):
      var content = try collector.finish()
      if !candidate.isRaw {
        let form = candidate.target.isAddress ? candidate.target : replyType
        content = try content.decoded(from: form, storage: storage, secrecy: secrecy)
      }
      try await delivery.intake.check(content.payload, against: requirement)
      try await delivery.deliver(content.payload, as: candidate, secrecy)
    case .streaming(let spool):
      guard await spool.finish() else {
        throw .peerFailed(reason: "the content could not be kept until it was read")
      }
      var reply = delivery.reply(candidate, complete: true)
      reply.size = progress.byteCount
      try delivery.call.reply(reply)
    }
  }

  /// Ends a stream that cannot be completed.
  func abandon() {
    if case .streaming(let spool) = state.withLock({ $0.state }) { spool.abandon() }
  }

  /// Whether content may be handed on as it comes; what must be checked is not before it is whole.
  var canStream: Bool { delivery.canStream && secrecy == .open && requirement.isEmpty }

  private func canStream(_ replyType: TargetName) -> Bool {
    guard canStream else { return false }
    return candidate.isRaw || replyType.isUTF8 && !candidate.target.isAddress
  }
}
