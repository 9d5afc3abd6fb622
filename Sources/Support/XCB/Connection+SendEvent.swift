internal import CXCB

extension Connection {
  /// Tells a requestor that its conversion is answered or refused.
  ///
  /// Source: ICCCM 2.0 §2.2: destination the requestor, no propagation, an empty mask.
  @discardableResult
  public func send(_ event: SelectionNotify) -> SequenceNumber {
    var wire = EventWriter(code: UInt8(XCB_SELECTION_NOTIFY))
    wire.put(event.time.rawValue, at: 4)
    wire.put(event.requestor.rawValue, at: 8)
    wire.put(event.selection.rawValue, at: 12)
    wire.put(event.target.rawValue, at: 16)
    wire.put(event.property.rawValue, at: 20)
    return send(wire.bytes, to: event.requestor)
  }

  /// Sends a message to a window's owner, or to whoever selects `mask` on the window.
  @discardableResult
  public func send(
    _ message: ClientMessage,
    to destination: Window,
    events mask: EventMask = []
  ) -> SequenceNumber {
    var wire = EventWriter(code: UInt8(XCB_CLIENT_MESSAGE))
    wire.bytes[1] = message.format
    wire.put(message.window.rawValue, at: 4)
    wire.put(message.type.rawValue, at: 8)
    wire.bytes.replaceSubrange(12..<32, with: message.data.prefix(20))
    return send(wire.bytes, to: destination, events: mask)
  }

  /// Sends any event as bytes, cut or filled with zeros to 32.
  ///
  /// Source: X11 protocol, SendEvent.
  @discardableResult
  public func send(
    _ bytes: [UInt8],
    to destination: Window,
    events mask: EventMask = []
  ) -> SequenceNumber {
    // libxcb reads 32 bytes whatever it is given.
    let event = Array((bytes + [UInt8](repeating: 0, count: 32)).prefix(32))
    let cookie = event.withUnsafeBytes { event in
      xcb_send_event(
        raw,
        0,
        destination.rawValue,
        mask.rawValue,
        event.bindMemory(to: CChar.self).baseAddress
      )
    }
    return SequenceNumber(rawValue: cookie.sequence)
  }
}

/// The 32 bytes of an event in the making.
private struct EventWriter {
  var bytes = [UInt8](repeating: 0, count: 32)

  init(code: UInt8) { bytes[0] = code }

  mutating func put(_ word: UInt32, at offset: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: word, toByteOffset: offset, as: UInt32.self) }
  }
}
