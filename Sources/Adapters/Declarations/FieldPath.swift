/// The way to a field of a JSON document: keys of objects and indices of arrays, divided by dots.
///
/// Source: interface, section 5: `key`, `author.name`, `labels.0.title`.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  /// At least one, and none of them empty.
  public let components: [String]

  /// Reads a path; `nil` if a part is empty, begins or ends with a blank, or holds a brace.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isComponent) else { return nil }
    components = parts.map { String($0) }
  }

  /// The parts with dots between them.
  public var description: String { components.joined(separator: ".") }

  private static func isComponent(_ text: Substring) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x7B && $0 != 0x7D }
    return isPlain && !text.isEmpty && text.first != " " && text.last != " "
  }
}

/// Text with `{{path}}` where fields of a JSON document belong.
public struct FieldTemplate: Sendable, Hashable {
  /// A run of the template.
  public enum Piece: Sendable, Hashable {
    case text(String)
    case field(FieldPath)
  }

  /// In order; no two texts follow each other.
  public let pieces: [Piece]

  /// Reads a template.
  ///
  /// - Throws: ``Mistake`` at the first pair of braces that holds no path.
  public init(_ text: String) throws(Mistake) {
    // Bytes, since a combining character would hide the brace that it follows.
    var rest = Array(text.utf8)[...]
    var pieces: [Piece] = []
    while let open = Self.index(of: UInt8(ascii: "{"), in: rest) {
      guard let close = Self.index(of: UInt8(ascii: "}"), in: rest[open...]) else {
        throw .unclosed
      }
      let name = String(decoding: rest[(open + 2)..<close], as: UTF8.self)
      guard let path = FieldPath(name) else { throw .noPath(name) }
      if open > rest.startIndex {
        pieces.append(.text(String(decoding: rest[..<open], as: UTF8.self)))
      }
      pieces.append(.field(path))
      rest = rest[(close + 2)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(decoding: rest, as: UTF8.self))) }
    self.pieces = pieces
  }

  /// Where two of the same byte stand next to each other.
  private static func index(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    zip(bytes.indices, zip(bytes, bytes.dropFirst())).first { $0.1 == (byte, byte) }?.0
  }

  /// Whether the text depends on fields at all.
  public var hasFields: Bool {
    pieces.contains { if case .field = $0 { true } else { false } }
  }

  /// What is wrong with a template.
  public enum Mistake: Error, Sendable, Hashable {
    /// `{{` without `}}`.
    case unclosed
    /// Between the braces stands no path.
    case noPath(String)
  }
}
