internal import Declarations
internal import LinuxIO
internal import MIMEInfo
internal import UniformTypeIdentifiers

extension TypeCheck {
  /// Names the type of each file, `-` being standard input; a file that cannot be read does not keep
  /// the others from theirs.
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
  func types(ofFile path: [UInt8]) throws(SystemError) -> [UTType] {
    if path == Self.standardInput { return try typesOfStandardInput() }
    let guesses = try database.guesses(forFile: path)
    if guesses.first?.reason == .inode {
      return guesses.map { UTType(mimeType: $0.mimeType) ?? .item }
    }
    return try FileTypes(user: user).types(ofFile: path, guesses) { () throws(SystemError) in
      try Self.beginning(of: path)
    }
  }

  private static let standardInput = Array("-".utf8)

  /// By the content alone: a pipe has no name, and that of a file is unknown.
  private func typesOfStandardInput() throws(SystemError) -> [UTType] {
    let input = SharedDescriptor(try FileDescriptor(duplicating: 0))
    let head = try input.descriptor.head(max(database.contentExtent, 16))
    let guess = database.guess(forContent: head)
    if guess.isCertain, let type = UTType(mimeType: guess.mimeType) { return [type] }
    return [UTType.bearing(signature: head) ?? (guess.reason == .text ? .utf8PlainText : .data)]
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

extension FileDescriptor {
  /// So many bytes, or all if there are fewer.
  fileprivate func head(_ count: Int) throws(SystemError) -> [UInt8] {
    let head = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { head.deallocate() }
    var found = 0
    while found < count {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: head[found...]))
      if more == 0 { break }
      found += more
    }
    return Array(head[..<found])
  }
}
