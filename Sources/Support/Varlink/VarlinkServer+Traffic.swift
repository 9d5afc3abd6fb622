internal import LinuxIO

extension VarlinkServer {
  /// What one connection may send or be sent before it is the others' turn.
  private static var sliceByteCount: Int { 1 << 20 }
  private static var sliceCallCount: Int { 32 }

  func ready(_ id: ConnectionID, _ readiness: Readiness) {
    guard let connection = connections[id] else { return }
    if !readiness.isDisjoint(with: [.peerClosed, .hangUp, .failure]) {
      connection.hasPeerClosed = true
      connection.isPeerGone = !readiness.isDisjoint(with: [.hangUp, .failure])
      if let current = connection.current, !current.isParsing,
        current.more || connection.isPeerGone
      {
        return close(connection)
      }
    }
    if readiness.contains(.readable), connection.wantsInput { read(connection) }
    advance(connection)
    flush(connection)
  }

  private func read(_ connection: VarlinkConnection) {
    do {
      try readBuffer.withUnsafeMutableBytes { buffer in
        switch try connection.receive(into: buffer) {
        case .wouldBlock: break
        case .end:
          connection.isAtEnd = true
          connection.hasPeerClosed = true
        case .bytes(let count, let descriptors, let isTruncated):
          connection.input.receive(
            UnsafeRawBufferPointer(rebasing: buffer[..<count]),
            descriptors: descriptors,
            isTruncated: isTruncated
          )
        }
      }
    } catch {
      // Reset: what it sent before is lost to us, and our answers to it.
      close(connection)
    }
  }

  /// Hands out the calls that wait, until one is not answered at once.
  func advance(_ connection: VarlinkConnection) {
    // An answer within a handler comes back here: the loop below goes on, not a deeper one.
    guard connection.isOpen, !connection.isAdvancing else { return }
    connection.isAdvancing = true
    defer { connection.isAdvancing = false }
    var count = 0
    while connection.isOpen, connection.current == nil, count < Self.sliceCallCount,
      let item = connection.input.next()
    {
      handle(item, of: connection)
      count += 1
    }
    if count == Self.sliceCallCount { continueLater(connection) }
  }

  private func continueLater(_ connection: VarlinkConnection) {
    guard connection.isOpen, !connection.isContinuing else { return }
    connection.isContinuing = true
    let id = connection.id
    loop.perform { [weak self] in
      self?.assumeIsolated { server in
        guard let connection = server.connections[id] else { return }
        connection.isContinuing = false
        server.advance(connection)
        server.flush(connection)
      }
    }
  }

  /// Sends what can be sent, and watches for what can be done next.
  func flush(_ connection: VarlinkConnection) {
    guard connection.isOpen, !connection.isAdvancing else { return }
    do {
      if !connection.output.isEmpty, try connection.flush(limit: Self.sliceByteCount) == false,
        connection.interest.contains(.edgeTriggered)
      {
        // Told of changes only, so nobody will come back for the rest of this slice.
        continueIfWritable(connection)
      }
      if connection.isAtEnd, connection.current == nil, connection.input.isEmpty,
        connection.output.isEmpty || connection.isPeerGone
      {
        return close(connection)
      }
      try connection.updateInterest()
    } catch {
      close(connection)
    }
  }

  private func continueIfWritable(_ connection: VarlinkConnection) {
    let ready = try? connection.descriptor.poll(for: .writable, timeout: .zero)
    if ready?.contains(.writable) == true { continueLater(connection) }
  }

  /// Puts an answer on its way, unless the call it belongs to is over.
  func answer(_ answer: CallOutlet.Answer) {
    guard let connection = connections[answer.connection],
      connection.current?.serial == answer.serial
    else { return }
    if answer.isLast { connection.current = nil }
    send(answer.bytes, descriptors: answer.descriptors, to: connection)
    if answer.isLast { advance(connection) }
    flush(connection)
  }

  func send(
    _ bytes: [UInt8],
    descriptors: [SharedDescriptor] = [],
    to connection: VarlinkConnection
  ) {
    guard connection.isOpen else { return }
    guard bytes.count <= limits.outputSize - connection.output.byteCount,
      descriptors.count <= UnixSocket.maximumDescriptorsPerMessage
    else { return close(connection) }
    connection.output.append(bytes, descriptors: descriptors)
  }
}
