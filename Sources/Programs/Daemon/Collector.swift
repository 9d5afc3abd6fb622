internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// Gathers content that comes in pieces: small content in memory, larger in a file without a name.
///
/// Pieces are appended, or the kernel puts them into ``openFile()`` past this, and they are counted
/// with ``count(_:)``.
struct Collector {
  private let storage: PayloadStorage
  let secrecy: PayloadStorage.Secrecy
  private let dropsNewline: Bool
  private let limit: ContentLimit?
  /// A newline that is content only if something follows it.
  private var heldNewline = false
  private var inline: [UInt8] = []
  private var file: PayloadStorage.OpenFile?
  private let question: TextQuestion
  private var scanner = TextScanner()
  private var scannedByteCount = 0
  private var behind = WriteBehind()
  private(set) var byteCount = 0

  /// Begins with nothing; if `dropsNewline`, one newline at the very end is left out.
  init(
    storage: PayloadStorage,
    secrecy: PayloadStorage.Secrecy,
    dropsNewline: Bool = false,
    question: TextQuestion = .form,
    limit: ContentLimit? = nil
  ) {
    self.storage = storage
    self.secrecy = secrecy
    self.dropsNewline = dropsNewline
    self.limit = limit
    self.question = question
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
    return Content(payload: payload, text: text)
  }

  // MARK: What comes past this

  /// Whether each byte has to be looked at before it goes anywhere.
  var needsPieces: Bool { dropsNewline || secrecy == .sensitive }

  /// The file on a disk to whose end bytes may be added; `nil` for what ``needsPieces``.
  mutating func openFile() throws(PasteboardError) -> SharedDescriptor? {
    guard !needsPieces else { return nil }
    return try madeFile().onDisk
  }

  /// Whether the content has left memory.
  var isInFile: Bool { file != nil }

  /// Notes bytes that were added to the file.
  mutating func count(_ added: Int) throws(PasteboardError) {
    byteCount += added
    try limit?.check(byteCount)
  }

  /// Where the next bytes begin that must be looked at, for ``examine(_:)``; `nil` if none must.
  var unexamined: Int? {
    isAnswered || scannedByteCount == byteCount ? nil : scannedByteCount
  }

  /// Looks at the next bytes.
  mutating func examine(_ piece: UnsafeRawBufferPointer) {
    guard !isAnswered else { return }
    scanner.scan(piece)
    scannedByteCount += piece.count
  }

  private var isAnswered: Bool {
    switch question {
    case .nothing: true
    case .isText: scanner.isSettled || scanner.result.hasNUL
    case .form: scanner.isSettled
    }
  }

  private var text: TextScanner.Result? {
    scanner.isSettled || scannedByteCount == byteCount ? scanner.result : nil
  }

  /// Has the disk write what is in the file; waits if it lags behind.
  mutating func writeBehind() throws(PasteboardError) {
    guard let disk = file?.onDisk else { return }
    do {
      try behind.advance(disk.descriptor, to: byteCount)
    } catch {
      throw PasteboardError(storing: error)
    }
  }

  // MARK: Pieces

  private mutating func add(_ bytes: [UInt8]) throws(PasteboardError) {
    try bytes.span.bytes.withUnsafeBytes { (piece) throws(PasteboardError) in try add(piece) }
  }

  private mutating func add(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    examine(piece)
    if file == nil, byteCount + piece.count <= Payload.inlineLimit, secrecy == .open {
      inline.append(contentsOf: piece)
    } else {
      try addToFile(piece)
    }
    byteCount += piece.count
  }

  private mutating func addToFile(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    try madeFile().append(piece)
  }

  /// The file, with what was in memory.
  private mutating func madeFile() throws(PasteboardError) -> PayloadStorage.OpenFile {
    if let file { return file }
    let file = try storage.create(secrecy)
    try inline.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
      try file.append(bytes)
    }
    inline = []
    self.file = file
    return file
  }
}

/// What somebody wants to know of content as text.
enum TextQuestion {
  case nothing
  /// Whether it is text at all, which may soon be clear.
  case isText
  /// What kind of text it is.
  case form
}

/// Content as it was gathered.
struct Content: Sendable {
  let payload: Payload
  /// `nil` if nobody had to know so much.
  let text: TextScanner.Result?

  /// Whether it reads as text when nobody said what it is: UTF-8 without NUL.
  var isText: Bool { text.map { $0.isValid && !$0.hasNUL } ?? false }
}
