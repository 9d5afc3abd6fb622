internal import Declarations
internal import MIMEInfo
internal import UniformTypeIdentifiers

/// The one place that decides what type a file has.
///
/// By what files declare of its extension, then as the desktop does, then, where that knows nothing,
/// by the system's declarations and signatures.
struct FileTypes {
  let user: UserDeclarations

  /// The types that a regular file may have.
  ///
  /// - Parameters:
  ///   - name: Its name or path, in bytes.
  ///   - guesses: What the desktop says of it, the best first.
  ///   - head: The first 16 bytes, or all if there are fewer; asked only where nothing else tells.
  /// - Returns: At least one, the likeliest first.
  /// - Throws: What `head` throws.
  func types<Failure: Error>(
    ofFile name: [UInt8],
    _ guesses: [MIMEGuess],
    head: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UTType] {
    var types: [UTType] = []
    func add(_ type: UTType?) {
      if let type, !types.contains(type) { types.append(type) }
    }
    let named = Self.type(byName: name)
    if let named, user[named.identifier] != nil { add(named) }
    // A name says more than a content, as among the desktop's own rules: Swift reads like C.
    let isNamed = guesses.contains { $0.reason == .name || $0.reason == .explicit }
    if let named, named.isDeclared, !isNamed { add(named) }
    for guess in guesses where guess.isCertain { add(UTType(mimeType: guess.mimeType)) }
    if let named, named.isDeclared { add(named) }
    if types.isEmpty {
      add(UTType.bearing(signature: try head()))
      add(guesses.first?.reason == .text ? .utf8PlainText : .data)
    }
    return types
  }

  private static func type(byName path: [UInt8]) -> UTType? {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...]
    guard let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")),
      let tag = String(validating: name[(dot + 1)...], as: UTF8.self)
    else { return nil }
    return UTType(filenameExtension: tag)
  }
}

extension MIMEGuess {
  /// Whether a rule of the database says so, and not only that no rule applies.
  var isCertain: Bool {
    switch reason {
    case .explicit, .inode, .name, .content: true
    case .empty, .text, .nothing: false
    }
  }
}
