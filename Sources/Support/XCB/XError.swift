/// What went wrong between us and an X server, and in which request.
///
/// Source: X11 protocol, "Errors"; `xcb_connection_has_error`.
public struct XError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The display's name cannot be understood.
    case malformedDisplay
    /// Nobody listens there, or the system does not let us; the code is an `errno`.
    case unreachable(code: CInt)
    /// The server does not want us, for example for want of a cookie; in its own words.
    case refused(reason: String)
    /// The server took the connection and said nothing, or not enough, until the deadline.
    case noAnswerInTime
    /// The server's greeting is not one of an X server.
    case malformedAnswer
    /// The display has no screen of that number.
    case noSuchScreen
    /// The connection is gone; the code is one of libxcb's `XCB_CONN_` numbers.
    case disconnected(code: CInt)
    /// The server reported an error; the code is 1 to 17 for the core protocol (3: BadWindow).
    case protocolError(code: UInt8, majorOpcode: UInt8, minorOpcode: UInt16, resource: UInt32)
    /// The request is larger than the server takes. Nothing was sent; the connection lives.
    case tooLong(byteCount: Int, limit: Int)
    /// The bytes are no whole number of items of the format. Nothing was sent.
    case splitItem
    /// The server has no such extension, or it was not enabled. Nothing was sent.
    case extensionMissing
    /// There is no answer to be had, because it was collected before.
    case noReply
  }

  /// The name of the request or step, as the protocol spells it.
  public let request: String
  public let kind: Kind

  public init(request: String, kind: Kind) {
    self.request = request
    self.kind = kind
  }

  /// Whether the connection itself is lost, rather than one request.
  public var isDisconnection: Bool {
    if case .disconnected = kind { true } else { false }
  }

  /// Whether the server says that a window is not, or no longer, there.
  public var isBadWindow: Bool {
    if case .protocolError(code: 3, _, _, _) = kind { true } else { false }
  }
}

extension XError: CustomStringConvertible {
  public var description: String { "\(request): \(kind)" }
}

extension XError.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedDisplay: "not the name of a display"
    case .unreachable(let code): "cannot reach the X server (errno \(code))"
    case .refused(let reason): "the X server refuses: \(reason)"
    case .noAnswerInTime: "the X server does not answer"
    case .malformedAnswer: "this is not an X server"
    case .noSuchScreen: "the display has no such screen"
    case .disconnected(let code): "the connection to the X server is lost (\(code))"
    case .protocolError(let code, let major, let minor, let resource):
      "X error \(code) for request \(major).\(minor), resource \(resource)"
    case .tooLong(let byteCount, let limit): "\(byteCount) bytes are more than \(limit)"
    case .splitItem: "the bytes end in the middle of an item"
    case .extensionMissing: "the X server lacks the extension"
    case .noReply: "the answer was collected before"
    }
  }
}
