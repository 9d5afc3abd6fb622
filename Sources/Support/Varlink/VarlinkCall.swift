public import LinuxIO
internal import Synchronization

/// One connection of a server; never used again for another.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// A call that a server received, and the means to answer it.
///
/// The answers may be given from any isolation and thread, now or later, and go out in their order.
/// The next call of the connection waits for the last answer. A call that is dropped without one is
/// answered with MethodNotImplemented, so that nobody waits for ever.
///
/// Source: `https://varlink.org/Service`.
public final class VarlinkCall: Sendable {
  /// With its interface.
  public let method: String
  public let parameters: JSON
  /// Whether the client takes more than one answer.
  public let more: Bool
  /// Whether the client takes no answer; giving one does nothing.
  public let oneway: Bool
  /// Those that came with the message; they close when nobody holds them any more.
  public var descriptors: [SharedDescriptor] { passed.withLock { $0 } }
  public let connection: ConnectionID
  public let peer: PeerCredentials
  private let serial: UInt64
  private let outlet: CallOutlet
  private let isFinished = Mutex(false)
  private let passed: Mutex<[SharedDescriptor]>

  init(
    _ request: VarlinkRequest,
    descriptors: [SharedDescriptor],
    connection: ConnectionID,
    peer: PeerCredentials,
    serial: UInt64,
    outlet: CallOutlet
  ) {
    method = request.method
    parameters = request.parameters
    more = request.more
    oneway = request.oneway
    passed = Mutex(descriptors)
    self.connection = connection
    self.peer = peer
    self.serial = serial
    self.outlet = outlet
  }

  deinit {
    if finish() { send(.init(error: .methodNotImplemented(method)), isLast: true) }
  }

  /// The last part of ``method``.
  public var name: Substring {
    method.utf8.lastIndex(of: UInt8(ascii: ".")).map { method[method.utf8.index(after: $0)...] }
      ?? method[...]
  }

  /// Lets go of ``descriptors``, for a call that goes on for long after they were used.
  public func releaseDescriptors() {
    let released = passed.withLock { passed in
      defer { passed = [] }
      return passed
    }
    withExtendedLifetime(released) {}
  }

  /// Answers; `continues` says that more answers follow.
  ///
  /// Does nothing and answers `false` if the last answer was given before. An answer that continues
  /// a call without ``more`` becomes the error ExpectedMore.
  @discardableResult
  public func reply(
    _ parameters: JSON = .object([]),
    descriptors: [SharedDescriptor] = [],
    continues: Bool = false
  ) -> Bool {
    let reply = VarlinkReply(
      parameters: parameters,
      continues: continues,
      descriptors: descriptors
    )
    guard continues else { return finish() && send(reply, isLast: true) }
    guard more else {
      fail(.expectedMore)
      return false
    }
    // Not under the lock: what is sent may end the connection, and who hears of that may call us.
    // The server drops what another thread was too late with.
    return !isFinished.withLock { $0 } && send(reply, isLast: false)
  }

  /// Answers with an error, which is the last answer.
  @discardableResult
  public func fail(_ error: VarlinkError) -> Bool {
    finish() && send(.init(error: error), isLast: true)
  }

  /// Answers with an error, which is the last answer; `error` has its interface.
  @discardableResult
  public func fail(_ error: String, parameters: JSON = .object([])) -> Bool {
    fail(VarlinkError(error, parameters: parameters))
  }

  private func finish() -> Bool {
    isFinished.withLock { isFinished in
      defer { isFinished = true }
      return !isFinished
    }
  }

  @discardableResult
  private func send(_ reply: VarlinkReply, isLast: Bool) -> Bool {
    // Made into bytes here, so that a large answer does not keep the loop.
    let bytes = oneway ? [] : reply.serialized
    outlet.deliver(
      CallOutlet.Answer(
        connection: connection,
        serial: serial,
        isLast: isLast,
        bytes: bytes,
        descriptors: reply.descriptors
      )
    )
    return true
  }
}

extension VarlinkReply {
  fileprivate init(error: VarlinkError) {
    self.init(parameters: error.parameters, error: error)
  }
}

/// Brings answers to the loop of their server, from wherever they are given.
struct CallOutlet: Sendable {
  struct Answer: Sendable {
    let connection: ConnectionID
    let serial: UInt64
    let isLast: Bool
    let bytes: [UInt8]
    let descriptors: [SharedDescriptor]
  }

  let deliver: @Sendable (Answer) -> Void
}
