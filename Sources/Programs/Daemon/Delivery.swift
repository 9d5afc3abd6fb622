internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// How the content of one `Get` reaches its client.
struct Delivery: Sendable {
  /// The most bytes that a reply carries inside itself.
  static let inlineLimit = 32 << 20

  let call: VarlinkCall
  let isInline: Bool
  let intake: Intake
  /// What a file of the content is called, but for its extension; `nil` if nobody wants to know.
  var title: FileTitle?
  /// What could not be had, and is replaced by what is delivered.
  var failed: [FailedType]?

  init(call: VarlinkCall, request: GetRequest, intake: Intake) {
    self.call = call
    self.intake = intake
    isInline = request.delivery != .descriptor
  }

  /// Whether the client takes content that is still arriving.
  var canStream: Bool { call.more && !isInline }

  /// Hands out content that is all there.
  func deliver(
    _ payload: Payload,
    as candidate: OfferedTypes.Candidate,
    _ secrecy: PayloadStorage.Secrecy,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(PasteboardError) {
    var reply = reply(candidate, complete: true)
    reply.size = payload.byteCount
    reply.sensitive = secrecy == .sensitive ? true : nil
    guard isInline else {
      reply.descriptor = 0
      let descriptor = try await intake.descriptor(of: payload, secrecy)
      return try call.reply(reply, descriptors: [descriptor])
    }
    guard let byteCount = payload.byteCount, byteCount <= Self.inlineLimit else {
      throw .tooLarge(what: "content inside a reply", limit: Self.inlineLimit)
    }
    try await intake.answer(call, reply, with: payload)
  }

  /// The answer that brings the content, without it.
  func reply(_ candidate: OfferedTypes.Candidate, complete: Bool) -> GetReply {
    var reply = GetReply(
      type: candidate.type.identifier,
      mimeType: candidate.type.preferredMIMEType,
      target: candidate.target.description,
      complete: complete
    )
    reply.failed = failed
    reply.fileName = title?.name(for: candidate.type)
    return reply
  }
}

extension Intake {
  /// A payload as a file for a client, who may only read it.
  nonisolated func descriptor(
    of payload: Payload,
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> SharedDescriptor {
    do {
      // A plain file in memory may be swapped out, which a secret may not.
      if case .inline(let bytes) = payload.kept, secrecy == .open {
        return SharedDescriptor(try MemoryFile.create(name: "xfer", content: bytes))
      }
      if let file = try payload.reopened() { return file }
      return try await copy(of: payload, secrecy).reopened()
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }
}
