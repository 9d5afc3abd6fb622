/// An interface that a service has: its name and its text in Varlink's language.
///
/// Source: `https://varlink.org/Interface-Definition`.
public struct VarlinkInterface: Sendable {
  public let name: String
  /// What GetInterfaceDescription answers.
  public let description: String
  /// The names of its methods, read from ``description``.
  public let methods: Set<String>

  public init(name: String, description: String) {
    self.name = name
    self.description = description
    methods = Set(description.split(separator: "\n").compactMap(Self.method))
  }

  /// The name in a line such as `method Get(entry: ?string) -> (text: string)`.
  private static func method(in line: Substring) -> String? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "(" })
    guard words.first == "method", words.count > 1 else { return nil }
    return String(words[1])
  }
}

/// Who a service says that it is.
public struct VarlinkIdentity: Sendable {
  public let vendor: String
  public let product: String
  public let version: String
  public let url: String

  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

/// The interface that every service has.
///
/// Source: `https://varlink.org/Service`.
enum ServiceInterface {
  static let name = "org.varlink.service"

  static let description = """
    # The Varlink Service Interface is provided by every varlink service. It
    # describes the service and the interfaces it implements.
    interface org.varlink.service

    # Get a list of all the interfaces a service provides and information
    # about the implementation.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # Get the description of an interface that is implemented by this service.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The requested interface was not found.
    error InterfaceNotFound (interface: string)

    # The requested method was not found
    error MethodNotFound (method: string)

    # The interface defines the requested method, but the service does not
    # implement it.
    error MethodNotImplemented (method: string)

    # One of the passed parameters is invalid.
    error InvalidParameter (parameter: string)

    # Client is denied access
    error PermissionDenied ()

    # Method is expected to be called with 'more' set to true, but wasn't
    error ExpectedMore ()

    """
}
