/// Finds the members of an object by name, in constant time even if a stranger made it.
struct MemberIndex {
  /// A name that is compared by its bytes.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { hasSameBytes(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// Below this many, looking at each is faster.
  private static let threshold = 16

  let members: [JSON.Member]
  private var positions: [Name: Int]?

  init(_ members: [JSON.Member]) {
    self.members = members
    guard members.count > Self.threshold else { return }
    // Of several, the last counts.
    positions = Dictionary(
      members.enumerated().map { (Name(text: $1.name), $0) },
      uniquingKeysWith: { $1 }
    )
  }

  subscript(name: String) -> JSON? {
    if let positions { return positions[Name(text: name)].map { members[$0].value } }
    var position = members.count
    while position > 0 {
      position -= 1
      if hasSameBytes(members[position].name, name) { return members[position].value }
    }
    return nil
  }

  /// Leaves the last of the members that have the same name.
  static func withoutDuplicates(_ members: [JSON.Member]) -> [JSON.Member] {
    guard members.count > 1 else { return members }
    if members.count <= threshold {
      let hasDuplicate = members.indices.dropFirst().contains { index in
        members[..<index].contains { hasSameBytes($0.name, members[index].name) }
      }
      guard hasDuplicate else { return members }
    }
    var positions: [Name: Int] = [:]
    var kept: [JSON.Member] = []
    for member in members {
      let name = Name(text: member.name)
      if let position = positions[name] {
        kept[position] = member
      } else {
        positions[name] = kept.count
        kept.append(member)
      }
    }
    return kept
  }
}
