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
    isolation: isolated (any Actor)? = #isolation
  ) async throws(PasteboardError) {
    var reply = GetReply(candidate, complete: true)
    reply.size = payload.byteCount
    if isInline {
      try await fill(&reply, with: payload)
      try call.reply(reply)
    } else {
      reply.descriptor = 0
      try call.reply(reply, descriptors: [try await descriptor(of: payload)])
    }
  }

  private func fill(_ reply: inout GetReply, with payload: Payload) async throws(PasteboardError) {
    guard payload.byteCount <= Self.inlineLimit else {
      throw .tooLarge(what: "content inside a reply", limit: Self.inlineLimit)
    }
    let bytes = try await intake.bytes(of: payload)
    // Only what JSON text gives back byte for byte goes as text.
    if let text = String(validating: bytes, as: UTF8.self) {
      reply.text = text
    } else {
      reply.data = Base64.encode(bytes)
    }
  }

  private func descriptor(of payload: Payload) async throws(PasteboardError) -> SharedDescriptor {
    do {
      switch payload {
      case .inline(let bytes):
        return SharedDescriptor(try MemoryFile.create(name: "xfer", content: bytes))
      case .file(let file):
        if let file = file as? FilePayload { return try file.reopened() }
      }
      return try await intake.copy(of: payload).reopened()
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }
}

extension GetReply {
  init(_ candidate: OfferedTypes.Candidate, complete: Bool) {
    self.init(
      type: candidate.type.identifier,
      mimeType: candidate.type.preferredMIMEType,
      target: candidate.target.description,
      complete: complete
    )
  }
}
