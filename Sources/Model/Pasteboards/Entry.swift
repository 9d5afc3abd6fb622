/// What was put on a board at one moment.
public struct Entry: Sendable, Identifiable {
  public let id: ID
  /// The items in order; never empty.
  public let items: [Item]
  /// Seconds since 1970, when it was put.
  public let time: Double
  /// Never on disk, in history or in a log, and marked so for other programs.
  public let isSensitive: Bool
  /// What people know of it beside its content.
  public let label: Label

  public init(
    id: ID,
    items: [Item],
    time: Double,
    isSensitive: Bool = false,
    label: Label = Label()
  ) {
    self.id = id
    self.items = items
    self.time = time
    self.isSensitive = isSensitive
    self.label = label
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

    public init(
      title: String? = nil,
      source: String? = nil,
      tags: [String] = [],
      isPinned: Bool = false
    ) {
      self.title = title
      self.source = source
      self.tags = tags
      self.isPinned = isPinned
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
