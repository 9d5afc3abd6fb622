public import UniformTypeIdentifiers

/// One typed rendering of an item.
public struct Representation: Sendable {
  /// What the bytes are.
  public let type: UTType
  /// The X11 target or MIME type under which it came, byte for byte; `nil` if it came by type.
  public let targetName: [UInt8]?
  /// The bits of one element, which a reader must get back in the same shape: 8, 16 or 32.
  public let elementBits: ElementBits
  /// The bytes; elements of 16 and 32 bits are little-endian.
  public let payload: Payload
  /// What is known of the bytes as UTF-8 text; `nil` if they are not text, or nobody looked.
  public let textForm: TextForm?
  /// Who is offered it.
  public let visibility: Visibility
  /// Whether it is made of another one of the item, by a declaration of its type.
  public let isDerived: Bool

  public init(
    type: UTType,
    targetName: [UInt8]? = nil,
    elementBits: ElementBits = .eight,
    payload: Payload,
    textForm: TextForm? = nil,
    visibility: Visibility = .all,
    isDerived: Bool = false
  ) {
    self.type = type
    self.targetName = targetName
    self.elementBits = elementBits
    self.payload = payload
    self.textForm = textForm
    self.visibility = visibility
    self.isDerived = isDerived
  }

  /// Who is offered a representation, or whom an offer is for.
  public enum Visibility: Sendable {
    /// Everybody, over X, too.
    case all
    /// This user's clients of the daemon only.
    case user
    /// Other programs only, over X: our clients have what it is made of.
    case others
  }

  /// The width of the elements that a property is made of.
  public enum ElementBits: UInt8, Sendable {
    case eight = 8
    case sixteen = 16
    case thirtyTwo = 32

    /// Bytes an element.
    public var byteCount: Int { Int(rawValue) / 8 }
  }
}

/// The narrowest encoding that carries a text without loss.
public enum TextForm: Sendable, Comparable {
  /// TAB, LF, CR and U+0020 to U+007E only.
  case ascii
  /// ISO 8859-1, other control characters not among them.
  case latin1
  /// Anything else that is valid UTF-8.
  case unicode
}
