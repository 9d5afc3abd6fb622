/// Where an X server is: what `DISPLAY` says, in one form for all its spellings.
///
/// `:0`, `:0.0`, `unix:0` and `unix/anything:0` are equal.
///
/// Source: X(7), "DISPLAY NAMES"; the corresponding C function is `xcb_parse_display`.
public struct DisplayName: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// A socket of this machine under `/tmp/.X11-unix`.
    case local(number: Int)
    /// A socket with a path of its own, as some launchers make them.
    case path(String, number: Int)
    /// Port 6000 and up of a host.
    case host(String, number: Int)
  }

  public let place: Place
  public let screen: Int

  /// Reads a display's name.
  ///
  /// - Throws: ``XError/Kind/malformedDisplay``.
  public init(_ text: String) throws(XError) {
    guard !text.utf8.contains(0), let parsed = Self.parse(text) else {
      throw XError(request: "DISPLAY", kind: .malformedDisplay)
    }
    (place, screen) = parsed
  }

  /// The display's number, by which a cookie is filed.
  public var number: Int {
    switch place {
    case .local(let number), .path(_, let number), .host(_, let number): number
    }
  }
}

extension DisplayName: CustomStringConvertible {
  public var description: String {
    let suffix = screen == 0 ? "" : ".\(screen)"
    return switch place {
    case .local(let number): ":\(number)\(suffix)"
    case .path(let path, let number): "\(path):\(number)\(suffix)"
    case .host(let host, let number): "\(host):\(number)\(suffix)"
    }
  }
}

// MARK: - Parsing

extension DisplayName {
  /// The last port is 65,535 and the first is 6000.
  private static let highestHostNumber = 65_535 - 6000

  private static func parse(_ text: String) -> (Place, Int)? {
    guard let colon = text.lastIndex(of: ":"),
      let (number, screen) = parseNumbers(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("/") { return (.path(String(host), number: number), screen) }
    if host.hasPrefix("unix:/") {
      return (.path(String(host.dropFirst(5)), number: number), screen)
    }
    if let slash = host.lastIndex(of: "/") {
      let transport = host[..<slash]
      host = host[host.index(after: slash)...]
      switch transport {
      case "unix": return (.local(number: number), screen)
      case "tcp", "inet", "inet6": if host.isEmpty { host = "localhost" }
      default: return nil
      }
    } else if host.isEmpty || host == "unix" {
      return (.local(number: number), screen)
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    // Two colons in a row before the number are DECnet's, unless the host is IPv6's "any".
    guard number <= highestHostNumber, !host.isEmpty, host == "::" || !host.hasSuffix(":") else {
      return nil
    }
    return (.host(String(host), number: number), screen)
  }

  private static func parseNumbers(_ text: Substring) -> (number: Int, screen: Int)? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap(parseNumber) else { return nil }
    guard parts.count == 2 else { return (number, 0) }
    return parseNumber(parts[1]).map { (number, $0) }
  }

  private static func parseNumber(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int32(text).map(Int.init)
  }
}
