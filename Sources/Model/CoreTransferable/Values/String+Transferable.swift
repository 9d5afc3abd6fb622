/// Text is sent as UTF-8, and made from plain text in UTF-8 or UTF-16, as its type or its mark says.
///
/// Source: Apple's conformance of `String`.
extension String: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .utf8PlainText) { Data($0.utf8) }
    // Of UTF-8 alone there is no importer: what is not UTF-8 would be tried twice.
    DataRepresentation(importedContentType: .plainText) { data in
      if UTF16Text.isMarked(data), let text = UTF16Text.decode(data) { return text }
      guard let text = String(data: data, encoding: .utf8) else {
        throw TransferError.invalid(type: .plainText, path: "", reason: "is not text in UTF-8")
      }
      return text
    }
    DataRepresentation(importedContentType: .utf16PlainText) { data in
      guard let text = UTF16Text.decode(data) else {
        throw TransferError.invalid(type: .utf16PlainText, path: "", reason: "is not in UTF-16")
      }
      return text
    }
  }
}

/// Text in UTF-16, which Foundation would take without complaint even if it is cut in half.
///
/// Source: Unicode 3.10 D98 and 23.8 for the byte order mark; without one, the order is the machine's.
private enum UTF16Text {
  private static let bigEndian: [UInt8] = [0xFE, 0xFF]
  private static let littleEndian: [UInt8] = [0xFF, 0xFE]

  static func isMarked(_ data: Data) -> Bool {
    data.starts(with: bigEndian) || data.starts(with: littleEndian)
  }

  /// The text without its mark; `nil` if it is not well-formed.
  static func decode(_ data: Data) -> String? {
    let isBig = data.starts(with: bigEndian)
    let bytes = [UInt8](isMarked(data) ? data.dropFirst(2) : data)
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let (high, low) = isBig ? (0, 1) : (1, 0)
    let units = stride(from: 0, to: bytes.count, by: 2).map { index -> UInt16 in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
    }
    return String(validating: units, as: UTF16.self)
  }
}
