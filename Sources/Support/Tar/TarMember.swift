/// One thing in an archive: a name, what it is, and how much content follows.
public struct TarMember: Sendable, Equatable {
  /// What a member is.
  public enum Kind: Sendable, Equatable {
    case file
    case directory
    /// A link, a device, or whatever else; of no use but to be passed over.
    case other(UInt8)
  }

  /// As it stands in the archive; a stranger's, and no path to be opened.
  public let name: [UInt8]
  public let kind: Kind
  /// The bytes of content that follow the header.
  public let byteCount: Int

  public init(name: [UInt8], kind: Kind = .file, byteCount: Int) {
    self.name = name
    self.kind = kind
    self.byteCount = byteCount
  }
}

/// What makes an archive none, or cuts it short.
public struct TarError: Error, Sendable, Equatable, CustomStringConvertible {
  public let reason: String
  /// Where in the archive the block begins that is wrong.
  public let offset: Int

  public init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  public var description: String { "\(reason) at byte \(offset)" }
}

/// The unit in which archives are counted.
public enum TarBlock {
  public static let byteCount = 512

  /// The zeros that fill up the last block of some content.
  public static func padding(after byteCount: Int) -> Int { -byteCount & (Self.byteCount - 1) }
}
