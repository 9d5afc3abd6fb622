internal import CXCB

/// The numbers under which a server runs one of its extensions.
public struct ExtensionInfo: Hashable, Sendable {
  public let majorOpcode: UInt8
  public let firstEvent: UInt8
  public let firstError: UInt8
}

/// The changes of a selection's owner that XFIXES can tell of.
///
/// Source: XFIXES protocol, "SELECTIONEVENTMASK".
public struct OwnerChangeMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let ownerSet = OwnerChangeMask(rawValue: 1)
  public static let windowDestroyed = OwnerChangeMask(rawValue: 2)
  public static let clientClosed = OwnerChangeMask(rawValue: 4)
  public static let all: OwnerChangeMask = [.ownerSet, .windowDestroyed, .clientClosed]
}

extension Connection {
  /// The numbers of an extension, `nil` if the server has none of that name.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``.
  ///
  /// Source: X11 protocol, QueryExtension.
  public func queryExtension(_ name: [UInt8]) throws(XError) -> ExtensionInfo? {
    guard let count = UInt16(exactly: name.count) else { return nil }
    let cookie = name.withUnsafeBytes { bytes in
      xcb_query_extension(raw, count, bytes.bindMemory(to: CChar.self).baseAddress)
    }
    let reply = try reply("QueryExtension") { xcb_query_extension_reply(raw, cookie, &$0) }
    guard reply.body.present != 0 else { return nil }
    return ExtensionInfo(
      majorOpcode: reply.body.major_opcode,
      firstEvent: reply.body.first_event,
      firstError: reply.body.first_error
    )
  }

  /// Greets XFIXES, which is needed before anything else of it; `nil` if the server has none.
  ///
  /// - Throws: ``XError`` with what the server says.
  ///
  /// Source: XFIXES protocol, QueryVersion: version 1 has the selection events.
  @discardableResult
  public func enableXFixes() throws(XError) -> ExtensionInfo? {
    if let xfixes { return xfixes }
    // To use an extension that is absent would shut the connection, so ask first.
    guard let data = xcb_get_extension_data(raw, cxcb_xfixes()) else {
      throw failure(of: "QueryExtension")
    }
    guard data.pointee.present != 0 else { return nil }
    let cookie = xcb_xfixes_query_version(raw, 5, 0)
    _ = try reply("XFixesQueryVersion") { xcb_xfixes_query_version_reply(raw, cookie, &$0) }
    xfixes = ExtensionInfo(
      majorOpcode: data.pointee.major_opcode,
      firstEvent: data.pointee.first_event,
      firstError: data.pointee.first_error
    )
    return xfixes
  }

  /// Asks for an ``Event/ownerChange(_:)`` event at each change of a selection's owner.
  ///
  /// The events name `window`, which must be one of our own.
  ///
  /// - Throws: ``XError/Kind/extensionMissing`` without a successful ``enableXFixes()``.
  ///
  /// Source: XFIXES protocol, SelectSelectionInput.
  @discardableResult
  public func selectOwnerChanges(
    _ mask: OwnerChangeMask = .all,
    of selection: Atom,
    window: Window
  ) throws(XError) -> SequenceNumber {
    guard xfixes != nil else {
      throw XError(request: "XFixesSelectSelectionInput", kind: .extensionMissing)
    }
    let cookie = xcb_xfixes_select_selection_input(
      raw,
      window.rawValue,
      selection.rawValue,
      mask.rawValue
    )
    return SequenceNumber(rawValue: cookie.sequence)
  }
}
