/// What is wrong with one of several declarations; the rest of the declaration is in force.
package struct TypeProblem: Sendable, Hashable {
  /// Which declaration, counted from 0 in the order given.
  package let index: Int
  /// What is wrong.
  package let kind: Kind

  /// The ways of being wrong.
  package enum Kind: Sendable, Hashable {
    /// The identifier is no domain name backwards; the declaration is ignored.
    case badIdentifier(String)
    /// Another declaration exports the identifier, too; this one is ignored.
    case twoOwners(String, first: Int)
    /// A parent is declared nowhere.
    case unknownParent(String, of: String)
    /// A type would conform to itself, by way of the types named; the first is also the last.
    case cycle([String])
    /// A type would conform to hundreds of others.
    case tooManySupertypes(String)
    /// There is no slash between two words.
    case badMIMEType(String)
    /// The extension is empty, has its dot or a slash in it.
    case badFilenameExtension(String)
    /// The name is empty or longer than 255 bytes.
    case badPasteboardType(String)
  }

  init(_ index: Int, _ kind: Kind) {
    self.index = index
    self.kind = kind
  }
}

extension TypeProblem: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  package var description: String {
    switch kind {
    case .badIdentifier(let name):
      "\(quoted(name)) is no identifier: write letters, digits, hyphens and at least one dot, "
        + "such as com.example.ticket"
    case .twoOwners(let name, _):
      "\(quoted(name)) is declared before: keep one, or mark the one that is not yours as imported"
    case .unknownParent(let name, let child):
      "\(quoted(child)) conforms to \(quoted(name)), which nobody declares: correct the name, or "
        + "declare it"
    case .cycle(let path):
      "\(path.map(quoted).joined(separator: " conforms to ")): take one out of the circle"
    case .tooManySupertypes(let name):
      "\(quoted(name)) conforms to more than \(CatalogueBuilder.mostSupertypes) types: name fewer "
        + "parents"
    case .badMIMEType(let name):
      "\(quoted(name)) is no MIME type: write type/subtype, such as application/vnd.example.ticket"
    case .badFilenameExtension(let name):
      "\(quoted(name)) is no extension: write it without the dot, such as ticket"
    case .badPasteboardType(let name):
      "\(quoted(name)) is no name of a target: write 1 to 255 bytes"
    }
  }

  /// A name that somebody wrote, on one line and of bearable length.
  private func quoted(_ name: String) -> String {
    let short = name.unicodeScalars.prefix(80)
    let text = String(String.UnicodeScalarView(short)).debugDescription
    return short.count == name.unicodeScalars.count ? text : text + "…"
  }
}
