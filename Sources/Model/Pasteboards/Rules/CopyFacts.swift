public import UniformTypeIdentifiers

/// What is known of something that was copied when rules look at it: before any of it is read, and
/// again when it is.
public struct CopyFacts: Sendable {
  /// The board of the selection.
  public var board: BoardName
  /// What is on offer.
  public var types: [UTType]
  public var origin: Origin?
  /// The bytes of all content, of that which is there until it is all.
  public var byteCount: Int?
  /// The text that reads best, or as much of its beginning as rules look at; `nil` until that is known,
  /// and if there is none.
  public var text: [UInt8]?
  /// Whether nothing more will be known.
  public var isComplete: Bool

  /// How much of a text rules look at, in bytes.
  public static let textLimit = 1 << 20

  public init(
    board: BoardName,
    types: [UTType],
    origin: Origin? = nil,
    byteCount: Int? = nil,
    text: [UInt8]? = nil,
    isComplete: Bool = false
  ) {
    self.board = board
    self.types = types
    self.origin = origin
    self.byteCount = byteCount
    self.text = text
    self.isComplete = isComplete
  }

  /// An entry, as if it were copied now to the board where it was copied, else to `board`.
  ///
  /// Reads the beginning of its text. Not so of a secret: what rules would make of that stays open.
  public init(of entry: Entry, on board: BoardName) {
    let representations = entry.items.flatMap(\.representations).filter { !$0.isDerived }
    self.init(
      board: entry.label.origin?.board ?? board,
      types: representations.map(\.type),
      origin: entry.label.origin ?? Origin(board: board, program: entry.label.source),
      byteCount: representations.reduce(0) { $0 + ($1.payload.byteCount ?? 0) },
      isComplete: !entry.isSensitive
    )
    guard !entry.isSensitive, let payload = entry.readableText?.payload else { return }
    let count = min(payload.byteCount ?? 0, Self.textLimit)
    // Of what cannot be read now nothing is known.
    text = try? payload.bytes(from: 0, count: count)
    if text == nil { isComplete = false }
  }

  /// Whether there is text among what is on offer.
  var offersText: Bool { types.contains { $0.conforms(to: .text) } }
}

extension Entry {
  /// The text that reads best: plain text, else whatever text there is; nothing that is not made.
  public var readableText: Representation? {
    let texts = items.lazy.flatMap(\.representations)
      .filter { $0.type.conforms(to: .text) && $0.payload.kept != nil && !$0.isDerived }
    return texts.first { $0.type.conforms(to: .plainText) } ?? texts.first
  }
}
