internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// What a list of targets offers, to receivers and for people.
struct OfferedTypes {
  /// Content types in the sender's order, each with its targets.
  let groups: [TargetList.Content]
  /// Every target that was named, also those that deliver no content.
  private let all: [TargetName]

  init(_ targets: [TargetName]) {
    let list = TargetList(targets)
    all = list.names
    groups = list.contents
  }

  /// The ways to satisfy a receiver, best first.
  func candidates(wanted: [NamedType], richest: Bool, asFile: Bool = false) -> [Candidate] {
    let types = groups.map(\.type)
    guard !wanted.isEmpty else {
      let order =
        asFile
        ? Choice.candidatesForFile(among: types) : Choice.candidates(among: types, richest: richest)
      return order.flatMap(candidates(ofGroup:))
    }
    var found: [Candidate] = []
    for wish in wanted {
      // A target that is offered under just this name is what was meant, unconverted.
      if let target = wish.target, all.contains(target) {
        let type = target.contentType ?? wish.type
        found.append(Candidate(type: type, target: target, isRaw: true))
      }
      found += Choice.candidates(among: types, wanted: [wish.type]).flatMap(candidates(ofGroup:))
    }
    return found
  }

  private func candidates(ofGroup index: Int) -> [Candidate] {
    groups[index].targets.map { target in
      let isRaw = target.plainTextRank == nil && !target.isAddress
      return Candidate(type: groups[index].type, target: target, isRaw: isRaw)
    }
  }

  /// What is on offer, for people.
  var names: [String] { groups.map(\.type.tagOrIdentifier) }

  /// What is on offer, for a reply; `complete` adds what else is known of what a target delivers.
  func offered(
    item: Int = 1,
    complete: (inout OfferedType, TargetName) -> Void = { _, _ in }
  ) -> [OfferedType] {
    groups.map { group in
      var offered = OfferedType(
        type: group.type.identifier,
        mimeType: group.type.preferredMIMEType,
        targets: group.targets.map(\.description),
        size: nil,
        item: item
      )
      if let target = group.targets.first { complete(&offered, target) }
      return offered
    }
  }

  /// One way to get content.
  struct Candidate {
    let type: UTType
    let target: TargetName
    /// Whether the bytes are handed on as they come; text and addresses are otherwise made UTF-8.
    let isRaw: Bool
  }
}
