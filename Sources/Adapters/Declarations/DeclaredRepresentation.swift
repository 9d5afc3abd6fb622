/// What a bearer of a type can also be had as.
public struct DeclaredRepresentation: Sendable, Hashable {
  /// The identifier of the type that is produced.
  public let type: String
  public let production: Production

  /// How the content is produced from the bearer's payload.
  public enum Production: Sendable, Hashable {
    /// Text with `{{path}}` for fields of the JSON payload.
    case template(String)
    /// A program and its arguments: payload on standard input, result on standard output.
    case command([String])
  }

  public init(type: String, production: Production) {
    self.type = type
    self.production = production
  }
}
