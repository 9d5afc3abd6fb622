internal import Pasteboards

/// The parameters of `Types`.
public struct TypesRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var entry: String?
  public var timeout: Int?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `Types` answers.
public struct TypesReply: Codable, Sendable, Equatable {
  public var types: [OfferedType]

  public init(types: [OfferedType]) { self.types = types }
}

/// One rendering that is on offer.
public struct OfferedType: Codable, Sendable, Equatable {
  public var type: String
  public var mimeType: String?
  /// The X11 targets under which it can be asked.
  public var targets: [String]
  public var size: Int?
  /// The number of the item, from 1.
  public var item: Int
  /// What a file of the item should be called.
  public var name: String?
  /// The bytes of the name where it is no UTF-8, with ``PercentEncoding``.
  public var encodedName: String?
  /// Who sees it; `nil` means everybody.
  public var visibility: Visibility?
  /// Whether xferd makes it of another one; `nil` means no.
  public var derived: Bool?
  /// Why it is not kept, though it was on offer: `size`; `nil` means it is.
  public var dropped: String?

  public init(type: String, mimeType: String?, targets: [String], size: Int?, item: Int) {
    self.type = type
    self.mimeType = mimeType
    self.targets = targets
    self.size = size
    self.item = item
  }

  /// Says what a file of the item should be called.
  public mutating func setName(_ fileName: [UInt8]?) {
    name = fileName.map { String(decoding: $0, as: UTF8.self) }
    encodedName = fileName.flatMap(PercentEncoding.encodeUnlessText)
  }
}
