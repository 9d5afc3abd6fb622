public import LinuxIO
internal import Synchronization

/// A Varlink service on the sockets that it is given.
///
/// Everything runs on its loop and none of it waits: a client that is silent, slow, hostile or gone
/// costs the others nothing. The calls of one connection are handed out one after the other, each
/// after the last answer to the one before.
///
/// - What is not JSON ends its connection; what is JSON of a wrong shape, or too large, is answered
///   with an error.
/// - A client that only stops sending gets its answers; one that is gone, or stops sending during a
///   call with `more`, is closed at once.
///
/// Source: `https://varlink.org/Service`; systemd's `sd-varlink` for passed descriptors.
public actor VarlinkServer {
  public struct Limits: Sendable {
    public var connections = 256
    public var messageSize = MessageFramer.maximumMessageSize
    /// Answers that a client has not read yet, in bytes; beyond, it is closed.
    public var outputSize = 64 << 20

    public init() {}
  }

  /// What a server tells; called on its loop, and must not wait.
  public struct Handlers: Sendable {
    /// Answers the call, now or later.
    public var call: @Sendable (VarlinkCall) -> Void
    /// The client is gone, and what was done for it alone can end.
    public var connectionClosed: @Sendable (ConnectionID) -> Void = { _ in }
    /// Another user connected, and was closed.
    public var peerRefused: @Sendable (PeerCredentials) -> Void = { _ in }

    public init(call: @escaping @Sendable (VarlinkCall) -> Void) {
      self.call = call
    }
  }

  public nonisolated let loop: EventLoop
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  let identity: VarlinkIdentity
  let interfaces: [VarlinkInterface]
  let handlers: Handlers
  let limits: Limits
  let tooLarge: VarlinkError
  private nonisolated let listeners: [SharedDescriptor]
  private let permittedUser: UInt32
  var connections: [ConnectionID: VarlinkConnection] = [:]
  private var nextConnection: UInt64 = 0
  var nextSerial: UInt64 = 0
  /// Given up for a moment when there is no number left, to tell a client so.
  private var reserve: FileDescriptor?
  /// For messages that would keep the loop too long.
  var parser: EventLoop?
  var readBuffer = [UInt8](repeating: 0, count: 64 << 10)

  /// Prepares a service; it answers after ``start()``.
  ///
  /// It owns the listening sockets but not their names. Only `permittedUser` may connect. What is
  /// over a limit is answered with `tooLarge`.
  public init(
    listening listeners: [SharedDescriptor],
    on loop: EventLoop,
    identity: VarlinkIdentity,
    interfaces: [VarlinkInterface],
    permittedUser: UInt32 = CurrentProcess.userID,
    limits: Limits = Limits(),
    tooLarge: VarlinkError = .invalidParameter("message"),
    handlers: Handlers
  ) {
    self.listeners = listeners
    self.loop = loop
    self.identity = identity
    self.interfaces = interfaces
    self.permittedUser = permittedUser
    self.limits = limits
    self.tooLarge = tooLarge
    self.handlers = handlers
  }

  deinit {
    for listener in listeners { loop.unwatch(listener.descriptor) }
    parser?.stop()
  }

  /// Begins to accept; may be called before the loop runs.
  public nonisolated func start() throws(SystemError) {
    for listener in listeners {
      try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in
        self?.assumeIsolated { $0.accept(from: listener) }
      }
    }
  }

  /// Accepts nobody any more; the connections go on.
  public nonisolated func stopAccepting() {
    for listener in listeners { loop.unwatch(listener.descriptor) }
  }

  /// Ends all connections, after sending what their sockets take at once.
  public func closeConnections() {
    for connection in connections.values {
      // Whoever does not read has no claim on a last word.
      _ = try? connection.flush(limit: limits.outputSize)
      close(connection)
    }
  }

  public var connectionCount: Int { connections.count }

  // MARK: Connections

  private func accept(from listener: SharedDescriptor) {
    if reserve == nil { reserve = try? FileSystem.open(Array("/dev/null".utf8)) }
    // A few at a time, so that a flood of clients does not keep those that are there waiting.
    for _ in 0..<16 {
      do {
        guard let socket = try UnixSocket.accept(listener.descriptor) else { return }
        try admit(socket)
      } catch  where error.isExhaustion {
        guard refuseOne(from: listener) else { return pause(listener) }
      } catch {
        // This client's trouble only.
      }
    }
  }

  /// Closes one client that there is no number for; otherwise it would wait, and the loop spin.
  private func refuseOne(from listener: SharedDescriptor) -> Bool {
    guard reserve != nil else { return false }
    reserve = nil
    let refused = try? UnixSocket.accept(listener.descriptor)
    let didRefuse = refused != nil
    _ = consume refused
    reserve = try? FileSystem.open(Array("/dev/null".utf8))
    return didRefuse
  }

  private func pause(_ listener: SharedDescriptor) {
    // Fails only if it is not watched any more, and then there is nothing to pause.
    try? loop.rewatch(listener.descriptor, for: [])
    loop.schedule(after: .milliseconds(100)) { [weak loop] in
      try? loop?.rewatch(listener.descriptor, for: .readable)
    }
  }

  private func admit(_ socket: consuming FileDescriptor) throws(SystemError) {
    let peer = try UnixSocket.peer(of: socket)
    guard peer.uid == permittedUser else { return handlers.peerRefused(peer) }
    guard connections.count < limits.connections else { return }
    let id = ConnectionID(number: nextConnection)
    nextConnection += 1
    let connection = VarlinkConnection(
      id: id,
      peer: peer,
      descriptor: socket,
      loop: loop,
      messageLimit: limits.messageSize
    )
    try loop.watch(connection.descriptor, for: connection.interest) { [weak self] readiness in
      self?.assumeIsolated { $0.ready(id, readiness) }
    }
    connections[id] = connection
  }

  func close(_ connection: VarlinkConnection) {
    guard connection.isOpen else { return }
    connection.isOpen = false
    connection.current = nil
    connections[connection.id] = nil
    loop.unwatch(connection.descriptor)
    handlers.connectionClosed(connection.id)
  }
}
