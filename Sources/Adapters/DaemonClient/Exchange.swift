internal import LinuxIO
internal import Varlink
internal import Wire

/// Calls of a daemon and its answers over one connection.
final class Exchange {
  private let client: VarlinkClient
  /// Those that came with the last answer.
  private(set) var descriptors: [SharedDescriptor] = []
  /// Whether another answer to the last call follows.
  private(set) var continues = false

  private init(_ socket: consuming FileDescriptor) {
    client = VarlinkClient(socket: socket)
  }

  /// The number of the socket, while this value lives.
  var number: CInt { client.number }

  /// Connects to the daemon at a location; `nil` if there is none.
  static func find(at location: SocketLocation) throws(ClientError) -> Exchange? {
    guard let socket = try DaemonStart.connect(to: location) else { return nil }
    return Exchange(socket)
  }

  /// Connects to the daemon at a location; where there is none, one is started if that is allowed.
  static func connect(
    to location: SocketLocation,
    starting: Bool
  ) throws(ClientError) -> Exchange {
    if let exchange = try find(at: location) { return exchange }
    guard starting else { throw .nobody }
    return Exchange(try DaemonStart(at: location).connection())
  }

  /// Sends a call, whose answers come from ``next(timeout:)``.
  func send(
    _ method: String,
    _ parameters: some Encodable,
    descriptors: [SharedDescriptor] = [],
    more: Bool = false
  ) throws(ClientError) {
    let json: JSON
    do throws(MessageError) {
      json = try MessageEncoder.encode(parameters)
    } catch {
      throw .invalidParameter(error.path)
    }
    do {
      try client.call(method, parameters: json, descriptors: descriptors, more: more)
    } catch {
      throw ClientError(error)
    }
  }

  /// The next answer to the last call; a timeout of `nil` waits without end.
  ///
  /// - Throws: ``ClientError/silent`` if none comes in time; it may still come.
  func next<Reply: Decodable>(timeout: Duration?) throws(ClientError) -> Reply {
    let reply: VarlinkReply
    do throws(VarlinkClientError) {
      reply = try client.nextReply(timeout: timeout)
    } catch {
      throw ClientError(error)
    }
    (descriptors, continues) = (reply.descriptors, reply.continues)
    if let error = reply.error { throw ClientError(error) }
    do throws(MessageError) {
      return try MessageDecoder.decode(Reply.self, from: reply.parameters)
    } catch {
      throw .invalidAnswer(reason: error.description)
    }
  }

  /// Asks something that every daemon answers at once.
  func probe(timeout: Duration) throws(ClientError) {
    try send("org.varlink.service.GetInfo", Nothing())
    let _: Nothing = try next(timeout: timeout)
  }
}

extension ClientError {
  /// There is no daemon, and none may be started.
  static let nobody = ClientError.unreachable(reason: "nobody answers at its socket")

  /// What a failed exchange means.
  init(_ error: VarlinkClientError) {
    switch error {
    case .system(let error): self = .unreachable(reason: error.description)
    case .timedOut: self = .silent
    case .closed: self = .disconnected
    case .unread: self = .unread
    case .malformedReply: self = .invalidAnswer(reason: "it is no answer")
    case .tooLarge: self = .refused(.tooLarge(what: "message", limit: 64 << 20))
    case .cannotPassDescriptors:
      self = .refused(.tooLarge(what: "number of representations", limit: 253))
    }
  }

  /// What an error that the daemon answered means.
  init(_ error: VarlinkError) {
    let standard = "org.varlink.service."
    guard error.name.hasPrefix(standard) else {
      self = Self.ours(error)
      return
    }
    func parameter(_ name: String) -> String { error.parameters[name]?.stringValue ?? "" }
    switch error.name.dropFirst(standard.count) {
    case "InterfaceNotFound": self = .unknownMethod(parameter("interface"))
    case "MethodNotFound", "MethodNotImplemented": self = .unknownMethod(parameter("method"))
    case "InvalidParameter": self = .invalidParameter(parameter("parameter"))
    case "PermissionDenied": self = .refused(.notPermitted(reason: "it serves another user"))
    case let name: self = .invalidAnswer(reason: "the error \(name)")
    }
  }

  private static func ours(_ error: VarlinkError) -> ClientError {
    do throws(MessageError) {
      let parameters = try MessageDecoder.decode(
        PasteboardError.Parameters.self,
        from: error.parameters
      )
      let failure = PasteboardError(name: error.name, parameters: parameters)
      return failure.map(ClientError.refused) ?? .invalidAnswer(reason: "the error \(error.name)")
    } catch {
      return .invalidAnswer(reason: error.description)
    }
  }
}
