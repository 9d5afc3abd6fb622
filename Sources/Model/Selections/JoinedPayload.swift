internal import Pasteboards

/// Several payloads read as one, with a separator between each two.
final class JoinedPayload: PayloadFile {
  /// What comes after a payload, when another follows.
  typealias Separator = @Sendable (Payload) throws(PayloadFailure) -> [UInt8]

  private let parts: [(payload: Payload, end: Int)]
  let byteCount: Int

  /// Joins at least one payload, all of them made.
  init(_ payloads: [Payload], separator: Separator) throws(PayloadFailure) {
    var parts: [(payload: Payload, end: Int)] = []
    var end = 0
    func add(_ payload: Payload) throws(PayloadFailure) {
      guard let kept = payload.kept, let count = kept.byteCount else {
        throw payload.failure ?? .notMade
      }
      end += count
      parts.append((kept, end))
    }
    for (index, payload) in payloads.enumerated() {
      try add(payload)
      guard index < payloads.count - 1 else { break }
      let between = try separator(payload)
      if !between.isEmpty { try add(.inline(between)) }
    }
    self.parts = parts
    byteCount = end
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    var start = 0
    for part in parts {
      if offset >= start, offset < part.end {
        return try part.payload.read(into: buffer, at: offset - start)
      }
      start = part.end
    }
    return 0
  }
}

extension Payload {
  /// Several payloads as one, a promise as long as one of them is; `nil` if there is none.
  ///
  /// - Throws: What cannot be read now could not be answered later either.
  static func joining(
    _ payloads: [Payload],
    by separator: @escaping JoinedPayload.Separator
  ) throws(PayloadFailure) -> Payload? {
    guard payloads.count > 1 else { return payloads.first }
    if payloads.contains(where: { $0.kept == nil }) {
      return .promised(JoinedPromise(payloads, separator: separator))
    }
    return .file(try JoinedPayload(payloads, separator: separator))
  }
}
