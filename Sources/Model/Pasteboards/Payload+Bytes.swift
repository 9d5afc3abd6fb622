extension Payload {
  /// All bytes in memory, for content that is known to be small.
  public func bytes() throws(PayloadFailure) -> [UInt8] {
    if case .inline(let bytes) = self { return bytes }
    guard let byteCount else { throw failure ?? .notMade }
    return try bytes(from: 0, count: byteCount)
  }

  /// Some bytes in memory.
  public func bytes(from start: Int, count: Int) throws(PayloadFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // The closure cannot throw a type of its own, so the failure is carried out.
    let failure = bytes.withUnsafeMutableBytes { buffer -> PayloadFailure? in
      var rest = buffer[...]
      do throws(PayloadFailure) {
        while !rest.isEmpty {
          let space = UnsafeMutableRawBufferPointer(rebasing: rest)
          let more = try read(into: space, at: start + count - rest.count)
          guard more > 0 else { return PayloadFailure(reason: "the content ends early") }
          rest = rest.dropFirst(more)
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
