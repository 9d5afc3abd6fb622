internal import UniformTypeIdentifiers

/// What files are called that are saved in a folder: text with fields, such as
/// `{{date}} {{title}}.{{type.extension}}`.
struct FileNameTemplate: Sendable, Equatable {
  /// What a field stands for.
  enum Field: String, CaseIterable, Sendable {
    /// The day, as in 2026-12-31, in local time.
    case date
    /// The time of day, as in 23-59-59.
    case time
    /// What people know the entry by.
    case title
    /// The name that came with the content, without its extension, else the title.
    case name
    case typeExtension = "type.extension"
  }

  private enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  /// As it was written.
  let text: String
  private let parts: [Part]

  /// A template that cannot be used: why.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ text: String) throws(Mistake) {
    guard (1...255).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "/")) else {
      throw Mistake(description: "a name is 1 to 255 bytes without /")
    }
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let start = Self.find("{{", in: rest) {
      let after = rest[start.upperBound...]
      guard let end = Self.find("}}", in: after) else {
        throw Mistake(description: "{{ is without its }}")
      }
      let name = String(after[..<end.lowerBound])
      guard let field = Field(rawValue: name) else {
        let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(description: "there is no field {{\(name)}}; there are \(known)")
      }
      parts.append(.text(String(rest[..<start.lowerBound])))
      parts.append(.field(field))
      rest = after[end.upperBound...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  /// The name with its fields filled in: safe, and with the extension of the type once.
  func name(for type: UTType, _ value: (Field) -> String) -> [UInt8] {
    let filled = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
    return FileName.named(FileName.safe(Array(filled.utf8)) ?? Array("item".utf8), for: type)
  }

  private static func find(_ word: String, in text: Substring) -> Range<Substring.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(word) {
        return start..<text.index(start, offsetBy: word.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}
