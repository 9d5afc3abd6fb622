internal import LinuxIO
internal import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

// Whether an entry is there that holds the same as another one.
extension Writing {
  /// Whether all that an entry holds is what another one would: a fingerprint may be out of date.
  func holds(_ entry: Int64, _ contents: EntryContents) throws(StoreError) -> Bool {
    guard try hasNames(entry, of: contents.entry), try hasDropped(entry, contents.entry.dropped)
    else { return false }
    return try hasContents(entry, contents)
  }

  private func hasContents(
    _ entry: Int64,
    _ contents: EntryContents
  ) throws(StoreError) -> Bool {
    let wanted = contents.items.enumerated().flatMap { item, parts in
      parts.map { (item: item, part: $0) }
    }
    var count = 0
    var isEqual = true
    var files: [(key: Int64, byteCount: Int)] = []
    try forEach(
      """
      SELECT r.item, t.identifier, r.target, r.element_bits, r.is_private, r.byte_count, r.content,
        r.file, ifnull(r.checksum, f.checksum)
      FROM representations AS r JOIN types AS t ON t.key = r.type
        LEFT JOIN files AS f ON f.key = r.file
      WHERE r.entry = ? ORDER BY r.item, r.place
      """,
      [.integer(entry)]
    ) { row in
      defer { count += 1 }
      guard isEqual, count < wanted.count else { return isEqual = false }
      let (item, part) = wanted[count]
      isEqual = Int(row.integer(0)) == item && Self.isSame(part, row)
      if isEqual, let byteCount = part.content.byteCount, !row.isNull(7) {
        files.append((row.integer(7), byteCount))
      }
    }
    guard isEqual, count == wanted.count else { return false }
    for file in files where try !isThere(file.key, file.byteCount) { return false }
    return true
  }

  /// Compares bytes in a row one by one, those in files by their number and checksum.
  private static func isSame(_ part: EntryContents.Part, _ row: borrowing Row) -> Bool {
    let (representation, content) = (part.representation, part.content)
    guard row.text(1).utf8.elementsEqual(representation.type.identifier.utf8),
      (row.isNull(2) ? nil : row.blob(2)) == representation.targetName,
      row.integer(3) == Int64(representation.elementBits.rawValue),
      row.integer(4) == Int64(representation.visibility.stored),
      !row.isNull(5), let byteCount = content.byteCount, row.integer(5) == Int64(byteCount)
    else { return false }
    if let bytes = content.bytes {
      return row.isNull(7) && row.withBytes(6) { $0.elementsEqual(bytes) }
    }
    return !row.isNull(7) && !row.isNull(8) && row.integer(8) == content.checksum
  }

  /// Somebody may have removed it: what was copied must not be lost for that.
  private func isThere(_ file: Int64, _ byteCount: Int) throws(StoreError) -> Bool {
    try onDisk { () throws(SystemError) in
      let status = try FileSystem.status(of: directory.payload(file), followingLinks: false)
      return status.map { $0.kind == .regular && $0.byteCount >= byteCount } ?? false
    }
  }

  private func hasNames(_ entry: Int64, of other: Entry) throws(StoreError) -> Bool {
    var names = [[UInt8]?](repeating: nil, count: other.items.count)
    var isEqual = true
    try forEach("SELECT item, name FROM item_names WHERE entry = ?", [.integer(entry)]) { row in
      guard let item = Int(exactly: row.integer(0)), names.indices.contains(item) else {
        return isEqual = false
      }
      names[item] = row.blob(1)
    }
    return isEqual && names == other.items.map(\.suggestedName)
  }

  private func hasDropped(
    _ entry: Int64,
    _ dropped: [Entry.Dropped]
  ) throws(StoreError) -> Bool {
    var found: [[UInt8]] = []
    let sql = "SELECT type, reason FROM dropped WHERE entry = ? ORDER BY place"
    try forEach(sql, [.integer(entry)]) { found += [$0.blob(0), $0.blob(1)] }
    return found
      == dropped.flatMap { [Array($0.type.identifier.utf8), Array($0.reason.rawValue.utf8)] }
  }
}
