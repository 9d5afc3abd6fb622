/// A tag in the one spelling of its class.
struct Tag {
  let text: String
  let tagClass: UTTagClass
  /// The tag taken apart, if it is a MIME type.
  private(set) var mimeType: MIMEType?

  /// `nil` when `tag` is no MIME type, or an extension that no file can have.
  init?(_ tag: String, of tagClass: UTTagClass) {
    self.tagClass = tagClass
    switch tagClass {
    case .mimeType:
      guard let parsed = MIMEType(tag) else { return nil }
      mimeType = parsed
      text = parsed.description
    case .filenameExtension:
      guard !tag.isEmpty, !tag.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
      else { return nil }
      text = tag.asciiLowercased
    default: text = tag
    }
  }
}
