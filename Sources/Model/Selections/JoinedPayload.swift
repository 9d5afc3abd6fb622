internal import Pasteboards

/// Several payloads read as one, with a separator between each two.
final class JoinedPayload: PayloadFile {
  private let parts: [Payload]
  let byteCount: Int

  /// Joins at least one payload; `separator` says what comes after one, when another follows.
  init(_ payloads: [Payload], separator: (Payload) throws(PayloadFailure) -> [UInt8])
    throws(PayloadFailure)
  {
    var parts: [Payload] = []
    for (index, payload) in payloads.enumerated() {
      parts.append(payload)
      guard index < payloads.count - 1 else { break }
      let between = try separator(payload)
      if !between.isEmpty { parts.append(.inline(between)) }
    }
    self.parts = parts
    byteCount = parts.reduce(0) { $0 + $1.byteCount }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    var start = 0
    for part in parts {
      let end = start + part.byteCount
      if offset >= start, offset < end { return try part.read(into: buffer, at: offset - start) }
      start = end
    }
    return 0
  }
}
