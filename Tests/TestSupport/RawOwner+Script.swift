public import XCB

extension RawOwner {
  /// What an owner has to give, without holding it if it is large.
  public enum Content: Sendable {
    case bytes([UInt8])
    /// A row of ``TestBytes``.
    case pattern(count: Int, seed: UInt64 = 1)

    public var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .pattern(let count, _): count
      }
    }

    func piece(from offset: Int, atMost limit: Int) -> [UInt8] {
      let length = max(0, min(limit, count - offset))
      return switch self {
      case .bytes(let bytes): Array(bytes.dropFirst(offset).prefix(length))
      case .pattern(_, let seed): TestBytes.pattern(count: length, seed: seed, offset: offset)
      }
    }
  }

  /// How an answer in pieces ends; `after` counts pieces.
  public enum Ending: Sendable {
    case complete
    /// Says once more that the answer is there, as xsel does.
    case completeWithSecondNotify
    case stalls(after: Int)
    case closesConnection(after: Int)
    case destroysWindow(after: Int)
  }

  /// How an answer in pieces is given.
  public struct Incremental: Sendable {
    public var pieceSize: Int
    /// The items of the INCR property; `nil` is the true size.
    public var announcement: [UInt32]?
    /// How long it waits before each piece.
    public var pause: Duration
    public var ending: Ending

    public init(
      pieceSize: Int = 262_144,
      announcement: [UInt32]? = nil,
      pause: Duration = .zero,
      ending: Ending = .complete
    ) {
      self.pieceSize = pieceSize
      self.announcement = announcement
      self.pause = pause
      self.ending = ending
    }
  }

  public enum Answer: Sendable {
    case refuse
    /// Nothing at all, ever.
    case silence
    /// Says that the property is there, and writes none.
    case lie
    case whole(type: String, format: UInt8 = 8, Content)
    case pieces(type: String, format: UInt8 = 8, Content, Incremental = Incremental())

    /// Text of one type, in one piece.
    public static func text(_ text: String, type: String = "UTF8_STRING") -> Answer {
      .whole(type: type, .bytes(Array(text.utf8)))
    }
  }

  /// The time with which a selection is claimed.
  public enum ClaimTime: Sendable {
    case now
    case current
    /// Milliseconds from now, past or future.
    case offset(Int32)
    case exactly(Timestamp)
  }

  /// A conversion that somebody asked for.
  public struct Request: Sendable {
    public let target: String
    public let time: Timestamp
    public let requestor: Window
    public let property: Atom
    public let arrival: ContinuousClock.Instant
  }

  /// Answers to TARGETS that no sane owner gives, with what is wrong about each.
  public static let garbageTargets: [(name: String, answer: Answer)] = [
    ("format 8", .whole(type: "ATOM", .bytes([31, 0, 0, 0]))),
    ("format 16", .whole(type: "ATOM", format: 16, .bytes([31, 0, 0, 0, 4, 0]))),
    ("odd bytes", .whole(type: "ATOM", .bytes([31, 0, 0, 0, 1]))),
    ("text", .text("hello", type: "STRING")),
    ("type INTEGER", .whole(type: "INTEGER", format: 32, .bytes(packed([31, 4])))),
    ("no atoms", .whole(type: "ATOM", format: 32, .bytes([]))),
    ("atom None", .whole(type: "ATOM", format: 32, .bytes(packed([0, 0, 31, 0])))),
    ("no such atoms", .whole(type: "ATOM", format: 32, .bytes(packed([.max, 0x1FFF_FFFF, 31])))),
    (
      "100,000 atoms",
      .whole(type: "ATOM", format: 32, .bytes(packed((0..<100_000).map { $0 % 68 + 1 })))
    ),
    ("property missing", .lie),
    ("refused", .refuse),
    ("never answered", .silence),
  ]
}
