internal import CXCB

/// What happens to the value a property has when a new one is written.
public enum PropertyMode: UInt8, Hashable, Sendable {
  case replace = 0
  case prepend = 1
  case append = 2
}

extension Connection {
  /// Writes a property; an error of the server comes as an event with this sequence number.
  ///
  /// `format` is the bits of an item: 8, 16 or 32. `bytes` are whole items in the host's byte
  /// order; they are sent or copied before this returns.
  ///
  /// - Throws: ``XError/Kind/tooLong(byteCount:limit:)`` over ``maximumPropertyBytes``, or
  ///   ``XError/Kind/splitItem``; nothing was sent then, and the connection lives.
  ///
  /// Source: X11 protocol, ChangeProperty.
  @discardableResult
  public func changeProperty(
    _ property: Atom,
    of window: Window,
    type: Atom,
    format: UInt8,
    mode: PropertyMode = .replace,
    bytes: UnsafeRawBufferPointer
  ) throws(XError) -> SequenceNumber {
    let count = try itemCount(bytes.count, format: format)
    let cookie = xcb_change_property(
      raw,
      mode.rawValue,
      window.rawValue,
      property.rawValue,
      type.rawValue,
      format,
      count,
      bytes.baseAddress
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }

  /// Writes a property like ``changeProperty(_:of:type:format:mode:bytes:)``; the verdict is to be
  /// collected, and is no event.
  ///
  /// - Throws: The same.
  public func sendCheckedChange(
    of property: Atom,
    of window: Window,
    type: Atom,
    format: UInt8,
    mode: PropertyMode = .replace,
    bytes: UnsafeRawBufferPointer
  ) throws(XError) -> Pending<Void> {
    let count = try itemCount(bytes.count, format: format)
    let cookie = xcb_change_property_checked(
      raw,
      mode.rawValue,
      window.rawValue,
      property.rawValue,
      type.rawValue,
      format,
      count,
      bytes.baseAddress
    )
    return Pending(cookie.sequence, "ChangeProperty")
  }

  /// Writes a property of format 8.
  @discardableResult
  public func changeProperty(
    _ property: Atom,
    of window: Window,
    type: Atom,
    mode: PropertyMode = .replace,
    bytes: [UInt8]
  ) throws(XError) -> SequenceNumber {
    try bytes.withUnsafeBufferPointer { items throws(XError) -> SequenceNumber in
      try changeProperty(
        property,
        of: window,
        type: type,
        format: 8,
        mode: mode,
        bytes: UnsafeRawBufferPointer(items)
      )
    }
  }

  /// Writes a property of format 32.
  @discardableResult
  public func changeProperty(
    _ property: Atom,
    of window: Window,
    type: Atom,
    mode: PropertyMode = .replace,
    words: [UInt32]
  ) throws(XError) -> SequenceNumber {
    try words.withUnsafeBufferPointer { items throws(XError) -> SequenceNumber in
      try changeProperty(
        property,
        of: window,
        type: type,
        format: 32,
        mode: mode,
        bytes: UnsafeRawBufferPointer(items)
      )
    }
  }

  /// Appends nothing to a property of our own, so that a PropertyNotify event brings the time.
  ///
  /// The property must be used for nothing else: it stays empty, of type STRING and format 8.
  ///
  /// Source: ICCCM 2.0 §2.1, "zero-length append".
  @discardableResult
  public func touch(_ property: Atom, of window: Window) -> SequenceNumber {
    let cookie = xcb_change_property(
      raw,
      PropertyMode.append.rawValue,
      window.rawValue,
      property.rawValue,
      Atom.string.rawValue,
      8,
      0,
      nil
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }

  /// Deletes a property; if the window has none of that name, nothing happens.
  @discardableResult
  public func deleteProperty(_ property: Atom, of window: Window) -> SequenceNumber {
    let cookie = xcb_delete_property(raw, window.rawValue, property.rawValue)
    return SequenceNumber(rawValue: cookie.sequence)
  }

  /// Asks for a piece of a property.
  ///
  /// If the `type` wanted is ``Atom/none``, any will do; if it differs from the property's, no
  /// bytes come. The piece begins at `offset`, in bytes, a multiple of 4, and has at most
  /// `byteCount` bytes, rounded up to a multiple of 4. With `delete` the property goes if this is
  /// its last piece and the type matched.
  ///
  /// Source: X11 protocol, GetProperty.
  public func sendPropertyRequest(
    _ property: Atom,
    of window: Window,
    type: Atom = .none,
    offset: Int = 0,
    byteCount: Int,
    delete: Bool = false
  ) -> Pending<Property> {
    let words = byteCount / 4 + (byteCount % 4 == 0 ? 0 : 1)
    let cookie = xcb_get_property(
      raw,
      delete ? 1 : 0,
      window.rawValue,
      property.rawValue,
      type.rawValue,
      UInt32(clamping: offset / 4),
      UInt32(clamping: words)
    )
    return Pending(cookie.sequence, "GetProperty")
  }

  /// Waits for the answer to
  /// ``sendPropertyRequest(_:of:type:offset:byteCount:delete:)``.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadWindow.
  public func collect(_ pending: Pending<Property>) throws(XError) -> Property {
    let cookie = xcb_get_property_cookie_t(sequence: pending.sequence.rawValue)
    return Property(
      try reply(pending.request) { xcb_get_property_reply(raw, cookie, &$0) }
    )
  }

  /// Reads a piece of a property, in one round trip.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadWindow.
  public func property(
    _ property: Atom,
    of window: Window,
    type: Atom = .none,
    offset: Int = 0,
    byteCount: Int,
    delete: Bool = false
  ) throws(XError) -> Property {
    try collect(
      sendPropertyRequest(
        property,
        of: window,
        type: type,
        offset: offset,
        byteCount: byteCount,
        delete: delete
      )
    )
  }

  private func itemCount(_ byteCount: Int, format: UInt8) throws(XError) -> UInt32 {
    guard byteCount <= maximumPropertyBytes else {
      throw XError(
        request: "ChangeProperty",
        kind: .tooLong(byteCount: byteCount, limit: maximumPropertyBytes)
      )
    }
    guard let size = [8: 1, 16: 2, 32: 4][format], byteCount % size == 0 else {
      throw XError(request: "ChangeProperty", kind: .splitItem)
    }
    return UInt32(clamping: byteCount / size)
  }
}
