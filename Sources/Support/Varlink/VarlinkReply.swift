public import LinuxIO

/// An answer: parameters or an error, and whether more answers follow.
///
/// Source: `https://varlink.org/Service`, "Method Reply Message".
public struct VarlinkReply: Sendable {
  /// Of the error, if there is one.
  public let parameters: JSON
  public let continues: Bool
  public let error: VarlinkError?
  public let descriptors: [SharedDescriptor]

  public init(
    parameters: JSON,
    continues: Bool = false,
    error: VarlinkError? = nil,
    descriptors: [SharedDescriptor] = []
  ) {
    self.parameters = parameters
    self.continues = continues
    self.error = error
    self.descriptors = descriptors
  }

  /// `nil` if the message has not the shape of a reply.
  init?(_ message: JSON, descriptors: [SharedDescriptor]) {
    guard case .object = message else { return nil }
    switch message["parameters"] {
    case .object(let members)?: parameters = .object(members)
    case nil, .null?: parameters = .object([])
    default: return nil
    }
    switch message["continues"] {
    case .bool(let value)?: continues = value
    case nil, .null?: continues = false
    default: return nil
    }
    switch message["error"] {
    case .string(let name)?: error = VarlinkError(name, parameters: parameters)
    case nil, .null?: error = nil
    default: return nil
    }
    self.descriptors = descriptors
  }

  var serialized: [UInt8] {
    var members: [JSON.Member] = []
    if let error { members.append(JSON.Member("error", .string(error.name))) }
    members.append(JSON.Member("parameters", parameters))
    if continues { members.append(JSON.Member("continues", true)) }
    return JSON.object(members).serialized() + [0]
  }
}
