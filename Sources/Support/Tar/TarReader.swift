/// Understands an archive block by block, wherever the blocks come from; holds no content.
///
/// The caller hands over blocks of 512 bytes with ``read(_:)`` until that answers a member. Then it
/// takes the content, as many bytes as the member says, and the zeros up to the next block
/// (``TarBlock/padding(after:)``), says so with ``passed(_:)``, and goes on. Knows pax headers and the
/// long names of GNU tar, up to a mebibyte; an archive of anybody's may be handed over.
///
/// Source: POSIX.1-2024, pax; tar(5).
public struct TarReader: Sendable {
  private enum State: Sendable {
    case header
    /// The content of a header that says something of the next one.
    case gathering(Extra, byteCount: Int)
    /// More headers of a sparse file.
    case sparse(TarMember)
    case ended
  }

  private enum Extra: Sendable {
    case global, extended, longName, longLink
  }

  private var state = State.header
  private var gathered: [UInt8] = []
  private var global = PaxRecords()
  private var extended: PaxRecords?
  private var longName: [UInt8]?
  /// How many bytes were read.
  public private(set) var offset = 0

  /// What a header says of the next one may not be longer.
  public static let longestExtra = 1 << 20

  public init() {}

  /// Whether the mark at the end was read; nothing counts that follows it.
  public var isEnded: Bool { if case .ended = state { true } else { false } }

  /// Whether the input may end here: between members, in front of any header of the next one.
  public var isBetweenMembers: Bool {
    guard case .header = state else { return isEnded }
    return extended == nil && longName == nil
  }

  /// Takes the next block, of 512 bytes; answers the member whose content follows, if it is its header.
  public mutating func read(_ block: [UInt8]) throws(TarError) -> TarMember? {
    precondition(block.count == TarBlock.byteCount, "a block is 512 bytes")
    defer { offset += TarBlock.byteCount }
    switch state {
    case .ended: return nil
    case .header: return try begin(block)
    case .gathering(let extra, let byteCount):
      gathered += block.prefix(byteCount - gathered.count)
      if gathered.count == byteCount { try end(extra) }
      return nil
    case .sparse(let member):
      guard block[504] == 0 else { return nil }
      state = .header
      return member
    }
  }

  /// Counts content, and the zeros after it.
  public mutating func passed(_ byteCount: Int) { offset += byteCount }

  // MARK: Headers

  private mutating func begin(_ block: [UInt8]) throws(TarError) -> TarMember? {
    guard block.contains(where: { $0 != 0 }) else {
      state = .ended
      return nil
    }
    let header = try TarHeader(block, at: offset)
    switch header.type {
    case UInt8(ascii: "g"): try gather(.global, header)
    case UInt8(ascii: "x"): try gather(.extended, header)
    case UInt8(ascii: "L"): try gather(.longName, header)
    case UInt8(ascii: "K"): try gather(.longLink, header)
    default:
      let member = try member(of: header)
      // GNU tar's first form of sparse files.
      guard header.type == UInt8(ascii: "S"), block[482] != 0 else { return member }
      state = .sparse(member)
    }
    return nil
  }

  private mutating func gather(_ extra: Extra, _ header: TarHeader) throws(TarError) {
    guard header.byteCount <= Self.longestExtra else {
      throw TarError("a header of more than a mebibyte", at: offset)
    }
    gathered = []
    state = .gathering(extra, byteCount: header.byteCount)
    if header.byteCount == 0 { try end(extra) }
  }

  private mutating func end(_ extra: Extra) throws(TarError) {
    state = .header
    defer { gathered = [] }
    switch extra {
    case .global: global = global.overridden(by: try PaxRecords(gathered, at: offset))
    case .extended: extended = try PaxRecords(gathered, at: offset)
    case .longName: longName = Array(gathered.prefix { $0 != 0 })
    case .longLink: break
    }
  }

  private mutating func member(of header: TarHeader) throws(TarError) -> TarMember {
    let records = global.overridden(by: extended ?? PaxRecords())
    let isExtended = extended != nil
    let givenName = longName
    (extended, longName) = (nil, nil)
    var name = givenName ?? header.name
    if let path = records.path, !path.isEmpty { name = path }
    var byteCount = header.byteCount
    if let size = records.size, !size.isEmpty {
      guard let value = PaxRecords.decimal(size) else {
        throw TarError("a size that is no number, or too large", at: offset)
      }
      byteCount = value
    }
    // So that neither the end nor the zeros after it are beyond what can be counted.
    guard byteCount <= 1 << 60, offset <= 1 << 60 else {
      throw TarError("a size that is no number, or too large", at: offset)
    }
    let kind = Self.kind(header.type, name)
    if !Self.hasContent(header.type, kind, isExtended) { byteCount = 0 }
    return TarMember(name: name, kind: kind, byteCount: byteCount)
  }

  private static func kind(_ type: UInt8, _ name: [UInt8]) -> TarMember.Kind {
    switch type {
    case UInt8(ascii: "5"): .directory
    // Version 7 knew directories by their names only.
    case 0 where name.last == UInt8(ascii: "/"): .directory
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
    default: .other(type)
    }
  }

  /// Whether the size is that of content: of links, devices and directories it may be another one.
  private static func hasContent(
    _ type: UInt8,
    _ kind: TarMember.Kind,
    _ isExtended: Bool
  ) -> Bool {
    switch type {
    // Only pax writes content with a link.
    case UInt8(ascii: "1"): isExtended
    case UInt8(ascii: "2")...UInt8(ascii: "6"): false
    default: kind != .directory
    }
  }
}
