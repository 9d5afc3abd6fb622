/// Bytes are sent as they are, and made from whatever has bytes.
///
/// Source: Apple's conformance of `Data`.
extension Data: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .data) {
      $0
    } importing: {
      $0
    }
  }
}
