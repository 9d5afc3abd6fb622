internal import UniformTypeIdentifiers

/// What people recognise an entry by, and what a search looks at.
public struct EntryText: Sendable, Equatable {
  /// One line: what was given, else the first line of the text, the names of the items, or the type.
  public let title: String
  /// Everything that is searched: a given title, names, and the beginning of the text.
  public let searched: String
  /// The beginning of the text; `nil` if the entry has none.
  public let preview: String?

  /// How much of a text is kept beside it: enough to recognise it, in bytes.
  public static let previewByteCount = 4096
  /// A title that is made is cut after so many characters (Unicode scalars).
  public static let titleLength = 200

  /// Reads the beginning of the content that is there.
  public init(of entry: Entry) {
    let files = Self.files(of: entry)
    let preview = Self.preview(of: entry) ?? (files.isEmpty ? nil : Self.paths(of: files))
    let ownNames = entry.items.compactMap(\.suggestedName)
    let names = (files.isEmpty ? ownNames : files.compactMap(\.name)).map { name in
      String(decoding: name, as: UTF8.self)
    }
    self.preview = preview
    let namesInOne = names.joined(separator: ", ")
    let found = files.isEmpty ? preview.map(Self.title(of:)) ?? namesInOne : namesInOne
    title = entry.label.title ?? Self.cut(found.isEmpty ? Self.kind(of: entry) : found)
    let given = entry.label.title.map { [$0] } ?? []
    let texts = given + names + (preview.map { [$0] } ?? [])
    // An index would read it up to its first NUL.
    let parts = texts.flatMap { $0.utf8.split(separator: 0).map { String($0) ?? "" } }
    searched = parts.joined(separator: "\n")
  }

  /// The first line with something on it; of a text without one the text itself, as far as it goes.
  static func title(of text: String) -> String {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.drop(while: \.isWhitespace)
      if !words.isEmpty { return cut(String(words)) }
    }
    return cut(text)
  }

  private static func cut(_ text: String) -> String {
    // Counted and cut in one pass: what is given may be long.
    var end = text.unicodeScalars.startIndex
    var count = 0
    while end < text.unicodeScalars.endIndex, count < titleLength {
      end = text.unicodeScalars.index(after: end)
      count += 1
    }
    return String(text.unicodeScalars[..<end])
  }

  private static func kind(of entry: Entry) -> String {
    if let type = entry.items.first?.types.first { return type.spoken }
    guard let dropped = entry.dropped.first else { return "" }
    return "\(dropped.type.spoken), too large to keep"
  }

  private static func preview(of entry: Entry) -> String? {
    entry.readableText.flatMap { beginning(of: $0.payload) }
  }

  /// The files at the beginning of a list, which are those that people see of it.
  private static func files(of entry: Entry) -> [FileReference] {
    let lists = entry.items.lazy.flatMap(\.representations).filter {
      $0.type == .fileURL && $0.visibility != .others
    }
    guard let list = lists.first?.payload, let byteCount = list.byteCount,
      let bytes = try? list.bytes(from: 0, count: min(byteCount, previewByteCount))
    else { return [] }
    // The last line may have been cut.
    let isWhole = byteCount <= previewByteCount
    let end = isWhole ? bytes.endIndex : (bytes.lastIndex(of: 0x0A) ?? bytes.startIndex)
    return FileList(uriList: Array(bytes[..<end])).references.filter(\.isFile)
  }

  private static func paths(of files: [FileReference]) -> String {
    files.map(\.text).joined(separator: "\n")
  }

  private static func beginning(of payload: Payload) -> String? {
    var bytes = [UInt8](repeating: 0, count: previewByteCount)
    // What cannot be read now has no preview, and is no reason to refuse the entry.
    let count = bytes.withUnsafeMutableBytes { try? payload.read(into: $0, at: 0) }
    guard let count else { return nil }
    bytes.removeSubrange(count...)
    dropBrokenEnd(of: &bytes)
    // SQLite's functions end a text there.
    for index in bytes.indices where bytes[index] == 0 { bytes[index] = UInt8(ascii: " ") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes off a character that the cut went through.
  private static func dropBrokenEnd(of bytes: inout [UInt8]) {
    guard bytes.count == previewByteCount else { return }
    var index = bytes.count - 1
    while index > bytes.count - 4, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    let lead = bytes[index]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    if index + length > bytes.count { bytes.removeSubrange(index...) }
  }
}

extension UTType {
  /// What people call it.
  fileprivate var spoken: String { localizedDescription ?? identifier }
}
