internal import Varlink
import Testing
internal import Wire

/// A connection to the daemon of a session, message by message.
final class WireClient {
  private var client: VarlinkClient?

  init(_ session: Session) throws { client = try VarlinkClient(connectedTo: session.socket) }

  func call<Reply: Decodable>(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable,
    _ type: Reply.Type,
    more: Bool = false
  ) throws -> Reply {
    try send(method, request, more: more)
    return try next(type)
  }

  func send(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable,
    more: Bool = false
  ) throws {
    try #require(client).call(
      method.qualifiedName,
      parameters: try MessageEncoder.encode(request),
      more: more
    )
  }

  func next<Reply: Decodable>(_ type: Reply.Type) throws -> Reply {
    let reply = try #require(client).nextReply(timeout: .seconds(10))
    if let error = reply.error { throw HarnessError(error.name) }
    return try MessageDecoder.decode(type, from: reply.parameters)
  }

  func close() { client = nil }
}
