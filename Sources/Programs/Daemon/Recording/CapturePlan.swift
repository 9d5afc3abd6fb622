internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers

/// In which order the contents of one claim are read, and which of them.
///
/// Plain text comes first, then other text: it is small, nearly everybody wants it, rules look at the
/// first there is, and the owner may soon be gone.
struct CapturePlan {
  private let contents: [TargetList.Content]
  private let policy: CapturePolicy
  private let withImages: Bool
  private let order: [Int]
  private var verdicts: [CapturePolicy.Verdict] = []
  private var refused: Set<Int> = []
  private var done: Set<Int> = []
  private var place = 0

  /// How often something else is looked for in place of what was refused.
  private static let alternativeLimit = 16

  /// What is only selected is read without images, which may keep its program busy for long.
  init(_ contents: [TargetList.Content], _ policy: CapturePolicy, withImages: Bool) {
    (self.contents, self.policy, self.withImages) = (contents, policy, withImages)
    let ranks = contents.map { content in
      content.type.conforms(to: .plainText) ? 0 : content.type.conforms(to: .text) ? 1 : 2
    }
    order = contents.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    judge()
  }

  /// Whether anything of it is kept.
  var isWorthIt: Bool { verdicts.contains(.keep) }

  /// The content to read now; each comes once.
  mutating func next() -> Int? {
    while place < order.count {
      let index = order[place]
      place += 1
      if verdicts[index] == .keep, done.insert(index).inserted { return index }
    }
    return nil
  }

  /// Looks for another format in place of what the owner refused; whether there may be one.
  mutating func refuse(_ index: Int) -> Bool {
    refused.insert(index)
    guard refused.count <= Self.alternativeLimit, verdicts.contains(where: \.isReplaceable)
    else { return false }
    judge()
    place = 0
    return true
  }

  /// The targets of what is still to be read.
  var pending: Set<TargetName> {
    let rest = contents.indices.filter { verdicts[$0] == .keep && !done.contains($0) }
    return Set(rest.flatMap { contents[$0].targets })
  }

  private mutating func judge() {
    verdicts = policy.verdicts(
      on: contents,
      withImages: withImages,
      refused: refused
    )
  }
}

extension CapturePolicy {
  /// What is to become of each content on offer; see ``CapturePolicy/verdicts(on:withImages:refused:)``.
  ///
  /// Of what file managers say of the same files, what may be asked for without pasting them.
  func verdicts(
    on contents: [TargetList.Content],
    withImages: Bool,
    refused: Set<Int> = []
  ) -> [Verdict] {
    var verdicts = verdicts(on: contents.map(\.type), withImages: withImages, refused: refused)
    let kept = contents.indices.filter { verdicts[$0] == .keep && !refused.contains($0) }
    let spare = CopiedFiles.spare(beside: Set(kept.flatMap { contents[$0].targets }))
    for index in kept where !spare.isDisjoint(with: contents[index].targets) {
      verdicts[index] = .skip(.otherFileList)
    }
    return verdicts
  }
}

extension CapturePolicy.Verdict {
  /// Whether it would be kept if what is kept in its place were refused.
  fileprivate var isReplaceable: Bool {
    switch self {
    case .skip(.otherImage), .skip(.otherRichText), .skip(.otherFileList): true
    case .keep, .skip: false
    }
  }
}
