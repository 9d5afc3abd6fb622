internal import LinuxIO

/// What a server knows of one client; used on the server's loop only.
final class VarlinkConnection {
  /// A call that was handed out and not answered for the last time.
  struct Current {
    let serial: UInt64
    let more: Bool
    /// Not even a call yet: a message that another thread parses.
    var isParsing = false
  }

  /// How far a client may be ahead of its answers.
  private static let maximumWaitingCalls = 32
  private static let maximumWaitingBytes = 8 << 20

  let id: ConnectionID
  let peer: PeerCredentials
  let descriptor: FileDescriptor
  private let loop: EventLoop
  var input: InboundQueue
  var output = OutputQueue()
  var current: Current?
  var isOpen = true
  /// The client sends nothing more, though there may be something to read.
  var hasPeerClosed = false
  /// All that it sent was read.
  var isAtEnd = false
  /// It cannot read any more either.
  var isPeerGone = false
  /// The calls that wait are being handed out, further down the stack.
  var isAdvancing = false
  /// There is more to hand out or to send in a later round.
  var isContinuing = false

  init(
    id: ConnectionID,
    peer: PeerCredentials,
    descriptor: consuming FileDescriptor,
    loop: EventLoop,
    messageLimit: Int
  ) {
    self.id = id
    self.peer = peer
    self.descriptor = descriptor
    self.loop = loop
    input = InboundQueue(messageLimit: messageLimit)
  }

  deinit {
    loop.unwatch(descriptor)
  }

  var wantsInput: Bool {
    !isAtEnd && input.count < Self.maximumWaitingCalls
      && input.byteCount < Self.maximumWaitingBytes
  }

  /// The peer's end is always watched: who waits for a call must hear at once that it is in vain.
  var interest: Readiness {
    var interest: Readiness = .peerClosed
    if wantsInput { interest.insert(.readable) }
    if !output.isEmpty { interest.insert(.writable) }
    // It stays half-closed until it closes; without this the loop would hear of it without end.
    if hasPeerClosed, !wantsInput { interest.insert(.edgeTriggered) }
    return interest
  }

  func updateInterest() throws(SystemError) {
    try loop.rewatch(descriptor, for: interest)
  }

  func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> UnixSocket.Received {
    try UnixSocket.receive(into: buffer, on: descriptor)
  }

  /// Sends what the socket takes, up to `limit` bytes; `false` if it takes nothing more now.
  func flush(limit: Int) throws(SystemError) -> Bool {
    try output.flush(limit: limit) { (bytes, descriptors) throws(SystemError) in
      try UnixSocket.send(bytes, descriptors: descriptors, on: descriptor)
    }
  }
}
