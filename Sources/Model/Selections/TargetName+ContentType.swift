public import UniformTypeIdentifiers

extension TargetName {
  /// The content type that the target delivers; `nil` when it delivers no content.
  ///
  /// Every plain text target is UTF-8 text, since that is what ``TextEncoding`` makes of its
  /// reply. A name that nobody declared becomes a dynamic type from which ``names(for:)`` gets
  /// exactly this name back. Targets with side effects, targets about the transfer itself, ids of
  /// server objects and marks of secrecy are no content.
  ///
  /// Source: ICCCM 2.0 §2.6.2, §2.6.3; freedesktop.org shared MIME info for aliases.
  public var contentType: UTType? {
    guard !bytes.isEmpty, !isWithoutContent else { return nil }
    if plainTextRank != nil { return .utf8PlainText }
    if let alias = Self.aliases.first(where: { $0.name == self }) {
      return UTType(alias.identifier)
    }
    guard let text else { return UTType(pasteboardTypeName: Self.latin1Mark + latin1Text) }
    if let declared = UTType(text), declared.isDeclared { return declared }
    guard let mime = UTType(mimeType: text) else {
      let needsMark = text.hasPrefix(Self.latin1Mark)
      return UTType(pasteboardTypeName: needsMark ? Self.latin1Mark + latin1Text : text)
    }
    if mime.isDynamic, Self.names(for: mime).first != self {
      // An unusual spelling of an undeclared MIME type: kept, and a kind of the usual one.
      return UTType(pasteboardTypeName: text, conformingTo: mime)
    }
    return mime
  }

  /// The targets under which a type is offered, in the order of preference.
  public static func names(for type: UTType) -> [TargetName] {
    if type == .utf8PlainText || type == .plainText { return plainTextOffers }
    // What is put as an address is UTF-8 and has no title; other forms are made of it.
    if type == .url { return [.netscapeURL] }
    var names: [TargetName] = []
    func add(_ name: TargetName) {
      if !names.contains(name) { names.append(name) }
    }
    for tag in type.tags(of: .mimeType) {
      let name = TargetName(tag)
      add(spellings[name] ?? name)
    }
    for tag in type.tags(of: .pasteboardType) { add(TargetName(pasteboardTag: tag)) }
    // A type that has no name elsewhere would be offered to nobody.
    return names.isEmpty ? [TargetName(type.identifier)] : names
  }

  /// The place in the order in which plain text is asked for; `nil` for any other target.
  ///
  /// `text/plain; Charset="UTF-8"` and the like count as `text/plain;charset=utf-8`.
  public var plainTextRank: Int? {
    if let rank = Self.plainTextQuestions.firstIndex(of: self) { return rank }
    guard let text, let mime = MIMEType(text), mime.essence.utf8.elementsEqual("text/plain".utf8)
    else { return nil }
    guard let charset = mime.parameters.first(where: { $0.name == "charset" })?.value
    else { return Self.plainTextQuestions.firstIndex(of: .plainText) }
    let isUTF8 = charset == "utf-8" || charset == "utf8"
    return isUTF8 ? Self.plainTextQuestions.firstIndex(of: .utf8PlainText) : nil
  }

  /// The order in which the forms of one text are asked for.
  static let plainTextQuestions: [TargetName] = [
    .utf8String, .utf8PlainText, .plainText, .compoundText, .string, .anyText, .cString,
  ]

  /// The order in which the forms of one text are offered.
  static let plainTextOffers: [TargetName] = [
    .utf8String, .utf8PlainText, .plainText, .compoundText, .anyText, .string,
  ]

  /// Names that nobody declares, yet programs use.
  private static let aliases: [(name: TargetName, identifier: String)] = [
    ("image/jpg", "public.jpeg"), ("application/x-pdf", "com.adobe.pdf"),
    (.netscapeURL, "public.url"),
  ]

  /// A declared MIME type in the spelling that programs look for, which is not always lower case.
  private static let spellings: [TargetName: TargetName] = ["image/x-ms-bmp": "image/x-MS-bmp"]
}

// MARK: - Names that carry no content

extension TargetName {
  /// Whether converting the target makes the owner do something: it is never converted unasked.
  public var hasSideEffect: Bool { Self.sideEffects.contains(self) }

  /// Whether it is no content: an effect, about the transfer, a server object, a mark, a key.
  public var isWithoutContent: Bool {
    hasSideEffect || Self.pseudo.contains(self) || Self.portalKeys.contains(self)
      || SecretMarker.names.contains(self) || bytes.starts(with: "TK_".utf8)
      || bytes.starts(with: "XdndDirectSave".utf8)
  }

  private static let sideEffects: Set<TargetName> = [
    "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "SAVE_TARGETS",
  ]

  /// Keys to files that a sandboxed program hands out, which end with the program, or their first use.
  ///
  /// Source: org.freedesktop.portal.FileTransfer.
  private static let portalKeys: Set<TargetName> = [
    "application/vnd.portal.filetransfer", "application/vnd.portal.files",
  ]

  private static let pseudo: Set<TargetName> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "INCR", "TARGET_SIZES", "LENGTH", "LIST_LENGTH", "NULL",
    "HOST_NAME", "HOSTNAME", "USER", "CLIENT_WINDOW", "OWNER_OS", "NAME", "FILE_NAME", "PROCESS",
    "TASK",
    "CLASS", "MODULE", "PROCEDURE", "LINE_NUMBER", "COLUMN_NUMBER", "CHARACTER_POSITION", "SPAN",
    "IP_ADDRESS", "DECNET_ADDRESS", "ATOM", "ATOM_PAIR", "INTEGER", "CARDINAL", "BACKGROUND",
    "FOREGROUND", "FONT", "PIXMAP", "BITMAP", "DRAWABLE", "WINDOW", "COLORMAP", "CURSOR", "PIXEL",
    "GDK_SELECTION",
  ]
}

// MARK: - Names that are no UTF-8

extension TargetName {
  /// Introduces a tag that spells bytes as Latin-1 characters, because they are no UTF-8.
  private static let latin1Mark = "x-latin1:"

  private var latin1Text: String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private init(pasteboardTag tag: String) {
    guard tag.hasPrefix(Self.latin1Mark) else {
      self.init(tag)
      return
    }
    let scalars = tag.unicodeScalars.dropFirst(Self.latin1Mark.unicodeScalars.count)
    self.init(scalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}
