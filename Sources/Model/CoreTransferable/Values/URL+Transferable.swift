/// An address is sent as text; the address of a file as such, and as the file itself.
///
/// It is made from the first address of a list, as `text/uri-list` is one.
///
/// Browsers send UTF-16, little-endian, with a title in the second line (`text/x-moz-url`).
///
/// Source: Apple's conformance of `URL`; RFC 2483 section 5 for lists of addresses.
extension URL: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .fileURL) { url in
      Data(url.absoluteString.utf8)
    } importing: { data in
      try URL(transferred: data, as: .fileURL)
    }
    .exportingCondition(\.isFileURL)
    DataRepresentation(contentType: .url) { url in
      Data(url.absoluteString.utf8)
    } importing: { data in
      try URL(transferred: data, as: .url)
    }
    .exportingCondition { !$0.isFileURL }
    FileRepresentation(exportedContentType: .item) { SentTransferredFile($0) }
      .exportingCondition(\.isFileURL)
  }

  private init(transferred data: Data, as contentType: UTType) throws(TransferError) {
    let text = data.contains(0) ? data.asUTF16 : String(decoding: data, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") && !$0.isEmpty }
    guard let line, let url = URL(string: String(line)), url.scheme != nil,
      contentType != .fileURL || url.isFileURL
    else { throw .invalid(type: contentType, path: "", reason: "is no address") }
    self = url
  }
}

extension Data {
  fileprivate var asUTF16: String {
    var units: [UInt16] = []
    var low: UInt8?
    for byte in self {
      if let lower = low { units.append(UInt16(byte) << 8 | UInt16(lower)) }
      low = low == nil ? byte : nil
    }
    return String(decoding: units, as: UTF16.self)
  }
}
