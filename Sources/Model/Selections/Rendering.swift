public import Pasteboards

/// How one offered target is answered.
public struct Rendering: Sendable {
  /// The target that the requestor names.
  public let target: TargetName
  /// The type of the property that answers it.
  public let replyType: TargetName
  /// The bits of one element of the property.
  public let elementBits: Representation.ElementBits
  /// The content before ``encoding`` is applied.
  public let payload: Payload
  /// What is done to the content before it is written.
  public let encoding: Encoding
  /// Whether the bytes are an address as browsers carry it, perhaps with a title, in an encoding of its
  /// own.
  public let isBrowserAddress: Bool

  /// A change of encoding, from UTF-8.
  public enum Encoding: Sendable, Equatable {
    case none
    /// None, but the bytes are looked at: nobody did before they were made.
    case utf8
    case latin1
    case compoundText
    /// An address as browsers carry it.
    case mozillaURL
    /// An address as a list of one.
    case uriList
    /// A list of URIs as file managers write it.
    case copiedFiles(CutMark?)
    /// What a file manager wrote, which says `cut` only as long as the mark does.
    case markedFiles(CutMark?)
    /// Whether the files of the list beside it are cut; what is there is not read.
    case cutSelection(CutMark?)
  }

  /// The most bytes that are read into memory to be encoded.
  public static let encodingLimit = 1 << 20
  /// The same of lists of files, a few hundred thousand of them.
  static let fileListLimit = 64 << 20

  public init(
    target: TargetName,
    replyType: TargetName? = nil,
    elementBits: Representation.ElementBits = .eight,
    payload: Payload,
    encoding: Encoding = .none,
    isBrowserAddress: Bool = false
  ) {
    self.target = target
    self.replyType = replyType ?? target
    self.elementBits = elementBits
    self.payload = payload
    self.encoding = encoding
    if case .mozillaURL = encoding {
      self.isBrowserAddress = true
    } else {
      self.isBrowserAddress = isBrowserAddress
    }
  }

  /// The bytes to write; `nil` when the encoding cannot carry them and the target is refused.
  ///
  /// Reads the payload into memory if it must be encoded, and otherwise hands it on as it is.
  ///
  /// - Throws: Also when the content is promised and not made; ask ``Payload/openPromise`` before.
  public func content() throws(PayloadFailure) -> Payload? {
    guard let content = payload.kept, let byteCount = content.byteCount
    else { throw payload.failure ?? .notMade }
    switch encoding {
    case .none: return content
    case .utf8 where byteCount > Self.encodingLimit: return content
    case .cutSelection(let mark): return .inline([UInt8(ascii: mark?.tell() == true ? "1" : "0")])
    default: break
    }
    let limit = encoding.isOfFiles ? Self.fileListLimit : Self.encodingLimit
    guard byteCount <= limit else { return nil }
    return encoded(try content.bytes()).map(Payload.inline)
  }

  /// The bytes of the content, as far as that is known without making it.
  public var byteCount: Int? {
    switch encoding {
    case .copiedFiles, .markedFiles: nil
    case .cutSelection: 1
    default: payload.byteCount
    }
  }

  /// The content as it is being made, if it can be written as it comes; `nil` if it is settled.
  public var growing: GrowingPayload? {
    guard case .none = encoding, elementBits == .eight, let promise = payload.openPromise
    else { return nil }
    return GrowingPayload(promise)
  }

  private func encoded(_ text: [UInt8]) -> [UInt8]? {
    switch encoding {
    case .none, .cutSelection: text
    case .copiedFiles(let mark): CopiedFiles.list(ofURIs: text, isCut: mark?.tell() == true)
    case .markedFiles(let mark): mark?.tell() == true ? text : CopiedFiles.copied(text)
    case .utf8: TextEncoding.isUTF8(text) ? text : nil
    case .latin1: TextEncoding.string(utf8: text)
    case .compoundText: TextEncoding.compoundText(utf8: text)
    case .mozillaURL: TextEncoding.mozillaURL(utf8: text)
    case .uriList: TextEncoding.uriList(utf8: text)
    }
  }

  /// The same answer under another spelling of the target's name.
  func renamed(_ name: TargetName) -> Rendering {
    Rendering(target: name, elementBits: elementBits, payload: payload, encoding: encoding)
  }
}

extension Rendering.Encoding {
  fileprivate var isOfFiles: Bool {
    switch self {
    case .copiedFiles, .markedFiles: true
    default: false
    }
  }
}
