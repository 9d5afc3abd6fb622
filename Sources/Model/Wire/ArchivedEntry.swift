internal import Pasteboards

/// One line of an archive: an entry, with its content or where that is.
///
/// What is optional may be left out by whoever writes an archive; an export leaves out only what there
/// is none of. Source: Documentation/Archive.md.
public struct ArchivedEntry: Codable, Sendable, Equatable {
  /// The version of this form.
  public var schema: Int?
  /// The id; a new one, if `nil`.
  public var entry: String?
  /// The clipboard, if `nil`.
  public var board: String?
  /// Seconds since 1970; now, if `nil`.
  public var time: Double?
  public var title: String?
  /// The program that put it.
  public var source: String?
  /// Where it was copied, if another program did that.
  public var origin: CopyOrigin?
  /// The identifiers of its types, each once: for readers, and not looked at by an import.
  public var types: [String]?
  /// Bytes of all representations, likewise.
  public var size: Int?
  /// How many things it is, likewise.
  public var items: Int?
  public var pinned: Bool?
  public var tags: [String]?
  /// Seconds since 1970 when it ends by itself.
  public var expires: Double?
  /// The things that it is.
  public var contents: [ArchivedItem]
  /// What was on offer beside that and is not kept.
  public var dropped: [ArchivedDrop]?

  public static let currentSchema = 1

  public init(contents: [ArchivedItem]) { self.contents = contents }
}

/// A type that was on offer and is not kept.
public struct ArchivedDrop: Codable, Sendable, Equatable {
  /// Its identifier.
  public var type: String
  /// Why: `size`.
  public var reason: String

  public init(type: String, reason: String) { (self.type, self.reason) = (type, reason) }
}

/// One thing of an entry in an archive.
public struct ArchivedItem: Codable, Sendable, Equatable {
  /// What a file of it should be called.
  public var name: String?
  /// The name's bytes where they are no UTF-8: what is not plain as `%` and two hexadecimal digits.
  public var encodedName: String?
  /// Whether that is the name of the file that the content was in; `nil` means no.
  public var isFileName: Bool?
  /// The richest first.
  public var representations: [ArchivedRepresentation]

  /// `name` as bytes.
  public init(
    name: [UInt8]?,
    isFileName: Bool = false,
    representations: [ArchivedRepresentation]
  ) {
    self.name = name.map { String(decoding: $0, as: UTF8.self) }
    encodedName = name.flatMap(PercentEncoding.encodeUnlessText)
    self.isFileName = isFileName ? true : nil
    self.representations = representations
  }

  /// The name as bytes; `nil` if there is none.
  public var fileName: [UInt8]? { bytes(of: name, encoded: encodedName) }
}

/// One rendering of a thing in an archive: its content is one of ``text``, ``data`` and ``file``.
public struct ArchivedRepresentation: Codable, Sendable, Equatable {
  /// An identifier; by hand also a MIME type, an X11 target, or a file name extension such as `.json`.
  public var type: String
  /// The X11 target that it came under.
  public var target: String?
  /// The target's bytes where they are no UTF-8, encoded as the name of an item.
  public var encodedTarget: String?
  /// The bits of an X11 property's element, if not 8: 16 or 32, then little-endian.
  public var elementBits: Int?
  /// All, if `nil`.
  public var visibility: Visibility?
  public var text: String?
  /// As base64.
  public var data: String?
  /// The name of a member of the archive that comes before this one.
  public var file: String?
  /// The bytes of the file.
  public var size: Int?
  /// The checksum of the content, XXH3 with 64 bits, as 16 hexadecimal digits; not looked at, if `nil`.
  public var xxh3: String?

  public init(type: String) { self.type = type }

  /// The target as bytes; `nil` if there is none.
  public var targetName: [UInt8]? {
    get { bytes(of: target, encoded: encodedTarget) }
    set {
      target = newValue.map { String(decoding: $0, as: UTF8.self) }
      encodedTarget = newValue.flatMap(PercentEncoding.encodeUnlessText)
    }
  }
}

/// The bytes of a name that stands as text, and encoded where that does not say all.
private func bytes(of text: String?, encoded: String?) -> [UInt8]? {
  if let encoded, let bytes = PercentEncoding.decode(encoded) { return bytes }
  return text.map { Array($0.utf8) }
}
