internal import CXCB

/// Which events of a window its selector wants.
///
/// Source: X11 protocol, "SETofEVENT".
public struct EventMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let structureNotify = EventMask(rawValue: 1 << 17)
  public static let substructureNotify = EventMask(rawValue: 1 << 19)
  public static let propertyChange = EventMask(rawValue: 1 << 22)
}

extension Connection {
  /// Makes an invisible window, a child of the root outside the screen.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``. An error of the server comes as an event.
  ///
  /// Source: X11 protocol, CreateWindow with class InputOnly.
  public func createInputOnlyWindow(events mask: EventMask) throws(XError) -> Window {
    let identifier = xcb_generate_id(raw)
    guard identifier != UInt32.max else {
      throw hasFailed
        ? failure(of: "CreateWindow") : XError(request: "CreateWindow", kind: .noReply)
    }
    // Values in the order of their bits: override-redirect, so that no window manager looks.
    let values: [UInt32] = [1, mask.rawValue]
    let bits = XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue
    xcb_create_window(
      raw,
      0,
      identifier,
      root.rawValue,
      -1,
      -1,
      1,
      1,
      0,
      UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue),
      0,
      bits,
      values
    )
    return Window(rawValue: identifier)
  }

  /// Destroys a window, with its properties; the selections it owns become unowned.
  @discardableResult
  public func destroy(_ window: Window) -> SequenceNumber {
    SequenceNumber(rawValue: xcb_destroy_window(raw, window.rawValue).sequence)
  }

  /// Replaces which events of a window, also of a foreign one, this connection gets.
  ///
  /// If the window is gone, BadWindow comes as an event with this sequence number.
  ///
  /// Source: X11 protocol, ChangeWindowAttributes; each client has a mask of its own.
  @discardableResult
  public func selectEvents(_ mask: EventMask, of window: Window) -> SequenceNumber {
    let values = [mask.rawValue]
    let cookie = xcb_change_window_attributes(
      raw,
      window.rawValue,
      XCB_CW_EVENT_MASK.rawValue,
      values
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }
}
