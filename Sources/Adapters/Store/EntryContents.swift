internal import Checksums
internal import Pasteboards
internal import UniformTypeIdentifiers

/// An entry with what of it becomes rows and files.
struct EntryContents {
  /// A representation with its content.
  struct Part {
    let representation: Representation
    let content: StoredContent
  }

  let entry: Entry
  /// What is kept of each item: what is derived is made again.
  let items: [[Part]]
  /// Tells it from other ones by all that makes it the same for a person who copies it again; `nil` where
  /// that would take reading a file, or something is only promised.
  let fingerprint: Int64?

  /// Reads what is to stand in rows; of content in files only `checksums` are taken.
  init(of entry: Entry, _ checksums: FileChecksums = FileChecksums()) throws(StoreError) {
    self.entry = entry
    var items: [[Part]] = []
    for item in entry.items {
      var parts: [Part] = []
      for representation in item.representations where !representation.isDerived {
        let content = try StoredContent(representation.payload, checksums)
        parts.append(Part(representation: representation, content: content))
      }
      items.append(parts)
    }
    self.items = items
    fingerprint = Self.fingerprint(of: entry, items)
  }

  var byteCount: Int { items.joined().reduce(0) { $0 + ($1.content.byteCount ?? 0) } }

  // What it is made of is compared as well when one is found: a form that is changed some day only finds
  // less.
  private static func fingerprint(of entry: Entry, _ items: [[Part]]) -> Int64? {
    // Of what is not kept nothing says whether it is the same.
    guard items.contains(where: { !$0.isEmpty }) else { return nil }
    var form = LengthPrefixed()
    for (item, parts) in zip(entry.items, items) {
      form.add(parts.count)
      form.add(item.suggestedName)
      for part in parts {
        guard let byteCount = part.content.byteCount, let checksum = part.content.checksum else {
          return nil
        }
        form.add(Array(part.representation.type.identifier.utf8))
        form.add(part.representation.targetName)
        form.add(Int(part.representation.elementBits.rawValue))
        form.add(part.representation.visibility.stored)
        form.add(byteCount)
        form.add(Int(checksum))
      }
    }
    for dropped in entry.dropped {
      form.add(Array(dropped.type.identifier.utf8))
      form.add(Array(dropped.reason.rawValue.utf8))
    }
    return Int64(bitPattern: Checksum.of(form.bytes))
  }
}

/// The columns of a row that hold content; without a byte count it is promised.
struct StoredContent {
  private(set) var byteCount: Int?
  private(set) var checksum: Int64?
  private(set) var bytes: [UInt8]?
  /// The file that it is in, which has no name yet.
  private(set) var file: (any NameableFile)?

  /// Reads content that is to stand in its row.
  init(
    _ payload: Payload,
    _ checksums: FileChecksums = FileChecksums()
  ) throws(StoreError) {
    guard let kept = payload.kept, let byteCount = kept.byteCount else { return }
    self.byteCount = byteCount
    if case .file(let file) = kept, byteCount > Payload.inlineLimit {
      guard let file = file as? any NameableFile else {
        throw .unreadableContent(reason: "it is too large for a row, and in no file of its own")
      }
      self.file = file
      checksum = checksums[file].map { Int64(bitPattern: $0) }
      return
    }
    do throws(PayloadFailure) {
      let bytes = try kept.bytes()
      checksum = Int64(bitPattern: Checksum.of(bytes))
      self.bytes = bytes
    } catch {
      throw .unreadableContent(reason: error.reason)
    }
  }
}

/// Values one after the other, so that none can be taken for a part of another.
private struct LengthPrefixed {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { bytes += $0 }
  }

  mutating func add(_ text: [UInt8]?) {
    add(text?.count ?? -1)
    bytes += text ?? []
  }
}
