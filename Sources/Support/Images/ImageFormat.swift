internal import CGdkPixbuf

/// A format of raster images that can be written here: that is up to the modules that are installed.
///
/// Source: gdk-pixbuf, "Module Interface".
public struct ImageFormat: Equatable, Sendable {
  /// As gdk-pixbuf calls it: `png`, `jpeg`.
  public let name: String

  /// The formats in which programs exchange images, by their first bytes, of which some may be any.
  ///
  /// No others are read or written, whatever modules there are: their readers are the less tried ones.
  private static let signatures: [(name: String, bytes: [UInt8?])] = [
    ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("gif", literal("GIF8")),
    ("bmp", literal("BM")), ("tiff", literal("II*\0")), ("tiff", literal("MM\0*")),
    ("webp", literal("RIFF") + [nil, nil, nil, nil] + literal("WEBP")),
    ("avif", [nil, nil, nil, nil] + literal("ftypavif")),
  ]

  /// As many bytes tell every format.
  static let signatureByteCount = 12

  /// What can be written, by name.
  public static var writable: [String] {
    all.filter { gdk_pixbuf_format_is_writable($0) != 0 }.map(name)
      .filter { name in signatures.contains { $0.name == name } }.sorted()
  }

  /// Finds the format of a name.
  ///
  /// - Throws: ``ImageError/notWritable(format:writable:)``
  public init(writing name: String) throws(ImageError) {
    let writable = Self.writable
    guard writable.contains(name) else { throw .notWritable(format: name, writable: writable) }
    self.name = name
  }

  /// Whether its pixels can be partly transparent.
  var hasAlpha: Bool { !["jpeg", "bmp"].contains(name) }

  /// What its writer is told, beside the pixels.
  var options: [(key: String, value: String)] {
    switch name {
    // As good as one sees: 75, the default, smears the letters of a screenshot.
    case "jpeg": [("quality", "92")]
    // With the least effort, and without any: somebody waits, and Deflate takes seconds.
    case "png", "tiff": [("compression", "1")]
    default: []
    }
  }

  /// Whether its writer takes a colour profile.
  var hasProfile: Bool { ["png", "jpeg", "tiff"].contains(name) }

  /// The format that an image is in by its first bytes; `nil` if it is none that is read.
  static func name(ofFirst head: [UInt8]) -> String? {
    signatures.first { _, bytes in
      head.count >= bytes.count && zip(head, bytes).allSatisfy { $1 == nil || $0 == $1 }
    }?.name
  }

  private static func literal(_ text: String) -> [UInt8?] { text.utf8.map { $0 } }

  private static var all: [OpaquePointer] {
    let list = gdk_pixbuf_get_formats()
    defer { g_slist_free(list) }
    let nodes = sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
    return nodes.compactMap { node in node?.pointee.data.map { OpaquePointer($0) } }
  }

  private static func name(_ format: OpaquePointer) -> String {
    let text = gdk_pixbuf_format_get_name(format)
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }
}
