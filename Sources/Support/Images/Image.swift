internal import CGdkPixbuf

/// An image of eight bits a channel, with or without transparency.
///
/// Source: gdk-pixbuf, `GdkPixbuf`.
public struct Image: ~Copyable {
  private let pixels: OpaquePointer
  /// In base64, as readers leave it and writers want it.
  private let profile: String?

  public var width: Int { Int(gdk_pixbuf_get_width(pixels)) }
  public var height: Int { Int(gdk_pixbuf_get_height(pixels)) }
  public var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pixels) != 0 }

  /// Takes pixels of a loader; a camera's image is turned upright.
  init(of pixels: OpaquePointer) {
    profile = gdk_pixbuf_get_option(pixels, "icc-profile").map { String(cString: $0) }
    // Without a direction that is the same one, with one reference more. A copy may need memory.
    self.pixels =
      gdk_pixbuf_apply_embedded_orientation(pixels)
      ?? OpaquePointer(g_object_ref(UnsafeMutableRawPointer(pixels)))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixels)) }

  /// Writes the image in a format, piece by piece, until `sink` takes no more.
  ///
  /// What is transparent becomes white in a format that has no transparency.
  public consuming func encode(
    as format: ImageFormat,
    into sink: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(ImageError) {
    if hasAlpha, !format.hasAlpha { flatten() }
    let sink = Sink(sink)
    var options = format.options
    if let profile, format.hasProfile { options.append(("icc-profile", profile)) }
    var error: UnsafeMutablePointer<GError>?
    let isDone = Self.withCStrings(options.map(\.key)) { keys in
      Self.withCStrings(options.map(\.value)) { values in
        gdk_pixbuf_save_to_callbackv(
          pixels,
          Sink.take,
          Unmanaged.passUnretained(sink).toOpaque(),
          format.name,
          keys,
          values,
          &error
        )
      }
    }
    // Until here the library has it.
    let isOpen = withExtendedLifetime(sink) { sink.isOpen }
    guard isDone == 0 else { return }
    let reason = reason(error)
    throw isOpen ? .notEncoded(reason: reason) : .refused
  }

  /// Lays the pixels on white, where they are: a copy would take as much memory again.
  private func flatten() {
    let rowByteCount = Int(gdk_pixbuf_get_rowstride(pixels))
    guard let first = gdk_pixbuf_get_pixels(pixels) else { return }
    for row in 0..<height {
      let line = first + row * rowByteCount
      for pixel in stride(from: 0, to: 4 * width, by: 4) where line[pixel + 3] < 255 {
        let alpha = UInt32(line[pixel + 3])
        for channel in pixel..<pixel + 3 {
          line[channel] = UInt8((UInt32(line[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
        line[pixel + 3] = 255
      }
    }
  }

  /// A list of C strings that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    var list = texts.map { g_strdup($0) } + [nil]
    defer { for text in list { g_free(text) } }
    return list.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }
}

/// Where the bytes of a format go.
private final class Sink {
  private let write: (UnsafeRawBufferPointer) -> Bool
  private(set) var isOpen = true

  init(_ write: @escaping (UnsafeRawBufferPointer) -> Bool) { self.write = write }

  static let take: GdkPixbufSaveFunc = { bytes, count, error, sink in
    guard let sink else { return 0 }
    let object = Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue()
    object.isOpen = object.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    guard !object.isOpen else { return 1 }
    g_set_error_literal(error, gdk_pixbuf_error_quark(), 0, "the output takes no more")
    return 0
  }
}
