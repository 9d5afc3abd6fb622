public import LinuxIO

/// One connection to a Varlink service, for a program that does one thing at a time.
///
/// Calls and waits on the calling thread, with deadlines; starts no thread and no loop. Not for
/// more than one thread at a time.
///
/// Source: `https://varlink.org/Service`.
public final class VarlinkClient {
  private let input: SharedDescriptor
  private let output: SharedDescriptor
  /// Whether both are one Unix socket.
  public let canPassDescriptors: Bool
  private var framer: InboundQueue
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// Connects to a service; a path that begins with `@` is an abstract name.
  public convenience init(
    connectedTo path: [UInt8],
    timeout: Duration = .seconds(5)
  ) throws(VarlinkClientError) {
    do {
      self.init(socket: try UnixSocket.connect(to: path, timeout: timeout))
    } catch {
      throw .system(error)
    }
  }

  /// As ``init(connectedTo:timeout:)-([UInt8],_)``.
  public convenience init(
    connectedTo path: String,
    timeout: Duration = .seconds(5)
  ) throws(VarlinkClientError) {
    try self.init(connectedTo: Array(path.utf8), timeout: timeout)
  }

  /// Speaks over a Unix socket that is connected already.
  public init(socket: consuming FileDescriptor) {
    input = SharedDescriptor(socket)
    output = input
    canPassDescriptors = true
    framer = InboundQueue(messageLimit: MessageFramer.maximumMessageSize)
  }

  /// Speaks over two descriptors, such as the pipes of a child; descriptors cannot pass then.
  ///
  /// Their flags are left alone. A pipe whose reader is gone raises SIGPIPE unless it is ignored.
  public init(input: consuming FileDescriptor, output: consuming FileDescriptor) {
    self.input = SharedDescriptor(input)
    self.output = SharedDescriptor(output)
    canPassDescriptors = false
    framer = InboundQueue(messageLimit: MessageFramer.maximumMessageSize)
  }

  deinit {
    buffer.deallocate()
  }

  /// Readable when there may be a reply: for a program that waits for other things, too.
  ///
  /// Call ``nextReply(timeout:)`` with zero until it has none.
  public var number: CInt { input.number }

  /// Sends a call; the answers come from ``nextReply(timeout:)``, in the order of the calls.
  ///
  /// With `more` there may be several, with `oneway` there is none. The timeout is for the sending.
  public func call(
    _ method: String,
    parameters: JSON = .object([]),
    descriptors: [SharedDescriptor] = [],
    more: Bool = false,
    oneway: Bool = false,
    timeout: Duration? = .seconds(5)
  ) throws(VarlinkClientError) {
    guard descriptors.isEmpty || canPassDescriptors,
      descriptors.count <= UnixSocket.maximumDescriptorsPerMessage
    else { throw .cannotPassDescriptors }
    let request = VarlinkRequest(
      method: method,
      parameters: parameters,
      more: more,
      oneway: oneway
    )
    let bytes = request.serialized
    guard bytes.count <= MessageFramer.maximumMessageSize + 1 else { throw .tooLarge }
    let deadline = timeout.map { MonotonicTime.now + $0 }
    let span = bytes.span
    let isSent = try translated { () throws(SystemError) in
      try span.bytes.withUnsafeBytes { (buffer) throws(SystemError) in
        try send(buffer, descriptors, until: deadline)
      }
    }
    guard isSent else { throw .timedOut }
  }

  /// Waits for the next answer; `nil` as timeout waits without end.
  public func nextReply(timeout: Duration?) throws(VarlinkClientError) -> VarlinkReply {
    let deadline = timeout.map { MonotonicTime.now + $0 }
    while true {
      if let item = framer.next() { return try reply(item) }
      if let isMore = try translated({ () throws(SystemError) in try receive() }) {
        guard isMore else { throw .closed }
        continue
      }
      let left = deadline.map { max(.zero, $0 - .now) }
      let ready = try translated { () throws(SystemError) in
        try Readiness.poll(number, for: .readable, timeout: left)
      }
      guard ready != nil else { throw .timedOut }
    }
  }

  // MARK: Sending

  /// `false` if the deadline came first.
  private func send(
    _ bytes: UnsafeRawBufferPointer,
    _ descriptors: [SharedDescriptor],
    until deadline: MonotonicTime?
  ) throws(SystemError) -> Bool {
    var rest = bytes[...]
    var descriptors = descriptors
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      if let count = try sendAvailable(part, descriptors) {
        rest = rest.dropFirst(count)
        descriptors = []
        continue
      }
      let left = deadline.map { max(.zero, $0 - .now) }
      guard try output.descriptor.poll(for: .writable, timeout: left) != nil else {
        return false
      }
    }
    return true
  }

  /// `nil` if nothing can be sent now.
  private func sendAvailable(
    _ bytes: UnsafeRawBufferPointer,
    _ descriptors: [SharedDescriptor]
  ) throws(SystemError) -> Int? {
    let result: FileDescriptor.WriteResult
    if canPassDescriptors {
      result = try UnixSocket.send(bytes, descriptors: descriptors, on: output.descriptor)
    } else {
      // A pipe that is writable has room for a page; more could wait, whatever the deadline.
      let ready = try output.descriptor.poll(for: .writable, timeout: .zero)
      guard ready != nil else { return nil }
      let page = UnsafeRawBufferPointer(rebasing: bytes.prefix(4096))
      result = try output.descriptor.writeAvailable(page)
    }
    guard case .bytes(let count) = result else { return nil }
    return count
  }

  // MARK: Receiving

  /// `true` if bytes came, `false` at the end, `nil` if there are none yet.
  private func receive() throws(SystemError) -> Bool? {
    guard canPassDescriptors else { return try receiveFromPipe() }
    switch try UnixSocket.receive(into: buffer, on: input.descriptor) {
    case .wouldBlock: return nil
    case .end: return false
    case .bytes(let count, let descriptors, let isTruncated):
      framer.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]),
        descriptors: descriptors,
        isTruncated: isTruncated
      )
      return true
    }
  }

  private func receiveFromPipe() throws(SystemError) -> Bool? {
    let ready = try input.descriptor.poll(for: .readable, timeout: .zero)
    guard ready != nil else { return nil }
    switch try input.descriptor.readAvailable(into: buffer) {
    case .wouldBlock: return nil
    case .end: return false
    case .bytes(let count):
      framer.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]),
        descriptors: [],
        isTruncated: false
      )
      return true
    }
  }

  private func reply(_ item: InboundQueue.Item) throws(VarlinkClientError) -> VarlinkReply {
    switch item {
    case .tooLarge: throw .tooLarge
    case .tooManyDescriptors: throw .system(SystemError.noMoreDescriptors)
    case .message(let bytes, let descriptors):
      guard let json = try? JSON(parsing: bytes),
        let reply = VarlinkReply(json, descriptors: descriptors)
      else { throw .malformedReply }
      return reply
    }
  }

  private func translated<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(VarlinkClientError) -> Result {
    do {
      return try body()
    } catch {
      throw error.isReset ? .unread : .system(error)
    }
  }
}

extension SystemError {
  fileprivate static let noMoreDescriptors = SystemError(
    call: "recvmsg",
    code: SystemError.tooManyDescriptors
  )

  /// Not an end, which comes without an error.
  fileprivate var isReset: Bool {
    code == Self.brokenPipe || code == Self.connectionReset
  }
}
