internal import CGdkPixbuf

/// A format of raster images that can be written here: that is up to the modules that are installed.
///
/// Source: gdk-pixbuf, "Module Interface".
public struct ImageFormat: Equatable, Sendable {
  /// As gdk-pixbuf calls it: `png`, `jpeg`.
  public let name: String

  /// The formats in which programs exchange images; no others are read, whatever modules there are.
  private static let exchanged: Set = ["png", "jpeg", "tiff", "bmp", "gif", "webp", "avif"]

  /// What can be written, by name.
  public static var writable: [String] {
    all.filter { gdk_pixbuf_format_is_writable($0) != 0 }.map(name).filter(exchanged.contains)
      .sorted()
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

  /// Keeps gdk-pixbuf from all other formats: their readers are the less tried ones.
  static func restrictReading() {
    for format in all where !exchanged.contains(name(format)) {
      gdk_pixbuf_format_set_disabled(format, 1)
    }
  }

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
