internal import CGdkPixbuf

/// Reads an image as its bytes come.
///
/// Not for a process that has other things to do: readers of images have mistakes.
///
/// Source: gdk-pixbuf, `GdkPixbufLoader`.
public final class ImageDecoder {
  private let pixelLimit: Int
  /// The first bytes, until there are enough of them to tell the format.
  private var head: [UInt8] = []
  private var loader: UnsafeMutablePointer<GdkPixbufLoader>?
  /// A loader must be closed before it is given up, and only once.
  private var isOpen = false
  private var size: (width: Int, height: Int)?
  /// The rows of which pixels came.
  private var rows: Range<Int>?

  /// Reads images of at most so many pixels, each of which takes four bytes of memory.
  public init(pixelLimit: Int) { self.pixelLimit = pixelLimit }

  deinit {
    if isOpen { gdk_pixbuf_loader_close(loader, nil) }
    if let loader { g_object_unref(loader) }
  }

  /// Takes the next bytes.
  public func append(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    guard loader == nil else { return try write(piece) }
    head += piece
    if head.count >= ImageFormat.signatureByteCount { try begin() }
  }

  /// The image, when all of its bytes were taken; of an animation the first frame.
  public func finish() throws(ImageError) -> Image {
    if loader == nil {
      guard !head.isEmpty else { throw .empty }
      try begin()
    }
    var error: UnsafeMutablePointer<GError>?
    let isWhole = !isOpen || gdk_pixbuf_loader_close(loader, &error) != 0
    isOpen = false
    try checkSize(error)
    guard isWhole else { throw .broken(reason: reason(error)) }
    // What is cut off, readers leave out and say nothing; only that of JPEG fills the rows.
    guard let pixels = gdk_pixbuf_loader_get_pixbuf(loader),
      rows == 0..<Int(gdk_pixbuf_get_height(pixels))
    else { throw .broken(reason: "it ends in the middle") }
    return Image(of: pixels)
  }

  /// Makes the reader of the format that the first bytes tell, and gives it these.
  ///
  /// The library itself would ask the desktop's MIME database, which need not be there.
  private func begin() throws(ImageError) {
    guard let format = ImageFormat.name(ofFirst: head) else {
      throw .broken(reason: "it is in no format that is read")
    }
    var error: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(format, &error) else {
      throw .broken(reason: reason(error))
    }
    (self.loader, isOpen) = (loader, true)
    cgdkpixbuf_connect(
      loader,
      { _, width, height, decoder in ImageDecoder.of(decoder)?.prepare(Int(width), Int(height)) },
      { _, _, y, _, height, decoder in ImageDecoder.of(decoder)?.update(Int(y), Int(height)) },
      Unmanaged.passUnretained(self).toOpaque()
    )
    let first = head
    head = []
    try first.span.bytes.withUnsafeBytes { (bytes) throws(ImageError) in try write(bytes) }
  }

  private func write(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    guard isOpen, !piece.isEmpty else { return }
    var error: UnsafeMutablePointer<GError>?
    let bytes = piece.assumingMemoryBound(to: UInt8.self)
    let isTaken = gdk_pixbuf_loader_write(loader, bytes.baseAddress, gsize(piece.count), &error)
    // What fails is closed.
    isOpen = isTaken != 0
    try checkSize(error)
    if !isOpen { throw .broken(reason: reason(error)) }
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
