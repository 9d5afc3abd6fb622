internal import LinuxIO
internal import Pasteboards
internal import Wire

// Content that is in memory already.
extension Intake {
  /// Keeps bytes that came inside a message as base64.
  func keep(
    base64: String,
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    guard let bytes = Base64.decode(base64) else {
      throw .invalidRequest(parameter: "data", reason: "it is not base64")
    }
    return try keep(bytes, dropNewline: dropNewline, secrecy: secrecy)
  }

  /// Keeps bytes that came inside a message.
  func keep(
    _ bytes: [UInt8],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    try keepHere(bytes, dropNewline: dropNewline, secrecy: secrecy)
  }

  /// Keeps text that was made of content.
  func keep(
    _ text: WipedBytes,
    _ secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    var collector = Collector(storage: storage, secrecy: secrecy)
    try text.withBytes { (bytes) throws(PasteboardError) in try collector.append(bytes) }
    return try collector.finish()
  }

  /// Keeps a few bytes, on the calling thread.
  nonisolated func keepHere(
    _ bytes: [UInt8],
    dropNewline: Bool,
    secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Content {
    var collector = Collector(storage: storage, secrecy: secrecy, dropsNewline: dropNewline)
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
      try collector.append(bytes)
    }
    return try collector.finish()
  }
}
