internal import Pasteboards
internal import Selections
internal import Wire

extension Content {
  /// Text that came under `replyType` as UTF-8; what is UTF-8 by its type is handed on untouched.
  ///
  /// Reads the text into memory: only programs without UTF8_STRING cause that.
  func decoded(
    from replyType: TargetName,
    storage: PayloadStorage,
    secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    guard !replyType.isUTF8 else { return self }
    return try payload.decoded(from: replyType, storage: storage, secrecy: secrecy)
  }
}

extension Payload {
  /// Text that came under `replyType` as UTF-8; not for what is UTF-8 by its type.
  func decoded(
    from replyType: TargetName,
    storage: PayloadStorage,
    secrecy: PayloadStorage.Secrecy,
    limit: Int = Delivery.inlineLimit
  ) throws(PasteboardError) -> Content {
    guard let byteCount, byteCount <= limit else {
      throw .tooLarge(what: "text in an older encoding", limit: limit)
    }
    let bytes: [UInt8]
    do throws(PayloadFailure) {
      bytes = try self.bytes()
    } catch {
      throw .storageFailed(reason: error.reason)
    }
    guard let text = TextEncoding.utf8(bytes, replyType: replyType) else {
      throw .peerProtocol(reason: "the text is not what its type says")
    }
    var collector = Collector(storage: storage, secrecy: secrecy)
    try text.span.bytes.withUnsafeBytes { (piece) throws(PasteboardError) in
      try collector.append(piece)
    }
    return try collector.finish()
  }
}

extension TargetName {
  /// Whether text under this type is UTF-8 by rule.
  var isUTF8: Bool {
    self == .utf8String || plainTextRank == TargetName.utf8PlainText.plainTextRank
  }
}
