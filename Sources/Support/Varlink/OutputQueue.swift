internal import LinuxIO

/// Messages on their way out, with their descriptors.
struct OutputQueue {
  private struct Message {
    let bytes: [UInt8]
    /// Sent with the first byte, then forgotten.
    var descriptors: [SharedDescriptor]
  }

  private var messages: [Message] = []
  /// Those before have been sent; taken away together, so that a long queue is not moved each time.
  private var head = 0
  /// Of the first message.
  private var sentCount = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  mutating func append(_ bytes: [UInt8], descriptors: [SharedDescriptor]) {
    guard !bytes.isEmpty else { return }
    messages.append(Message(bytes: bytes, descriptors: descriptors))
    byteCount += bytes.count
  }

  /// Sends what the socket takes, in slices up to `limit` bytes; `false` if there is still some.
  mutating func flush(
    limit: Int,
    _ send: (UnsafeRawBufferPointer, [SharedDescriptor]) throws(SystemError) ->
      FileDescriptor.WriteResult
  ) throws(SystemError) -> Bool {
    var sent = 0
    while head < messages.count, sent < limit {
      let message = messages[head]
      let span = message.bytes.span
      let result = try span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
        try send(UnsafeRawBufferPointer(rebasing: bytes[sentCount...]), message.descriptors)
      }
      guard case .bytes(let count) = result else { return false }
      sent += count
      advance(count)
    }
    return isEmpty
  }

  private mutating func advance(_ count: Int) {
    messages[head].descriptors = []
    sentCount += count
    byteCount -= count
    guard sentCount == messages[head].bytes.count else { return }
    sentCount = 0
    messages[head] = Message(bytes: [], descriptors: [])
    head += 1
    if head == messages.count || head >= 256 {
      messages.removeFirst(head)
      head = 0
    }
  }
}
