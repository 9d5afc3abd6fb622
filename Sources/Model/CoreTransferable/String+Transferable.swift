/// Text is sent as UTF-8, and made from plain text in UTF-8 or UTF-16, as its type says.
///
/// Source: Apple's conformance of `String`.
extension String: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .utf8PlainText) { text in
      Data(text.utf8)
    } importing: { data in
      try String(transferred: data, as: .utf8PlainText, in: .utf8)
    }
    DataRepresentation(importedContentType: .utf16PlainText) { data in
      try String(transferred: data, as: .utf16PlainText, in: .utf16)
    }
    DataRepresentation(importedContentType: .plainText) { data in
      try String(transferred: data, as: .plainText, in: .utf8)
    }
  }

  private init(
    transferred data: Data,
    as contentType: UTType,
    in encoding: String.Encoding
  ) throws(TransferError) {
    guard let text = String(data: data, encoding: encoding) else {
      let name = encoding == .utf8 ? "UTF-8" : "UTF-16"
      throw .invalid(type: contentType, path: "", reason: "is not text in \(name)")
    }
    self = text
  }
}
