extension Entry {
  /// Whether this is another entry's copy once more: the same content, or that and more types.
  ///
  /// Programs claim again when they have more to offer. `sameFiles` says whether two files, one of this and
  /// one of the other entry, hold the same.
  public func supersedes(
    _ other: Entry,
    sameFiles: (any PayloadFile, any PayloadFile) -> Bool
  ) -> Bool {
    guard items.count == other.items.count, !isSensitive, !other.isSensitive else { return false }
    return zip(items, other.items).allSatisfy { item, former in
      former.representations.allSatisfy { old in
        item.representations.contains { $0.isEqual(to: old, sameFiles) }
      }
    }
  }
}

extension Representation {
  fileprivate func isEqual(
    to other: Representation,
    _ sameFiles: (any PayloadFile, any PayloadFile) -> Bool
  ) -> Bool {
    guard type == other.type, elementBits == other.elementBits, targetName == other.targetName
    else { return false }
    switch (payload, other.payload) {
    case (.inline(let bytes), .inline(let others)): return bytes == others
    case (.file(let file), .file(let other)): return sameFiles(file, other)
    case (.inline, _), (.file, _), (.promised, _): return false
    }
  }
}
