/// What an X server tells a client without having been asked.
///
/// Events with `isSynthetic` came from another client through SendEvent and may be forged.
///
/// Source: X11 protocol, chapter 11 "Events"; XFIXES protocol, SelectionNotify.
public enum Event: Hashable, Sendable {
  case selectionClear(SelectionClear)
  case selectionRequest(SelectionRequest)
  case selectionNotify(SelectionNotify)
  case propertyNotify(PropertyNotify)
  case destroyNotify(DestroyNotify)
  case clientMessage(ClientMessage)
  case ownerChange(OwnerChange)
  /// A request without an answer failed; the sequence number says which.
  case error(XError, sequence: SequenceNumber)
  /// An event that this module has no use for.
  case other(code: UInt8)
}

/// We no longer own a selection.
public struct SelectionClear: Hashable, Sendable {
  /// The time of the claim that took it.
  public var time: Timestamp
  /// Our window that lost it.
  public var owner: Window
  public var selection: Atom
  public var isSynthetic = false

  public init(time: Timestamp, owner: Window, selection: Atom, isSynthetic: Bool = false) {
    self.time = time
    self.owner = owner
    self.selection = selection
    self.isSynthetic = isSynthetic
  }
}

/// Somebody asks us, the owner of a selection, for a target.
public struct SelectionRequest: Hashable, Sendable {
  public var time: Timestamp
  public var owner: Window
  public var requestor: Window
  public var selection: Atom
  public var target: Atom
  /// Where the answer is to be stored; ``Atom/none`` with clients from before the ICCCM.
  public var property: Atom
  public var isSynthetic = false

  public init(
    time: Timestamp,
    owner: Window,
    requestor: Window,
    selection: Atom,
    target: Atom,
    property: Atom,
    isSynthetic: Bool = false
  ) {
    self.time = time
    self.owner = owner
    self.requestor = requestor
    self.selection = selection
    self.target = target
    self.property = property
    self.isSynthetic = isSynthetic
  }
}

/// A conversion was answered, or refused if the property is ``Atom/none``.
public struct SelectionNotify: Hashable, Sendable {
  public var time: Timestamp
  public var requestor: Window
  public var selection: Atom
  public var target: Atom
  public var property: Atom
  /// True for every owner's answer; false if the server itself refused for want of an owner.
  public var isSynthetic = false

  public init(
    time: Timestamp,
    requestor: Window,
    selection: Atom,
    target: Atom,
    property: Atom,
    isSynthetic: Bool = false
  ) {
    self.time = time
    self.requestor = requestor
    self.selection = selection
    self.target = target
    self.property = property
    self.isSynthetic = isSynthetic
  }

  /// The answer to a request: its own fields and where the value is, ``Atom/none`` to refuse.
  ///
  /// Source: ICCCM 2.0 §2.2.
  public init(answering request: SelectionRequest, property: Atom) {
    self.init(
      time: request.time,
      requestor: request.requestor,
      selection: request.selection,
      target: request.target,
      property: property
    )
  }
}

/// A property of a window has a new value, or is gone.
public struct PropertyNotify: Hashable, Sendable {
  public enum Change: Hashable, Sendable { case newValue, deleted }

  public var window: Window
  public var property: Atom
  public var time: Timestamp
  public var change: Change
  public var isSynthetic = false

  public init(
    window: Window,
    property: Atom,
    time: Timestamp,
    change: Change,
    isSynthetic: Bool = false
  ) {
    self.window = window
    self.property = property
    self.time = time
    self.change = change
    self.isSynthetic = isSynthetic
  }
}

/// A window is gone.
public struct DestroyNotify: Hashable, Sendable {
  public var window: Window
  public var isSynthetic = false

  public init(window: Window, isSynthetic: Bool = false) {
    self.window = window
    self.isSynthetic = isSynthetic
  }
}

/// A message from another client.
public struct ClientMessage: Hashable, Sendable {
  public var window: Window
  public var type: Atom
  /// Bits of an item: 8, 16 or 32.
  public var format: UInt8
  /// Always 20 bytes.
  public var data: [UInt8]
  public var isSynthetic = false

  /// A message with data of format 8, cut or filled with zeros to 20 bytes.
  public init(window: Window, type: Atom, format: UInt8, data: [UInt8]) {
    self.window = window
    self.type = type
    self.format = format
    self.data = Array((data + [UInt8](repeating: 0, count: 20)).prefix(20))
  }

  /// A message of format 32 with up to five items; those that lack are zero.
  public init(window: Window, type: Atom, words: [UInt32]) {
    self.init(
      window: window,
      type: type,
      format: 32,
      data: words.withUnsafeBytes { Array($0) }
    )
  }

  /// The five items of a format-32 message, whatever the format says.
  public var words: [UInt32] {
    data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }
}

/// A selection has another owner, or none.
///
/// Source: XFIXES protocol, SelectionNotify.
public struct OwnerChange: Hashable, Sendable {
  public enum Reason: UInt8, Hashable, Sendable {
    case ownerSet = 0
    case windowDestroyed = 1
    case clientClosed = 2
  }

  public var reason: Reason
  /// The window of ours that asked for these events.
  public var window: Window
  /// The new owner, `nil` if there is none.
  public var owner: Window?
  public var selection: Atom
  /// The server's time of the event.
  public var time: Timestamp
  /// The time of the owner's claim.
  public var selectionTime: Timestamp
  public var isSynthetic = false
}
