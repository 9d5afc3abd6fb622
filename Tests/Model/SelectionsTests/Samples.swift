import Pasteboards
import Selections
import Synchronization
import UniformTypeIdentifiers

extension Item {
  /// One item with one plain text, of which nobody knows the form yet.
  static func text(_ text: String) -> Item {
    Item(representations: [
      Representation(type: .utf8PlainText, payload: .inline(Array(text.utf8)))
    ])
  }
}

extension SelectionOffer {
  static func text(_ text: String, isSensitive: Bool = false) -> SelectionOffer {
    SelectionOffer(items: [.text(text)], isSensitive: isSensitive)
  }

  /// The bytes that answer a target, or `nil` if it is refused.
  func bytes(of target: TargetName) throws -> [UInt8]? {
    guard let payload = try rendering(of: target)?.content() else { return nil }
    var bytes = [UInt8](repeating: 0, count: payload.byteCount ?? 0)
    var filled = 0
    while filled < bytes.count {
      filled += try bytes.withUnsafeMutableBytes {
        try payload.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]), at: filled)
      }
    }
    return bytes
  }

  func text(of target: TargetName) throws -> String? {
    try bytes(of: target).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Content of any length that takes no memory.
final class Zeros: PayloadFile {
  let byteCount: Int

  init(byteCount: Int) { self.byteCount = byteCount }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    let count = max(0, min(buffer.count, byteCount - offset))
    buffer[..<count].initializeMemory(as: UInt8.self, repeating: 0x30)
    return count
  }
}

extension ServerTime {
  static func at(_ milliseconds: UInt32) -> ServerTime { ServerTime(rawValue: milliseconds) }
}

/// How often somebody was told of a promise.
final class PromiseRecord: Sendable {
  private let state = Mutex(0)

  func add(_ outcome: Promise.Outcome) { state.withLock { $0 += 1 } }

  var count: Int { state.withLock { $0 } }
}

/// Content that is made when it is asked for, and again when it was to be another.
final class Renewed: PromisedPayload {
  private let state: Mutex<(text: String, isKept: Bool)>

  init(_ text: String) { state = Mutex((text, false)) }

  func change(_ text: String) { state.withLock { $0 = (text, false) } }

  var kept: Payload? {
    state.withLock { $0.isKept ? .inline(Array($0.text.utf8)) : nil }
  }

  func keep(_ then: @escaping @Sendable (Promise.Outcome) -> Void) -> Leave {
    state.withLock { $0.isKept = true }
    then(kept.map { .success($0) } ?? .failure(.notMade))
    return {}
  }
}
