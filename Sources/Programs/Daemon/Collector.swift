internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// Gathers content that comes in pieces: small content in memory, larger in a file without a name.
struct Collector {
  /// Content of this many bytes or fewer stays in memory.
  static let inlineLimit = 16 * 1024

  private let storage: PayloadStorage
  private let secrecy: PayloadStorage.Secrecy
  private let dropsNewline: Bool
  private let limit: ContentLimit?
  /// A newline that is content only if something follows it.
  private var heldNewline = false
  private var inline: [UInt8] = []
  private var file: PayloadStorage.OpenFile?
  private var scanner = TextScanner()
  private var head: [UInt8] = []
  private(set) var byteCount = 0

  /// Begins with nothing; if `dropsNewline`, one newline at the very end is left out.
  init(
    storage: PayloadStorage,
    secrecy: PayloadStorage.Secrecy,
    dropsNewline: Bool = false,
    limit: ContentLimit? = nil
  ) {
    self.storage = storage
    self.secrecy = secrecy
    self.dropsNewline = dropsNewline
    self.limit = limit
  }

  /// Takes the next piece.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    guard let last = piece.last else { return }
    try limit?.check(byteCount + piece.count)
    if heldNewline {
      heldNewline = false
      try add([UInt8(ascii: "\n")])
    }
    heldNewline = dropsNewline && last == UInt8(ascii: "\n")
    try add(UnsafeRawBufferPointer(rebasing: piece.dropLast(heldNewline ? 1 : 0)))
  }

  /// What was gathered so far.
  var soFar: Payload {
    if let file { .file(file.soFar(byteCount: byteCount)) } else { .inline(inline) }
  }

  /// Ends the content.
  func finish() throws(PasteboardError) -> Content {
    let payload: Payload =
      if let file { .file(try file.finish(byteCount: byteCount)) } else { .inline(inline) }
    return Content(payload: payload, text: scanner.result, head: head)
  }

  private mutating func add(_ bytes: [UInt8]) throws(PasteboardError) {
    try bytes.span.bytes.withUnsafeBytes { (piece) throws(PasteboardError) in try add(piece) }
  }

  private mutating func add(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    scanner.scan(piece)
    if head.count < 16 { head.append(contentsOf: piece.prefix(16 - head.count)) }
    if file == nil, byteCount + piece.count <= Self.inlineLimit, secrecy == .open {
      inline.append(contentsOf: piece)
    } else {
      try addToFile(piece)
    }
    byteCount += piece.count
  }

  private mutating func addToFile(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    if file == nil {
      let file = try storage.create(secrecy)
      try inline.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
        try file.append(bytes)
      }
      inline = []
      self.file = file
    }
    try file?.append(piece)
  }
}

/// Content as it was gathered.
struct Content: Sendable {
  let payload: Payload
  let text: TextScanner.Result
  /// The first 16 bytes, or all if there are fewer.
  let head: [UInt8]

  /// Whether it reads as text when nobody said what it is: UTF-8 without NUL.
  var isText: Bool { text.isValid && !text.hasNUL }
}
