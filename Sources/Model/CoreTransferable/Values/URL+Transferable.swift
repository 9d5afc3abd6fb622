/// An address is sent as text; the address of a file as such, and as the file itself.
///
/// It is made from the first address of a list, as `text/uri-list` is one.
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
    let text = String(decoding: data, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") && !$0.isEmpty }
    guard let line, let url = URL(string: String(line)), url.scheme != nil,
      contentType != .fileURL || url.isFileURL
    else { throw .invalid(type: contentType, path: "", reason: "is no address") }
    self = url
  }
}
