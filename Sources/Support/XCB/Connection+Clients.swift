internal import CXCB

extension Connection {
  /// Whether the server tells whose process a client is, which is to be asked before anything else of it.
  ///
  /// - Throws: ``XError`` with what the server says.
  ///
  /// Source: X-Resource extension, QueryVersion: version 1.2 has QueryClientIds.
  public func canNameProcesses() throws(XError) -> Bool {
    // To use an extension that is absent would shut the connection, so ask first.
    guard let data = xcb_get_extension_data(raw, cxcb_res()) else {
      throw failure(of: "QueryExtension")
    }
    guard data.pointee.present != 0 else { return false }
    let cookie = xcb_res_query_version(raw, 1, 2)
    let reply = try reply("XResQueryVersion") { xcb_res_query_version_reply(raw, cookie, &$0) }
    return (reply.body.server_major, reply.body.server_minor) >= (1, 2)
  }

  /// Asks for the processes of the clients that made some windows.
  ///
  /// Only where ``canNameProcesses()`` says so.
  ///
  /// Source: X-Resource extension, QueryClientIds with LocalClientPID.
  public func sendProcessRequest(of windows: [Window]) -> Pending<[ClientProcess]> {
    let mask = UInt32(XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue)
    let specs = windows.map { xcb_res_client_id_spec_t(client: $0.rawValue, mask: mask) }
    let cookie = xcb_res_query_client_ids(raw, UInt32(clamping: specs.count), specs)
    return Pending(cookie.sequence, "XResQueryClientIds")
  }

  /// Waits for the answer to ``sendProcessRequest(of:)``; clients that are gone, or on another machine,
  /// are not in it.
  ///
  /// - Throws: ``XError`` with what the server says.
  public func collect(
    _ pending: Pending<[ClientProcess]>
  ) throws(XError) -> [ClientProcess] {
    let cookie = xcb_res_query_client_ids_cookie_t(sequence: pending.sequence.rawValue)
    let reply = try reply(pending.request) { xcb_res_query_client_ids_reply(raw, cookie, &$0) }
    return reply.withBytes(from: 32, count: reply.byteCount) { bytes in
      var found: [ClientProcess] = []
      // Each answer: the client, what was asked, how many bytes follow, and these.
      var rest = bytes[...]
      while rest.count >= 12, found.count < reply.body.num_ids {
        func word(_ place: Int) -> UInt32 {
          bytes.loadUnaligned(fromByteOffset: rest.startIndex + 4 * place, as: UInt32.self)
        }
        let byteCount = Int(word(2))
        guard byteCount <= rest.count - 12 else { break }
        if byteCount >= 4, let id = Int32(exactly: word(3)), id > 0 {
          found.append(ClientProcess(client: clientNumber(of: Window(rawValue: word(0))), id: id))
        }
        rest = rest.dropFirst(12 + byteCount)
      }
      return found
    }
  }
}

/// The process that a client of the server is.
public struct ClientProcess: Hashable, Sendable {
  /// What ``Connection/clientNumber(of:)`` says of its windows.
  public let client: UInt32
  /// The number of the process, as the server's machine counts.
  public let id: Int32

  public init(client: UInt32, id: Int32) { (self.client, self.id) = (client, id) }
}
