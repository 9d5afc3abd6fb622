internal import Desktop
internal import Selections
internal import Synchronization
internal import Wire

/// Gathers one content from another program, to be offered again later.
final class CapturingSink: ContentSink {
  private let collector: Mutex<Collector>

  init(storage: PayloadStorage) {
    collector = Mutex(Collector(storage: storage, secrecy: .open))
  }

  func begin(replyType: TargetName, isIncremental: Bool) {}

  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try collector.withLock { (collector) throws(PasteboardError) in try collector.append(bytes) }
  }

  /// The content, once all of it came.
  func finish() throws(PasteboardError) -> Content {
    try collector.withLock { (collector) throws(PasteboardError) in try collector.finish() }
  }
}
