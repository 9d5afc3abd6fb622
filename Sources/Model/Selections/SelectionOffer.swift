public import Pasteboards

/// What we offer on a selection: the ordered targets, and how each is answered.
///
/// The items fold into the one level that X knows: lists of URIs are concatenated, plain text is
/// joined by newlines, and everything else is the first item's. The sender's order is kept.
///
/// Source: ICCCM 2.0 §2.6.2.
public struct SelectionOffer: Sendable {
  /// Whether the content is marked secret for other programs and not handed to their keeping.
  public let isSensitive: Bool
  /// What TARGETS answers: the required targets, then the content's, best first.
  public let targets: [TargetName]
  private let renderings: [TargetName: Rendering]

  public init(items: [Item], isSensitive: Bool = false) {
    var fold = OfferFold(items)
    fold.run()
    var found = fold.renderings
    if isSensitive {
      let mark = Payload.inline(Array("secret".utf8))
      found.append(Rendering(target: .passwordManagerHint, payload: mark))
    }
    let required: [TargetName] = [.targets, .multiple, .timestamp]
    self.isSensitive = isSensitive
    targets = required + (isSensitive ? [] : [.saveTargets]) + found.map(\.target)
    renderings = Dictionary(found.map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// How a target is answered; `nil` when it is refused or is not content.
  ///
  /// `text/plain; charset=UTF-8` and the like are other spellings of the offered name.
  public func rendering(of target: TargetName) -> Rendering? {
    if let rendering = renderings[target] { return rendering }
    guard let rank = target.plainTextRank else { return nil }
    let usual = TargetName.plainTextQuestions[rank]
    return usual == target ? nil : renderings[usual]?.renamed(target)
  }
}
