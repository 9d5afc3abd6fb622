// What a MIME type says by itself about the content type that it stands for.
extension MIMEType {
  /// The spellings under which a declaration may name it, the most exact first.
  ///
  /// Parameters count if a declaration names them; of those that it does not name, only a `charset`
  /// makes no other type.
  var declarableNames: [String] {
    guard !parameters.isEmpty else { return [essence] }
    let charset = parameters.first { $0.name == "charset" }.map { "\(essence);charset=\($0.value)" }
    return [description, charset, plainEssence].compactMap { $0 }
  }

  /// Type and subtype, if the parameters do not make it another type.
  var plainEssence: String? {
    !isInForeignCharset && parameters.allSatisfy { $0.name == "charset" } ? essence : nil
  }

  /// Whether the text is in an encoding of its own.
  ///
  /// `text/plain;charset=koi8-r` is a type of its own: its bytes are not those of `text/plain`.
  var isInForeignCharset: Bool {
    guard media == "text", let charset = parameters.first(where: { $0.name == "charset" })?.value
    else { return false }
    return charset != "utf-8" && charset != "utf8"
  }

  /// What the type conforms to if nobody declared it: its structured suffix, else its media type.
  ///
  /// Nothing else decides, so that all programs find the same parent.
  ///
  /// Source: RFC 6839 for suffixes.
  var impliedType: UTType {
    if essence.utf8.elementsEqual("text/plain".utf8) { return .plainText }
    if essence.hasSuffix("+json") { return .json }
    if essence.hasSuffix("+xml") { return .xml }
    switch media {
    case "text": return .text
    case "image": return .image
    case "audio": return .audio
    case "video": return .movie
    default: return .data
    }
  }
}
