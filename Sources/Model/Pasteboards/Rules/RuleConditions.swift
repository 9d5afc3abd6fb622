public import UniformTypeIdentifiers

/// A regular expression of a rule.
public protocol RulePattern: Sendable {
  /// As the user wrote it.
  var text: String { get }

  /// Whether it matches somewhere in the bytes; `nil` if that cannot be told within its limits.
  func matches(_ bytes: [UInt8]) -> Bool?
}

/// What must hold for a rule to be meant: all of it; of a list any one, and an empty one says nothing.
public struct RuleConditions: Sendable {
  public var boards: [BoardName] = []
  /// Window classes or names of programs, in whatever case.
  public var sources: [String] = []
  /// One that is on offer conforms to one of these.
  public var types: [UTType] = []
  /// More bytes than this.
  public var larger: Int?
  /// Fewer bytes than this.
  public var smaller: Int?
  public var titles: [any RulePattern] = []
  public var texts: [any RulePattern] = []

  public init() {}

  /// Looks at one after the other, up to the first that does not hold; those that take longest last.
  public func examine(_ facts: CopyFacts) -> [ConditionFinding] {
    var findings: [ConditionFinding] = []
    let checks = [
      Self.board, Self.source, Self.type, Self.larger, Self.smaller, Self.title, Self.text,
    ]
    for check in checks {
      guard let finding = check(self)(facts) else { continue }
      findings.append(finding)
      if finding.holds == false { break }
    }
    return findings
  }
}

/// How a condition of a rule fared.
public struct ConditionFinding: Sendable, Equatable {
  public let condition: Condition
  /// What the rule says: one of these, a number of bytes for sizes.
  public let wanted: [String]
  /// What there is of it; of a text the bytes that were looked at, and nothing where nothing is known.
  public let found: [String]
  /// `nil` if it cannot be told: not yet, or not within the limits of a pattern.
  public let holds: Bool?

  public init(_ condition: Condition, wanted: [String], found: [String], holds: Bool?) {
    self.condition = condition
    self.wanted = wanted
    self.found = found
    self.holds = holds
  }

  /// What a condition looks at, by its key in the configuration.
  public enum Condition: String, Sendable, CaseIterable {
    case board, source, type, larger, smaller, title, text
  }
}

// MARK: Each condition

extension RuleConditions {
  private func board(_ facts: CopyFacts) -> ConditionFinding? {
    guard !boards.isEmpty else { return nil }
    return ConditionFinding(
      .board,
      wanted: boards.map(\.description),
      found: [facts.board.description],
      holds: boards.contains(facts.board)
    )
  }

  private func source(_ facts: CopyFacts) -> ConditionFinding? {
    guard !sources.isEmpty else { return nil }
    let found = [facts.origin?.windowClass, facts.origin?.program].compactMap { $0 }
    let names = found.map { $0.lowercased() }
    return ConditionFinding(
      .source,
      wanted: sources,
      found: found,
      holds: sources.contains { names.contains($0.lowercased()) }
    )
  }

  private func type(_ facts: CopyFacts) -> ConditionFinding? {
    guard !types.isEmpty else { return nil }
    let fitting = facts.types.first { type in types.contains(where: type.conforms(to:)) }
    let found = fitting.map { [$0] } ?? Array(facts.types.prefix(Self.mostTypes))
    return ConditionFinding(
      .type,
      wanted: types.map(\.identifier),
      found: found.map(\.identifier),
      holds: fitting != nil
    )
  }

  /// As many types as somebody reads.
  private static let mostTypes = 16

  private func larger(_ facts: CopyFacts) -> ConditionFinding? {
    // What is more already stays more.
    size(.larger, than: larger, facts) { $0 > $1 ? true : facts.isComplete ? false : nil }
  }

  private func smaller(_ facts: CopyFacts) -> ConditionFinding? {
    size(.smaller, than: smaller, facts) { $0 >= $1 ? false : facts.isComplete ? true : nil }
  }

  private func size(
    _ condition: ConditionFinding.Condition,
    than limit: Int?,
    _ facts: CopyFacts,
    _ holds: (Int, Int) -> Bool?
  ) -> ConditionFinding? {
    guard let limit else { return nil }
    return ConditionFinding(
      condition,
      wanted: ["\(limit)"],
      found: facts.byteCount.map { ["\($0)"] } ?? [],
      holds: holds(facts.byteCount ?? 0, limit)
    )
  }

  private func title(_ facts: CopyFacts) -> ConditionFinding? {
    guard !titles.isEmpty else { return nil }
    let title = facts.origin?.windowTitle
    return ConditionFinding(
      .title,
      wanted: titles.map(\.text),
      found: title.map { [$0] } ?? [],
      holds: title.map { titles.match(Array($0.utf8)) } ?? false
    )
  }

  private func text(_ facts: CopyFacts) -> ConditionFinding? {
    guard !texts.isEmpty else { return nil }
    guard let text = facts.text else {
      let mayCome = !facts.isComplete && facts.offersText
      return ConditionFinding(
        .text,
        wanted: texts.map(\.text),
        found: [],
        holds: mayCome ? nil : false
      )
    }
    let isLong = text.count > CopyFacts.textLimit
    let beginning = isLong ? Array(text[..<CopyFacts.textLimit]) : text
    return ConditionFinding(
      .text,
      wanted: texts.map(\.text),
      found: ["\(beginning.count)"],
      holds: texts.match(beginning)
    )
  }
}

extension [any RulePattern] {
  /// Whether one of them matches; `nil` if none does and one cannot tell.
  fileprivate func match(_ bytes: [UInt8]) -> Bool? {
    var holds: Bool? = false
    for pattern in self {
      switch pattern.matches(bytes) {
      case true?: return true
      case false?: break
      case nil: holds = nil
      }
    }
    return holds
  }
}
