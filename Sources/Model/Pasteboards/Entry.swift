public import UniformTypeIdentifiers

/// What was put on a board at one moment.
public struct Entry: Sendable, Identifiable {
  public let id: ID
  /// The items in order; never empty.
  public let items: [Item]
  /// Seconds since 1970, when it was put, or copied last.
  public let time: Double
  /// Never on disk, in history or in a log, and marked so for other programs.
  public let isSensitive: Bool
  /// What people know of it beside its content.
  public let label: Label
  /// What was on offer beside that and is not kept, in the sender's order.
  public let dropped: [Dropped]

  public init(
    id: ID,
    items: [Item],
    time: Double,
    isSensitive: Bool = false,
    label: Label = Label(),
    dropped: [Dropped] = []
  ) {
    self.id = id
    self.items = items
    self.time = time
    self.isSensitive = isSensitive
    self.label = label
    self.dropped = dropped
  }

  /// The same under another id, with other items, or known differently.
  public func with(id: ID? = nil, items: [Item]? = nil, label: Label? = nil) -> Entry {
    Entry(
      id: id ?? self.id,
      items: items ?? self.items,
      time: time,
      isSensitive: isSensitive,
      label: label ?? self.label,
      dropped: dropped
    )
  }

  /// A representation that was on offer and is not kept.
  public struct Dropped: Sendable, Equatable {
    public let type: UTType
    public let reason: Reason

    public init(type: UTType, reason: Reason) {
      self.type = type
      self.reason = reason
    }

    /// Why it is not kept.
    public enum Reason: String, Sendable {
      /// It is larger than what is kept.
      case size
    }
  }

  /// What people know of an entry beside its content.
  public struct Label: Sendable, Equatable {
    /// The title that was given; `nil` leaves it to the content.
    public var title: String?
    /// The program that put it.
    public var source: String?
    /// Each once, in no order that means something.
    public var tags: [String]
    /// Whether no limit may remove it.
    public var isPinned: Bool
    /// Where it was copied; `nil` if it was put.
    public var origin: Origin?

    public init(
      title: String? = nil,
      source: String? = nil,
      tags: [String] = [],
      isPinned: Bool = false,
      origin: Origin? = nil
    ) {
      self.title = title
      self.source = source
      self.tags = tags
      self.isPinned = isPinned
      self.origin = origin
    }
  }

  /// The name of an entry: 16 lower-case hexadecimal digits.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public var description: String {
      let digits = String(rawValue, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
  }
}
