internal import LinuxIO

/// Bytes and descriptors from a socket, put together into calls that wait for their turn.
///
/// A read ends with the bytes that brought descriptors, so these belong to the message that the last
/// byte of the read is part of: senders pass them with the message that names them.
struct InboundQueue {
  enum Item {
    case message([UInt8], descriptors: [SharedDescriptor])
    case tooLarge
    /// More descriptors than one message may bring, or than we have numbers for.
    case tooManyDescriptors
  }

  private struct Arriving {
    var descriptors: [SharedDescriptor] = []
    var hasTooMany = false
  }

  private var framer: MessageFramer
  private var arriving = Arriving()
  private var items: [Item] = []
  private var head = 0
  private(set) var byteCount = 0

  init(messageLimit: Int) {
    framer = MessageFramer(limit: messageLimit)
  }

  var count: Int { items.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func receive(
    _ bytes: UnsafeRawBufferPointer,
    descriptors: [SharedDescriptor],
    isTruncated: Bool
  ) {
    let frames = framer.receive(bytes)
    let endsMessage = bytes.last == 0
    let completed = frames.count { if case .message = $0 { true } else { false } }
    var seen = 0
    for frame in frames {
      guard case .message(let message) = frame else {
        items.append(.tooLarge)
        arriving = Arriving()
        continue
      }
      seen += 1
      if seen == completed, endsMessage { attach(descriptors, isTruncated) }
      append(message)
    }
    // What comes with a message over the limit is closed.
    if !endsMessage, !framer.isSkipping { attach(descriptors, isTruncated) }
  }

  mutating func next() -> Item? {
    guard head < items.count else { return nil }
    let item = items[head]
    items[head] = .tooLarge
    head += 1
    if head == items.count || head >= 256 {
      items.removeFirst(head)
      head = 0
    }
    if case .message(let message, _) = item { byteCount -= message.count }
    return item
  }

  private mutating func append(_ message: [UInt8]) {
    items.append(
      arriving.hasTooMany
        ? .tooManyDescriptors : .message(message, descriptors: arriving.descriptors)
    )
    if !arriving.hasTooMany { byteCount += message.count }
    arriving = Arriving()
  }

  private mutating func attach(_ descriptors: [SharedDescriptor], _ isTruncated: Bool) {
    let count = arriving.descriptors.count + descriptors.count
    if arriving.hasTooMany || isTruncated || count > UnixSocket.maximumDescriptorsPerMessage {
      arriving = Arriving(hasTooMany: true)
    } else {
      arriving.descriptors += descriptors
    }
  }
}
