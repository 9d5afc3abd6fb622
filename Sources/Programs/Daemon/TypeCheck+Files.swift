internal import Declarations
internal import LinuxIO
internal import UniformTypeIdentifiers

extension TypeCheck {
  /// Names the type of each file; a file that cannot be read does not keep the others from theirs.
  func of(_ paths: [[UInt8]]) -> Result {
    var rows: [FileRow] = []
    var complaints: [String] = []
    for path in paths {
      do throws(SystemError) {
        rows.append(FileRow(path, try types(ofFile: path)))
      } catch {
        let name = String(decoding: path, as: UTF8.self)
        complaints.append("\(text.shown(name)): \(error.reason)")
      }
    }
    var result = text.files(rows)
    result.complaint = complaints.joined(separator: "; ")
    if !complaints.isEmpty { result.exitCode = 66 }
    return result
  }

  /// The file and its type, as `of` names them.
  struct FileRow: Encodable {
    let path: String
    let type: String
    let mimeType: String?
    let description: String?
    /// What else it may be, the likeliest first.
    let alternatives: [String]

    init(_ path: [UInt8], _ types: [UTType]) {
      let type = types.first ?? .data
      self.path = String(decoding: path, as: UTF8.self)
      self.type = type.identifier
      mimeType = type.preferredMIMEType
      description = type.localizedDescription
      alternatives = types.dropFirst().map(\.identifier)
    }
  }

  /// The types that a file may have, the likeliest first.
  ///
  /// The one place that decides it: by what files declare of its extension, then as the desktop does,
  /// then, where that knows nothing, by the system's declarations and signatures.
  func types(ofFile path: [UInt8]) throws(SystemError) -> [UTType] {
    let guesses = try database.guesses(forFile: path)
    if guesses.first?.reason == .inode {
      return guesses.map { UTType(mimeType: $0.mimeType) ?? .item }
    }
    var types: [UTType] = []
    func add(_ type: UTType?) {
      if let type, !types.contains(type) { types.append(type) }
    }
    let named = Self.typeByName(path)
    if let named, user[named.identifier] != nil { add(named) }
    // A name says more than a content, as among the desktop's own rules: Swift reads like C.
    let isNamed = guesses.contains { $0.reason == .name || $0.reason == .explicit }
    if let named, named.isDeclared, !isNamed { add(named) }
    for guess in guesses where guess.isCertain { add(UTType(mimeType: guess.mimeType)) }
    if let named, named.isDeclared { add(named) }
    if types.isEmpty {
      add(try UTType.bearing(signature: Self.beginning(of: path)))
      add(guesses.first?.reason == .text ? .utf8PlainText : .data)
    }
    return types
  }

  private static func typeByName(_ path: [UInt8]) -> UTType? {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...]
    guard let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")),
      let tag = String(validating: name[(dot + 1)...], as: UTF8.self)
    else { return nil }
    return UTType(filenameExtension: tag)
  }

  private static func beginning(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 16)
    let descriptor = try FileSystem.open(path, waits: false)
    var span = head.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      try descriptor.read(into: buffer)
    }
    return Array(head[..<count])
  }
}

extension MIMEGuess {
  /// Whether a rule of the database says so, and not only that no rule applies.
  fileprivate var isCertain: Bool {
    switch reason {
    case .explicit, .inode, .name, .content: true
    case .empty, .text, .nothing: false
    }
  }
}
