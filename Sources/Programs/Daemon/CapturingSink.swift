internal import Desktop
internal import Selections
internal import Synchronization
internal import Wire

/// Gathers one content from another program, to be offered again later.
final class CapturingSink: ContentSink {
  private let storage: PayloadStorage
  private let secrecy: PayloadStorage.Secrecy
  private let collector: Mutex<Collector>
  private let hasBegun = Mutex(false)

  init(storage: PayloadStorage, secrecy: PayloadStorage.Secrecy = .open) {
    self.storage = storage
    self.secrecy = secrecy
    collector = Mutex(Collector(storage: storage, secrecy: secrecy))
  }

  /// Whether content comes in pieces, and some of it may be there.
  var isReceiving: Bool { hasBegun.withLock { $0 } }

  func begin(replyType: TargetName, isIncremental: Bool) {
    hasBegun.withLock { $0 = isIncremental }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try collector.withLock { (collector) throws(PasteboardError) in try collector.append(bytes) }
  }

  /// The content, once all of it came; text in UTF-8.
  func finish(decodingTextOf text: ConvertedContent?) throws(PasteboardError) -> Content {
    let content = try collector.withLock { (collector) throws(PasteboardError) in
      try collector.finish()
    }
    guard let text else { return content }
    return try content.decoded(from: text.replyType, storage: storage, secrecy: secrecy)
  }
}
