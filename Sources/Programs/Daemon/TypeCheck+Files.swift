internal import LinuxIO
internal import UniformTypeIdentifiers

extension TypeCheck {
  /// Names the type of each file; a file that cannot be read does not keep the others from theirs.
  func of(_ paths: [[UInt8]]) -> Result {
    var rows: [FileRow] = []
    var complaints: [String] = []
    for path in paths {
      do throws(SystemError) {
        rows.append(FileRow(path, try Self.type(ofFile: path)))
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

    init(_ path: [UInt8], _ type: UTType) {
      self.path = String(decoding: path, as: UTF8.self)
      self.type = type.identifier
      mimeType = type.preferredMIMEType
      description = type.localizedDescription
    }
  }

  /// The type of a file, by its kind, its name and its first bytes.
  ///
  /// The one place that decides it.
  static func type(ofFile path: [UInt8]) throws(SystemError) -> UTType {
    guard let status = try FileSystem.status(of: path) else {
      throw SystemError(call: "stat", code: SystemError.notFound)
    }
    switch status.kind {
    case .directory: return .folder
    case .regular: break
    case .pipe: return UTType("public.named-pipe") ?? .item
    case .socket: return UTType("public.socket") ?? .item
    case .characterDevice: return UTType("public.character-special") ?? .item
    case .blockDevice: return UTType("public.block-special") ?? .item
    case .symbolicLink, .other: return .item
    }
    if let type = typeByName(path), type.isDeclared { return type }
    let head = try beginning(of: path)
    if let type = UTType.bearing(signature: head) { return type }
    if let type = typeByName(path) { return type }
    return head.contains(0) || !isText(head) ? .data : .utf8PlainText
  }

  private static func typeByName(_ path: [UInt8]) -> UTType? {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...]
    guard let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")),
      let tag = String(validating: name[(dot + 1)...], as: UTF8.self)
    else { return nil }
    return UTType(filenameExtension: tag)
  }

  private static func beginning(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 4096)
    let descriptor = try FileSystem.open(path, waits: false)
    var span = head.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      try descriptor.read(into: buffer)
    }
    return Array(head[..<count])
  }

  /// Whether bytes are UTF-8, but for a character that the end cuts.
  private static func isText(_ head: [UInt8]) -> Bool {
    (0...3).contains { cut in
      cut <= head.count && String(validating: head.dropLast(cut), as: UTF8.self) != nil
    }
  }
}
