/// What is known of declared types: parents and tags by identifier, identifiers by tag.
struct Declarations: Sendable {
  struct Declaration: Sendable {
    let identifier: String
    let parents: [String]
    let mimeTypes: [String]
    let filenameExtensions: [String]

    func tags(of tagClass: UTTagClass) -> [String] {
      switch tagClass {
      case .mimeType: mimeTypes
      case .filenameExtension: filenameExtensions
      case .pasteboardType: []
      }
    }
  }

  private let byIdentifier: [String: Declaration]
  private let byMIMEType: [String: String]
  private let byExtension: [String: String]

  init(_ declarations: [Declaration]) {
    var byIdentifier: [String: Declaration] = [:]
    var byMIMEType: [String: String] = [:]
    var byExtension: [String: String] = [:]
    for declaration in declarations {
      byIdentifier[declaration.identifier] = declaration
      for tag in declaration.mimeTypes where byMIMEType[tag] == nil {
        byMIMEType[tag] = declaration.identifier
      }
      for tag in declaration.filenameExtensions where byExtension[tag] == nil {
        byExtension[tag] = declaration.identifier
      }
    }
    self.byIdentifier = byIdentifier
    self.byMIMEType = byMIMEType
    self.byExtension = byExtension
  }

  func declaration(of identifier: String) -> Declaration? { byIdentifier[identifier] }

  var identifiers: [String] { Array(byIdentifier.keys) }

  /// The type of a MIME type; parameters count if a declaration names them, else not.
  func identifier(mimeType: MIMEType) -> String? {
    let charset = mimeType.parameters.first { $0.name == "charset" }?.value
    if let charset, let exact = byMIMEType["\(mimeType.essence);charset=\(charset)"] {
      return exact
    }
    // `text/plain;charset=koi8-r` is a type of its own: its bytes are not those of `text/plain`.
    if let charset, mimeType.media == "text", !Self.isUTF8(charset) { return nil }
    return mimeType.parameters.allSatisfy({ $0.name == "charset" })
      ? byMIMEType[mimeType.essence] : nil
  }

  func identifier(filenameExtension: String) -> String? { byExtension[filenameExtension] }

  private static func isUTF8(_ charset: String) -> Bool { charset == "utf-8" || charset == "utf8" }
}
