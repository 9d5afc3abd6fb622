/// Attributed text is sent as its plain text, and made from plain text.
///
/// Source: Apple's conformance of `AttributedString`, which also has rich forms.
extension AttributedString: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(
      exporting: { String($0.characters) },
      importing: { AttributedString($0) }
    )
  }
}
