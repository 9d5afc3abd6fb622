/// What a list of files says of one of them: where it is, not what is in it.
public enum FileReference: Sendable, Equatable {
  /// The path of a file of this machine, byte for byte; absolute.
  case local([UInt8])
  /// Anything else that a list of URIs holds: a file of another machine, or no file.
  case other(uri: [UInt8])

  /// Reads a URI, or an absolute path that stands where one should.
  ///
  /// A host is this machine if it is empty, `localhost` or one of `hostNames`. A `%` without its
  /// digits stands for itself. A query or a fragment is part of the URI, and not of the path.
  ///
  /// Source: RFC 8089; the XDND protocol, "file://" with a host.
  public init(uri: ArraySlice<UInt8>, hostNames: [String] = []) {
    if uri.first == Self.slash {
      self = uri.contains(0) ? .other(uri: Array(uri)) : .local(Array(uri))
      return
    }
    guard let rest = Self.withoutScheme(uri), let place = Self.place(in: rest, hostNames) else {
      self = .other(uri: Array(uri))
      return
    }
    let raw = place.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let path = PercentEncoding.decoded(raw)
    // No file is called so, and a C function would see another name.
    self = path.contains(0) ? .other(uri: Array(uri)) : .local(path)
  }

  /// The URI of a file, its path encoded byte for byte.
  ///
  /// Source: RFC 3986 §3.3, what a path may hold as it is.
  public var uri: [UInt8] {
    switch self {
    case .other(let uri): return uri
    case .local(let path):
      var uri = Array("file://".utf8)
      uri.reserveCapacity(uri.count + path.count)
      PercentEncoding.append(path, to: &uri, keeping: Self.isPlainInPath)
      return uri
    }
  }

  /// The name of the file in its directory, as bytes; `nil` for what is no file of this machine, and
  /// for `/`.
  public var name: [UInt8]? {
    guard case .local(var path) = self else { return nil }
    while path.last == Self.slash { path.removeLast() }
    guard let slash = path.lastIndex(of: Self.slash) else { return nil }
    return Array(path[(slash + 1)...])
  }

  /// Whether it is a file, of this machine or another one.
  public var isFile: Bool {
    if case .other(let uri) = self { Self.withoutScheme(uri[...]) != nil } else { true }
  }

  /// How people write it: a path, or a URI where the path is no text.
  public var text: String {
    if case .local(let path) = self, let text = String(validating: path, as: UTF8.self) {
      return text
    }
    return String(decoding: uri, as: UTF8.self)
  }

  private static let slash = UInt8(ascii: "/")

  private static func isPlainInPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: ":"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  private static func withoutScheme(_ uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let scheme = Array("file:".utf8)
    guard uri.count > scheme.count,
      zip(uri, scheme).allSatisfy({ $0 == $1 || ($1 != UInt8(ascii: ":") && $0 | 0x20 == $1) })
    else { return nil }
    return uri.dropFirst(scheme.count)
  }

  /// The path in what follows the scheme; `nil` if it is on another machine, or there is none.
  private static func place(
    in rest: ArraySlice<UInt8>,
    _ hostNames: [String]
  ) -> ArraySlice<UInt8>? {
    guard rest.starts(with: [slash, slash]) else { return rest.first == slash ? rest : nil }
    let authority = rest.dropFirst(2)
    guard let end = authority.firstIndex(of: slash) else { return nil }
    let host = String(decoding: authority[..<end], as: UTF8.self).lowercased()
    let known = ["", "localhost"] + hostNames.map { $0.lowercased() }
    return known.contains(host) ? authority[end...] : nil
  }
}
