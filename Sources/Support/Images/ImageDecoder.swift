internal import CGdkPixbuf

/// Reads an image as its bytes come.
///
/// Not for a process that has other things to do: readers of images have mistakes.
///
/// Source: gdk-pixbuf, `GdkPixbufLoader`.
public final class ImageDecoder {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let pixelLimit: Int
  private var size: (width: Int, height: Int)?
  /// The rows of which pixels came.
  private var rows: Range<Int>?
  private var isEmpty = true
  /// A loader must be closed before it is given up, and only once.
  private var isOpen = true

  /// Reads images of at most so many pixels, each of which takes four bytes of memory.
  public init(pixelLimit: Int) {
    ImageFormat.restrictReading()
    loader = gdk_pixbuf_loader_new()
    self.pixelLimit = pixelLimit
    cgdkpixbuf_connect(
      loader,
      { _, width, height, decoder in ImageDecoder.of(decoder)?.prepare(Int(width), Int(height)) },
      { _, _, y, _, height, decoder in ImageDecoder.of(decoder)?.update(Int(y), Int(height)) },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  deinit {
    if isOpen { gdk_pixbuf_loader_close(loader, nil) }
    g_object_unref(loader)
  }

  /// Takes the next bytes.
  public func append(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    guard isOpen, !piece.isEmpty else { return }
    isEmpty = false
    var error: UnsafeMutablePointer<GError>?
    let bytes = piece.assumingMemoryBound(to: UInt8.self)
    let isTaken = gdk_pixbuf_loader_write(loader, bytes.baseAddress, gsize(piece.count), &error)
    try checkSize(error)
    if isTaken == 0 {
      isOpen = false
      throw .broken(reason: reason(error))
    }
  }

  /// The image, when all of its bytes were taken; of an animation the first frame.
  public func finish() throws(ImageError) -> Image {
    guard !isEmpty else { throw .empty }
    var error: UnsafeMutablePointer<GError>?
    let isWhole = !isOpen || gdk_pixbuf_loader_close(loader, &error) != 0
    isOpen = false
    try checkSize(error)
    guard isWhole else { throw .broken(reason: reason(error)) }
    guard let pixels = gdk_pixbuf_loader_get_pixbuf(loader) else {
      throw .broken(reason: "it ends before its pixels")
    }
    // What is cut off, readers leave out and say nothing; only that of JPEG fills the rows.
    guard rows == 0..<Int(gdk_pixbuf_get_height(pixels)) else {
      throw .broken(reason: "it ends in the middle")
    }
    return Image(of: pixels)
  }

  /// What is too large is asked for without any pixels, which a reader refuses.
  private func prepare(_ width: Int, _ height: Int) {
    size = (width, height)
    if isTooLarge { gdk_pixbuf_loader_set_size(loader, 0, 0) }
  }

  private func update(_ first: Int, _ count: Int) {
    let new = first..<first + max(0, count)
    let old = rows ?? new
    rows = min(old.lowerBound, new.lowerBound)..<max(old.upperBound, new.upperBound)
  }

  private var isTooLarge: Bool {
    guard let size else { return false }
    let (count, isOver) = size.width.multipliedReportingOverflow(by: size.height)
    return isOver || count > pixelLimit
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> ImageDecoder? {
    pointer.map { Unmanaged<ImageDecoder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The real reason goes before what a reader says of an image without pixels.
  private func checkSize(_ error: UnsafeMutablePointer<GError>?) throws(ImageError) {
    guard isTooLarge, let size else { return }
    if let error { g_error_free(error) }
    throw .tooLarge(width: size.width, height: size.height, pixelLimit: pixelLimit)
  }
}

extension ImageDecoder {
  /// Has `end` called instead of the process aborted when the libraries below lack memory; what else
  /// they would write to standard error is dropped.
  ///
  /// For the whole process and for good.
  ///
  /// Source: GLib, "Memory Allocation" and `g_log_set_default_handler`.
  public static func whenMemoryEnds(_ end: @escaping @Sendable () -> Never) {
    let end = Ending(run: end)
    g_log_set_default_handler(
      { _, level, _, end in
        guard level.rawValue & G_LOG_FLAG_FATAL.rawValue != 0, let end else { return }
        Unmanaged<Ending>.fromOpaque(end).takeUnretainedValue().run()
      },
      Unmanaged.passRetained(end).toOpaque()
    )
  }

  private final class Ending {
    let run: @Sendable () -> Never

    init(run: @escaping @Sendable () -> Never) { self.run = run }
  }
}

/// What an error of gdk-pixbuf says, in one line; frees it.
func reason(_ error: UnsafeMutablePointer<GError>?) -> String {
  guard let error else { return "no reason is given" }
  defer { g_error_free(error) }
  let text = error.pointee.message.map { String(cString: $0) } ?? ""
  return String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
}
