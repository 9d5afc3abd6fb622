/// A call as it stands in a message.
///
/// Source: `https://varlink.org/Service`, "Method Call Message".
struct VarlinkRequest: Sendable {
  let method: String
  let parameters: JSON
  let more: Bool
  let oneway: Bool

  init(method: String, parameters: JSON, more: Bool, oneway: Bool) {
    self.method = method
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
  }

  /// - Throws: `InvalidParameter` with the member that has the wrong shape.
  init(_ message: JSON) throws(VarlinkError) {
    guard case .object = message else { throw .invalidParameter("message") }
    guard case .string(let method)? = message["method"] else { throw .invalidParameter("method") }
    self.method = method
    switch message["parameters"] {
    case .object(let members)?: parameters = .object(members)
    case nil, .null?: parameters = .object([])
    default: throw .invalidParameter("parameters")
    }
    more = try Self.flag("more", in: message)
    oneway = try Self.flag("oneway", in: message)
    // Nothing here speaks another protocol afterwards.
    if try Self.flag("upgrade", in: message) { throw .invalidParameter("upgrade") }
    if more, oneway { throw .invalidParameter("oneway") }
  }

  /// Whether an invalid message asks for no answer, so that not even the error is one.
  static func wantsNoAnswer(_ message: JSON) -> Bool { message["oneway"]?.boolValue == true }

  private static func flag(_ name: String, in message: JSON) throws(VarlinkError) -> Bool {
    switch message[name] {
    case .bool(let value)?: value
    case nil, .null?: false
    default: throw .invalidParameter(name)
    }
  }

  var serialized: [UInt8] {
    var members = [JSON.Member("method", .string(method)), JSON.Member("parameters", parameters)]
    if more { members.append(JSON.Member("more", true)) }
    if oneway { members.append(JSON.Member("oneway", true)) }
    return JSON.object(members).serialized() + [0]
  }

  /// The part before the last full stop, and the part after it.
  var interfaceAndName: (Substring, Substring)? {
    guard let stop = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (method[..<stop], method[method.utf8.index(after: stop)...])
  }
}
