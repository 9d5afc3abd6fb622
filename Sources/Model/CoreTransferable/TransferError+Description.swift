extension TransferError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .itemUnavailable(let wanted, let offered):
      wanted.isEmpty
        ? "nothing is offered"
        : "\(Self.list(wanted)) is not there; there is \(Self.list(offered))"
    case .unexpectedValueClass(let type): "\(type): the content is not of the kind asked for"
    case .unavailableCoercion(let name, let offered):
      offered.isEmpty
        ? "\(name) cannot be made from anything"
        : "\(name) cannot be made from \(Self.list(offered))"
    case .unknown(let type): "\(type): the program that has it gave neither content nor a reason"
    case .failed(let failures):
      "no representation could be had: " + failures.map(\.description).joined(separator: "; ")
    case .undeclared(let type, let parent): Self.advice(declaring: type, parent: parent)
    case .invalid(let type, let path, let reason):
      path.isEmpty ? "\(type): the data \(reason)" : "\(type): \(path): \(reason)"
    case .timedOut(let type, let duration): "\(type): no answer within \(duration)"
    case .withheld(let type): "\(type): not offered of this value"
    case .cyclicProxy(let name): "\(name) is its own proxy: represent it as another type"
    case .foreignRepresentation(let name): "the representation of \(name) is one of another type"
    case .file(let problem): problem.description
    }
  }

  private static func list(_ types: [UTType]) -> String {
    types.isEmpty ? "nothing" : types.map(\.identifier).joined(separator: ", ")
  }

  private static func advice(declaring type: UTType, parent: UTType) -> String {
    let name = FileName.safe(type.identifier) ?? "type"
    return """
      \(type): nobody has declared this type; declare it in $XDG_CONFIG_HOME/xfer/types/\(name).toml:
      [[type]]
      identifier = \(quoted(type.identifier))
      conformsTo = [\(quoted(parent.identifier))]
      """
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ", "\u{7F}": "\u{FFFD}"
      default: "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension TransferError.Failure: CustomStringConvertible {
  /// An error of the program's own may quote what it failed on, so only its kind is named.
  public var description: String {
    switch error {
    case let error as TransferError: error.description
    default: "\(contentType): \(Self.kind(of: error))"
    }
  }

  /// The type of an error, and which case of it if the case alone says so.
  package static func kind(of error: any Error) -> String {
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return "\(type(of: error))" }
    return "\(type(of: error)).\(error)"
  }
}

extension TransferError.FileProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAFile: "the file is neither a regular file nor a directory"
    case .unreachableName: "the file has a name that is not UTF-8: rename it"
    case .inItself: "a directory cannot be written into itself"
    }
  }
}
