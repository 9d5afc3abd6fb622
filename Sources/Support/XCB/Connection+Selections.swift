internal import CXCB

extension Connection {
  /// Makes a window the owner of a selection, or nobody.
  ///
  /// The server ignores, without an error, a time later than its clock or earlier than the
  /// selection's last change: ask ``owner(of:)`` afterwards.
  ///
  /// Source: X11 protocol, SetSelectionOwner; ICCCM 2.0 §2.1.
  @discardableResult
  public func setOwner(_ owner: Window?, of selection: Atom, at time: Timestamp) -> SequenceNumber {
    let cookie = xcb_set_selection_owner(
      raw,
      (owner ?? .none).rawValue,
      selection.rawValue,
      time.rawValue
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }

  /// Asks who owns a selection.
  public func sendOwnerRequest(of selection: Atom) -> Pending<Window?> {
    Pending(xcb_get_selection_owner(raw, selection.rawValue).sequence, "GetSelectionOwner")
  }

  /// Waits for the answer to ``sendOwnerRequest(of:)``; `nil` if nobody owns the selection.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadAtom.
  public func collect(_ pending: Pending<Window?>) throws(XError) -> Window? {
    let cookie = xcb_get_selection_owner_cookie_t(sequence: pending.sequence.rawValue)
    let reply = try reply(pending.request) { xcb_get_selection_owner_reply(raw, cookie, &$0) }
    return reply.body.owner == 0 ? nil : Window(rawValue: reply.body.owner)
  }

  /// The owner of a selection, `nil` if there is none.
  ///
  /// - Throws: ``XError`` with what the server says, for example BadAtom.
  public func owner(of selection: Atom) throws(XError) -> Window? {
    try collect(sendOwnerRequest(of: selection))
  }

  /// Asks a selection's owner for a target, to be stored in `property` of `requestor`.
  ///
  /// The answer is a SelectionNotify event, if the owner answers at all.
  ///
  /// Source: X11 protocol, ConvertSelection; ICCCM 2.0 §2.4.
  @discardableResult
  public func convert(
    _ selection: Atom,
    to target: Atom,
    property: Atom,
    requestor: Window,
    at time: Timestamp
  ) -> SequenceNumber {
    let cookie = xcb_convert_selection(
      raw,
      requestor.rawValue,
      selection.rawValue,
      target.rawValue,
      property.rawValue,
      time.rawValue
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }
}
