internal import CXCB

/// Numbers out of the 32 bytes of an event.
///
/// Source: X11 protocol, appendix B "Protocol Encoding".
struct EventReader {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  func word(_ offset: Int) -> UInt32 {
    guard offset + 4 <= bytes.count else { return 0 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  func atom(_ offset: Int) -> Atom { Atom(rawValue: word(offset)) }
  func window(_ offset: Int) -> Window { Window(rawValue: word(offset)) }
  func time(_ offset: Int) -> Timestamp { Timestamp(rawValue: word(offset)) }
  var tail: [UInt8] { Array(bytes.dropFirst(12).prefix(20)) }
}

extension Event {
  /// Reads an event, not an error, from its 32 bytes.
  ///
  /// `firstXFixesEvent` is the code of XFIXES' first event, if that is enabled.
  init(_ event: EventReader, firstXFixesEvent: UInt8?) {
    let code = event.byte(0) & 0x7F
    let isSynthetic = event.byte(0) & 0x80 != 0
    switch CInt(code) {
    case XCB_SELECTION_CLEAR:
      self = .selectionClear(
        SelectionClear(
          time: event.time(4),
          owner: event.window(8),
          selection: event.atom(12),
          isSynthetic: isSynthetic
        )
      )
    case XCB_SELECTION_REQUEST:
      self = .selectionRequest(
        SelectionRequest(
          time: event.time(4),
          owner: event.window(8),
          requestor: event.window(12),
          selection: event.atom(16),
          target: event.atom(20),
          property: event.atom(24),
          isSynthetic: isSynthetic
        )
      )
    case XCB_SELECTION_NOTIFY:
      self = .selectionNotify(
        SelectionNotify(
          time: event.time(4),
          requestor: event.window(8),
          selection: event.atom(12),
          target: event.atom(16),
          property: event.atom(20),
          isSynthetic: isSynthetic
        )
      )
    case XCB_PROPERTY_NOTIFY:
      self = .propertyNotify(
        PropertyNotify(
          window: event.window(4),
          property: event.atom(8),
          time: event.time(12),
          change: event.byte(16) == 0 ? .newValue : .deleted,
          isSynthetic: isSynthetic
        )
      )
    case XCB_DESTROY_NOTIFY:
      self = .destroyNotify(DestroyNotify(window: event.window(8), isSynthetic: isSynthetic))
    case XCB_CLIENT_MESSAGE:
      var message = ClientMessage(
        window: event.window(4),
        type: event.atom(8),
        format: event.byte(1),
        data: event.tail
      )
      message.isSynthetic = isSynthetic
      self = .clientMessage(message)
    default:
      self = Self.ownerChange(event, code, firstXFixesEvent) ?? .other(code: code)
    }
  }

  private static func ownerChange(
    _ event: EventReader,
    _ code: UInt8,
    _ first: UInt8?
  ) -> Event? {
    guard let first, code == first, let reason = OwnerChange.Reason(rawValue: event.byte(1)) else {
      return nil
    }
    let owner = event.window(8)
    return .ownerChange(
      OwnerChange(
        reason: reason,
        window: event.window(4),
        owner: owner == .none ? nil : owner,
        selection: event.atom(12),
        time: event.time(16),
        selectionTime: event.time(20),
        isSynthetic: event.byte(0) & 0x80 != 0
      )
    )
  }
}
