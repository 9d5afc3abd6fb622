extension Entry {
  /// Whether this is another entry's copy once more: the same content, or that and more types.
  ///
  /// Programs claim again when they have more to offer. Content in files is taken for equal if it is
  /// equally long, which is good enough between two claims of one program in a moment.
  public func supersedes(_ other: Entry) -> Bool {
    guard items.count == other.items.count, !isSensitive, !other.isSensitive else { return false }
    return zip(items, other.items).allSatisfy { item, former in
      former.representations.allSatisfy { old in
        item.representations.contains { $0.isEqual(to: old) }
      }
    }
  }
}

extension Representation {
  fileprivate func isEqual(to other: Representation) -> Bool {
    guard type == other.type, elementBits == other.elementBits, targetName == other.targetName
    else { return false }
    switch (payload, other.payload) {
    case (.inline(let bytes), .inline(let others)): return bytes == others
    case (.file(let file), .file(let other)): return file.byteCount == other.byteCount
    case (.inline, _), (.file, _), (.promised, _): return false
    }
  }
}
