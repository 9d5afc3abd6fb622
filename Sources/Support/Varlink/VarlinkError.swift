/// An error as it goes over the wire: a name with its interface, and parameters.
public struct VarlinkError: Error, Equatable, Sendable {
  public let name: String
  public let parameters: JSON

  public init(_ name: String, parameters: JSON = .object([])) {
    self.name = name
    self.parameters = parameters
  }
}

/// The errors that every service may answer.
///
/// Source: `https://varlink.org/Service`.
extension VarlinkError {
  public static func interfaceNotFound(_ interface: String) -> VarlinkError {
    standard("InterfaceNotFound", ["interface": .string(interface)])
  }

  public static func methodNotFound(_ method: String) -> VarlinkError {
    standard("MethodNotFound", ["method": .string(method)])
  }

  public static func methodNotImplemented(_ method: String) -> VarlinkError {
    standard("MethodNotImplemented", ["method": .string(method)])
  }

  /// The `parameter` is a path such as `items[0].type`, never a value.
  public static func invalidParameter(_ parameter: String) -> VarlinkError {
    standard("InvalidParameter", ["parameter": .string(parameter)])
  }

  public static let permissionDenied = standard("PermissionDenied", [:])

  public static let expectedMore = standard("ExpectedMore", [:])

  private static func standard(_ name: String, _ parameters: JSON) -> VarlinkError {
    VarlinkError("\(ServiceInterface.name).\(name)", parameters: parameters)
  }
}
