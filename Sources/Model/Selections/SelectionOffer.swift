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
  private let names: [TargetName]
  private let renderings: [TargetName: Rendering]

  /// Folds what of the items is for everybody, or for `audience`.
  ///
  /// Files are offered as cut as long as the mark says so, and without one as copied.
  public init(
    items: [Item],
    isSensitive: Bool = false,
    for audience: Representation.Visibility = .others,
    cutMark: CutMark? = nil
  ) {
    var fold = OfferFold(items.map { $0.visible(to: audience) }, cutMark: cutMark)
    fold.run()
    var found = fold.renderings
    if isSensitive {
      let mark = Payload.inline(Array("secret".utf8))
      found.append(Rendering(target: .passwordManagerHint, payload: mark))
    }
    let required: [TargetName] = [.targets, .multiple, .timestamp]
    self.isSensitive = isSensitive
    names = required + (isSensitive ? [] : [.saveTargets]) + found.map(\.target)
    renderings = Dictionary(found.map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What TARGETS answers: the required targets, then the content's, best first.
  ///
  /// A promise that was broken is among them no longer.
  public var targets: [TargetName] { names.filter { renderings[$0]?.payload.failure == nil } }

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

extension Item {
  fileprivate func visible(to audience: Representation.Visibility) -> Item {
    with(representations: representations.filter { [.all, audience].contains($0.visibility) })
  }
}
