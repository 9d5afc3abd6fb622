extension UTType {
  /// The type that the first bytes of a content betray; `nil` if they say nothing.
  ///
  /// Looks at fixed signatures only; 16 bytes are enough.
  ///
  /// Source: the magic numbers of the formats' own specifications, as in shared-mime-info.
  public static func bearing(signature head: some Collection<UInt8>) -> UTType? {
    let bytes = Array(head.prefix(16))
    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + signature.count && bytes[offset...].starts(with: signature)
    }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return .gif }
    if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webP }
    if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
    if has(Array("BM".utf8)), has([0, 0, 0, 0], at: 6) { return .bmp }
    if has(Array("%PDF-".utf8)) { return .pdf }
    if has([0x50, 0x4B, 0x03, 0x04]) { return .zip }
    if has([0x1F, 0x8B, 0x08]) { return .gzip }
    return nil
  }
}
