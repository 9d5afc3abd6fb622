internal import Selections
internal import TOML
internal import UniformTypeIdentifiers
internal import Wire

/// A type as a person or a program wrote it: identifier, MIME type, X11 target or extension.
struct NamedType {
  let type: UTType
  /// The X11 target that was named, if it was one; it then matches by this name first.
  let target: TargetName?

  /// The most bytes of a name; a dynamic identifier spells one that it holds with more.
  private static let longestName = 255
  private static let longestIdentifier = 4096

  init(parsing text: String) throws(PasteboardError) {
    guard Self.isShort(text) else {
      throw .tooLarge(what: "the name of a type", limit: Self.longestName)
    }
    if text.hasPrefix("."), let type = UTType(filenameExtension: String(text.dropFirst())) {
      (self.type, target) = (type, nil)
    } else if let type = UTType(text) {
      (self.type, target) = (type, nil)
    } else {
      let target = TargetName(text)
      guard !text.isEmpty, let type = target.contentType else {
        throw .invalidRequest(parameter: "type", reason: "this is no type that can be offered")
      }
      (self.type, self.target) = (type, target)
    }
  }

  /// A wish of a receiver, who may name any target at all.
  init(wished text: String) throws(PasteboardError) {
    guard !text.isEmpty, Self.isShort(text) else {
      throw .invalidRequest(parameter: "types", reason: "a type is 1 to 255 bytes")
    }
    if let known = try? NamedType(parsing: text) {
      self = known
    } else {
      (type, target) = (UTType(pasteboardTypeName: text), TargetName(text))
    }
  }

  /// The wishes of a receiver, best first.
  static func wishes(_ names: [String]) throws(PasteboardError) -> [NamedType] {
    guard names.count <= 64 else { throw .tooLarge(what: "the number of types", limit: 64) }
    var wishes: [NamedType] = []
    for name in names { wishes.append(try NamedType(wished: name)) }
    return wishes
  }

  /// What the content of a file of this name should be, best first; empty if the name does not say.
  ///
  /// A file of some kind of plain text takes any plain text as well, since programs that show source
  /// or CSV copy it as no more; JSON or HTML would not be what their name says.
  static func wishes(forFile name: String) -> [NamedType] {
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex,
      isShort(name), let type = UTType(filenameExtension: String(name.suffix(after: point))),
      // A type of the desktop alone is dynamic and bears a MIME type.
      !type.isDynamic || type.preferredMIMEType != nil
    else { return [] }
    let types = [type] + (type.conforms(to: .plainText) ? [.utf8PlainText, .plainText] : [])
    return types.map(NamedType.init(type:))
  }

  /// A type by its identifier that nobody declares, and was taken for an X11 target; `nil` for others.
  init?(undeclared name: String) {
    // Why a name cannot be put, the put itself says.
    guard TypeIdentifier.isWellFormed(name), let named = try? Self(parsing: name),
      named.target != nil, named.type.isDynamic
    else { return nil }
    self = named
  }

  private init(type: UTType) { (self.type, target) = (type, nil) }

  private static func isShort(_ text: String) -> Bool {
    let limit = text.utf8.starts(with: "dyn.".utf8) ? longestIdentifier : longestName
    return text.utf8.count <= limit
  }
}

extension PutRequest {
  /// The first type that looks like an identifier and that nobody declares; `mistake` is what may be
  /// the reason.
  func undeclared(mistake: String?) -> UndeclaredType? {
    // Only the first, since words take their time to compare.
    let names = items.lazy.flatMap(\.representations).compactMap(\.type)
    guard let name = names.first(where: { NamedType(undeclared: $0) != nil }) else { return nil }
    let declared = TypeRegistry.declaredTypes.map(\.identifier)
    let nearest = Spelling.suggestion(for: name, among: declared)
    return UndeclaredType(name: name, nearest: nearest, mistake: mistake)
  }
}

extension String {
  fileprivate func suffix(after place: Index) -> Substring { self[utf8.index(after: place)...] }
}

extension UTType {
  /// Whether content of this type is UTF-8 by its declaration, and not by a hint inside it.
  ///
  /// HTML, XML and RTF say for themselves how they are encoded; a MIME type with a charset other
  /// than UTF-8 has said it already.
  var isUTF8Text: Bool {
    guard conforms(to: .text) else { return false }
    let others: [UTType] = [.html, .xml, .rtf]
    guard !others.contains(where: conforms(to:)) else { return false }
    if identifier.utf8.elementsEqual("public.utf16-plain-text".utf8) { return false }
    guard isDynamic, let mime = preferredMIMEType.flatMap({ MIMEType($0) }) else { return true }
    return !mime.parameters.contains { $0.name == "charset" && $0.value != "utf-8" }
  }

  /// Whether this is plain text without more, which X has one set of targets for.
  var isPlainUTF8: Bool { self == .plainText || self == .utf8PlainText }

  /// What people know the type by: its identifier, or the tag that a dynamic one was made for.
  var tagOrIdentifier: String {
    guard isDynamic else { return identifier }
    return UTTagClass.allCases.lazy.compactMap { self.tags(of: $0).first }.first ?? identifier
  }
}
