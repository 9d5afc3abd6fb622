public import UniformTypeIdentifiers

/// What an owner offers, in its order, as its answer to TARGETS says.
///
/// Source: ICCCM 2.0 §2.6.2, TARGETS.
public struct TargetList: Sendable, Equatable {
  /// The most targets that are looked at.
  public static let maximumCount = 1024

  /// Every target once, in the owner's order.
  public let names: [TargetName]

  /// The content on offer, best first: a type, and the targets to ask for it in order.
  ///
  /// The forms of plain text are one content, at the place of the first of them, and so are a type
  /// and the other names that the desktop has for it. What has side effects or carries no content is
  /// not among them.
  public let contents: [Content]

  public init(_ names: [TargetName]) {
    var seen: Set<TargetName> = []
    self.names = names.filter { seen.insert($0).inserted }
    contents = Self.contents(of: self.names)
  }

  /// The atoms of an answer, each once and without None; `nil` when it is no list of targets.
  public static func atoms(
    replyType: TargetName,
    elementBits: Int,
    items: [UInt32]
  ) -> [UInt32]? {
    // Old Java answers with the type TARGETS.
    guard replyType == .atom || replyType == .targets, elementBits == 32 else { return nil }
    var seen: Set<UInt32> = [0]
    return Array(items.filter { seen.insert($0).inserted }.prefix(maximumCount))
  }

  /// Whether the owner marks its content as secret, so that nothing of it is read.
  public var isSecret: Bool { SecretMarker.isPresent(in: names) }

  private static func contents(of names: [TargetName]) -> [Content] {
    var contents: [Content] = []
    var text: Int?
    var places: [UTType: Int] = [:]
    /// Under which names a content would be offered as well, which only the desktop's aliases are
    /// not declared for.
    var others: [TargetName: Int] = [:]
    for name in names {
      guard let type = name.contentType else { continue }
      if name.plainTextRank != nil {
        if let text {
          contents[text].targets.append(name)
          continue
        }
        text = contents.count
      } else if let known = (type.isDynamic ? others[name] : nil)
        ?? places[type]
      {
        contents[known].targets.append(name)
        continue
      } else {
        for other in TargetName.names(for: type) where others[other] == nil {
          others[other] = contents.count
        }
      }
      if places[type] == nil { places[type] = contents.count }
      contents.append(Content(type: type, targets: [name]))
    }
    if let text {
      contents[text].targets.sort { ($0.plainTextRank ?? 0) < ($1.plainTextRank ?? 0) }
    }
    return contents
  }

  /// One content of several names.
  public struct Content: Sendable, Equatable {
    public let type: UTType
    /// The targets that deliver it, in the order in which to ask for them; never empty.
    public fileprivate(set) var targets: [TargetName]
  }
}
