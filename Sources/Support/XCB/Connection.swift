internal import CXCB
import Glibc

/// A connection to an X server, closed when this object goes.
///
/// Belongs to one thread or actor at a time. Requests are buffered: ``flush()`` sends them, and
/// so does every wait for an answer. Such a wait takes one round trip to the server, never to
/// another client, and moves events that arrive meanwhile into a queue inside, where the
/// descriptor does not show them: call ``nextEvent()`` until `nil` before waiting for the
/// descriptor. The process must ignore SIGPIPE, or a server that dies takes it along.
///
/// Source: libxcb; X11 protocol.
public final class Connection {
  let raw: OpaquePointer
  var xfixes: ExtensionInfo?

  /// The root window of the display's screen.
  public let root: Window
  /// The largest request the server takes, in bytes, with BIG-REQUESTS if it has that.
  public let maximumRequestBytes: Int

  private init(_ raw: OpaquePointer, root: Window) {
    self.raw = raw
    self.root = root
    maximumRequestBytes = Int(xcb_get_maximum_request_length(raw)) * 4
  }

  deinit { xcb_disconnect(raw) }

  /// Connects to a display, or gives up at the deadline.
  ///
  /// Blocks the calling thread for at most `timeout` (the resolver of host names apart).
  ///
  /// - Throws: ``XError`` of kind unreachable, refused, no answer in time, malformed answer or
  ///   no such screen.
  ///
  /// Source: the corresponding C function is `xcb_connect_to_display_with_auth_info`.
  public static func open(
    display: DisplayName,
    authority: Authority,
    timeout: Duration
  ) throws(XError) -> sending Connection {
    let deadline = Deadline(in: timeout)
    let socket = try DisplaySocket.open(display, by: deadline)
    let cookie = authority.cookie(
      family: socket.family,
      address: socket.address,
      number: display.number
    )
    let answer = try Handshake.perform(on: socket.socket.number, cookie: cookie, by: deadline)
    let raw = try adopt(socket.release(), greetedWith: answer)
    guard let root = rootWindow(of: raw, screen: display.screen) else {
      xcb_disconnect(raw)
      throw XError(request: "connection setup", kind: .noSuchScreen)
    }
    return Connection(raw, root: root)
  }

  // MARK: - State

  /// The socket's number, to wait for; the connection owns it, so watch a duplicate.
  public var fileDescriptorNumber: CInt { xcb_get_file_descriptor(raw) }

  /// The largest value that one ``changeProperty(_:of:type:format:mode:bytes:)`` can carry.
  ///
  /// Source: ChangeProperty's head is 24 bytes, 28 with BIG-REQUESTS.
  public var maximumPropertyBytes: Int { max(0, maximumRequestBytes - 28) }

  /// Why the connection is lost, `nil` as long as it lives.
  public var failure: XError? {
    let code = xcb_connection_has_error(raw)
    return code == 0 ? nil : XError(request: "connection", kind: .disconnected(code: code))
  }

  public var hasFailed: Bool { xcb_connection_has_error(raw) != 0 }

  /// Whether a window was made on this connection, going by its number.
  public func owns(_ window: Window) -> Bool {
    guard let setup = xcb_get_setup(raw)?.pointee else { return false }
    return window != .none
      && window.rawValue & ~setup.resource_id_mask == setup.resource_id_base
  }

  /// The number that all windows of one client share, whoever that is.
  public func clientNumber(of window: Window) -> UInt32 {
    window.rawValue & ~(xcb_get_setup(raw)?.pointee.resource_id_mask ?? 0)
  }

  // MARK: - Sending and waiting

  /// Sends what is buffered.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``.
  public func flush() throws(XError) {
    guard xcb_flush(raw) > 0 else { throw failure(of: "flush") }
  }

  /// Waits until the server has handled everything sent so far; its events are then here.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``.
  public func sync() throws(XError) {
    let cookie = xcb_get_input_focus(raw)
    _ = try reply("GetInputFocus") { xcb_get_input_focus_reply(raw, cookie, &$0) }
  }

  /// Gives up on an answer: it is thrown away when it comes.
  public func discard<Answer: ~Copyable>(_ pending: Pending<Answer>) {
    xcb_discard_reply(raw, pending.sequence.rawValue)
  }

  /// Waits for the verdict on a checked request.
  ///
  /// - Throws: ``XError`` with what the server says against it.
  public func collect(_ pending: Pending<Void>) throws(XError) {
    let cookie = xcb_void_cookie_t(sequence: pending.sequence.rawValue)
    if let error = xcb_request_check(raw, cookie) {
      throw Self.take(error, request: pending.request)
    }
    if hasFailed { throw failure(of: pending.request) }
  }

  // MARK: - Inside

  typealias ErrorPointer = UnsafeMutablePointer<xcb_generic_error_t>

  /// Makes libxcb's two ways of failing one.
  func reply<Body>(
    _ request: String,
    _ wait: (inout ErrorPointer?) -> UnsafeMutablePointer<Body>?
  ) throws(XError) -> Reply<Body> {
    var error: ErrorPointer?
    if let memory = wait(&error) {
      free(error)
      return Reply(owning: memory)
    }
    if let error { throw Self.take(error, request: request) }
    throw hasFailed ? failure(of: request) : XError(request: request, kind: .noReply)
  }

  func failure(of request: String) -> XError {
    XError(request: request, kind: .disconnected(code: xcb_connection_has_error(raw)))
  }

  private static func take(_ error: ErrorPointer, request: String) -> XError {
    defer { free(error) }
    return XError(request: request, kind: XError.Kind(error.pointee))
  }
}

extension XError.Kind {
  init(_ error: xcb_generic_error_t) {
    self = .protocolError(
      code: error.error_code,
      majorOpcode: error.major_code,
      minorOpcode: error.minor_code,
      resource: error.resource_id
    )
  }
}
