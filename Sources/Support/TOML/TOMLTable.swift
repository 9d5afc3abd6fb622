internal import CToml

/// A TOML table that knows where each of its keys and values was written.
///
/// Keys are compared as bytes: TOML does not normalise Unicode, so two spellings of one text
/// are two keys. Tables are nested at most 512 deep.
public struct TOMLTable: Sendable, Equatable {
  /// A key with its value.
  public struct Entry: Sendable, Equatable {
    public var key: String
    public var keyPosition: TOMLPosition
    public var node: TOMLNode

    public init(key: String, at keyPosition: TOMLPosition, node: TOMLNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.node = node
    }
  }

  /// The entries; their order means nothing.
  public private(set) var entries: [Entry] = []

  public init() {}

  /// A table of entries that have different keys.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Reads a TOML 1.0 document of at most 1 MiB, which errors call `file`.
  ///
  /// Source: TOML 1.0.0, read by toml++ behind `ctoml_parse`.
  public init(parsing bytes: [UInt8], file: String) throws(TOMLError) {
    if let plain = PlainDocument.read(bytes, file: file) {
      self = plain
    } else {
      try self.init(parsingAll: bytes, file: file)
    }
  }

  /// Reads any document.
  init(parsingAll bytes: [UInt8], file: String) throws(TOMLError) {
    var builder = TreeBuilder(file: file)
    var failure = ctoml_failure()
    let result = bytes.withUnsafeBufferPointer { bytes in
      withUnsafeMutablePointer(to: &builder) { builder in
        ctoml_parse(
          bytes.baseAddress,
          bytes.count,
          builder,
          { context, visit in
            guard let visit else { return }
            context?.assumingMemoryBound(to: TreeBuilder.self).pointee.take(visit.pointee)
          },
          &failure
        )
      }
    }
    guard result == 0 else { throw TOMLError(failure, file: file) }
    self = builder.root
  }

  /// The value of a key, or nil.
  public subscript(key: String) -> TOMLNode? {
    // By index: an iterator hands out copies, whose references are counted.
    for index in entries.indices where entries[index].key.isSpelled(key) {
      return entries[index].node
    }
    return nil
  }

  /// Adds an entry in the place of one that has the same key.
  public mutating func set(_ entry: Entry) {
    if let index = entries.firstIndex(where: { $0.key.isSpelled(entry.key) }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// Lays another table over this one: its values win, tables in both are merged likewise.
  ///
  /// Every value keeps the place it came from.
  public mutating func merge(_ other: TOMLTable) {
    for var entry in other.entries {
      if case .table(var mine)? = self[entry.key]?.value, case .table(let its) = entry.node.value {
        mine.merge(its)
        entry.node.value = .table(mine)
      }
      set(entry)
    }
  }

  /// Adds an entry whose key is known to be new.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }
}

extension String {
  /// Whether both are the same bytes; `==` takes two spellings of one text for the same.
  func isSpelled(_ other: String) -> Bool {
    guard self == other else { return false }
    let (bytes, others) = (utf8.span, other.utf8.span)
    guard bytes.count == others.count else { return false }
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }
}
