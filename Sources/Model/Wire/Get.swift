internal import Pasteboards

/// The parameters of `Get`.
public struct GetRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var entry: String?
  /// In order of preference; empty means text, or whatever there is if `richest`.
  public var types: [String]
  /// The name of the file that the content is for; without types its extension may say one.
  public var filename: String?
  public var richest: Bool?
  public var item: Int?
  /// Whether the answer is to say what a file of the content should be called.
  public var named: Bool?
  public var delivery: Delivery?
  /// Milliseconds of silence that are borne.
  public var timeout: Int?
  public var display: String?

  /// How content is handed over.
  public enum Delivery: String, Codable, Sendable {
    case descriptor, inline
  }

  public init(types: [String] = [], board: String? = nil) {
    self.types = types
    self.board = board
  }
}

/// What `Get` answers.
public struct GetReply: Codable, Sendable, Equatable {
  public var type: String
  public var mimeType: String?
  public var target: String?
  /// Bytes, where known; always in the last reply.
  public var size: Int?
  /// Whether everything is there; if not, the descriptor is a pipe and another reply follows.
  public var complete: Bool
  public var descriptor: Int?
  public var text: String?
  public var data: String?
  /// Whether it is to be kept from other people and from disks; `nil` means no.
  public var sensitive: Bool?
  /// What was tried before and could not be had; `nil` means nothing.
  public var failed: [FailedType]?
  /// What a file of it should be called: a safe name, with the extension of its type or as it was a file's.
  public var name: String?
  /// The bytes of the name where it is no UTF-8, with ``PercentEncoding``.
  public var encodedName: String?

  public init(type: String, mimeType: String?, target: String?, complete: Bool) {
    self.type = type
    self.mimeType = mimeType
    self.target = target
    self.complete = complete
  }

  /// The bytes of ``name``.
  public var fileName: [UInt8]? {
    get { encodedName.map(PercentEncoding.decode) ?? name.map { Array($0.utf8) } }
    set {
      name = newValue.map { String(decoding: $0, as: UTF8.self) }
      encodedName = newValue.flatMap(PercentEncoding.encodeUnlessText)
    }
  }
}

/// A representation that could not be had.
public struct FailedType: Codable, Sendable, Equatable {
  /// What people know the type by.
  public var type: String
  public var reason: String

  public init(type: String, reason: String) {
    (self.type, self.reason) = (type, reason)
  }
}
