internal import CXCB

extension Connection {
  /// Asks for the children of a window.
  ///
  /// Source: X11 protocol, QueryTree.
  public func sendChildrenRequest(of window: Window) -> Pending<[Window]> {
    Pending(xcb_query_tree(raw, window.rawValue).sequence, "QueryTree")
  }

  /// Waits for the answer to ``sendChildrenRequest(of:)``, the topmost window last.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadWindow.
  public func collect(_ pending: Pending<[Window]>) throws(XError) -> [Window] {
    let cookie = xcb_query_tree_cookie_t(sequence: pending.sequence.rawValue)
    let reply = try reply(pending.request) { xcb_query_tree_reply(raw, cookie, &$0) }
    return reply.withBytes(from: 32, count: Int(reply.body.children_len) * 4) { bytes in
      (0..<bytes.count / 4).map { index in
        Window(rawValue: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
    }
  }

  /// Asks whether a window is mapped.
  ///
  /// Source: X11 protocol, GetWindowAttributes.
  public func sendMappingRequest(of window: Window) -> Pending<Bool> {
    Pending(xcb_get_window_attributes(raw, window.rawValue).sequence, "GetWindowAttributes")
  }

  /// Waits for the answer to ``sendMappingRequest(of:)``; also `true` for what is mapped within a window
  /// that is not.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadWindow.
  public func collect(_ pending: Pending<Bool>) throws(XError) -> Bool {
    let cookie = xcb_get_window_attributes_cookie_t(sequence: pending.sequence.rawValue)
    let reply = try reply(pending.request) {
      xcb_get_window_attributes_reply(raw, cookie, &$0)
    }
    return reply.body.map_state != UInt8(XCB_MAP_STATE_UNMAPPED.rawValue)
  }
}
