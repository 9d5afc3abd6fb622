internal import XCB
import Testing

/// What a selection had to give at some time: every target that is content, with its bytes.
struct Offer {
  /// The window that owned it.
  let owner: Window
  /// The targets that gave something, in the owner's order.
  private(set) var targets: [String] = []
  private(set) var contents: [String: [UInt8]] = [:]

  /// Reads all that CLIPBOARD's owner gives; `nil` if nobody owns it or nothing comes.
  init?(readBy client: XClient) throws {
    guard let owner = try client.owner() else { return nil }
    self.owner = owner
    guard let list = try client.read("TARGETS") else { return nil }
    for atom in unpacked(list.bytes) {
      let target = try client.name(Atom(rawValue: atom))
      guard !Self.notContent.contains(target), contents[target] == nil,
        let value = try client.read(target)
      else { continue }
      targets.append(target)
      contents[target] = value.bytes
    }
    if targets.isEmpty { return nil }
  }

  /// The text, whichever target it comes under.
  var text: String? {
    ["UTF8_STRING", "text/plain;charset=utf-8", "STRING"].lazy
      .compactMap { contents[$0] }.first.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether it says more of its text than the letters.
  var isRich: Bool { targets.contains { $0 == "text/html" || Self.isRTF($0) } }

  // MARK: - Comparing

  /// Expects that another offer has everything that this one had.
  ///
  /// Plain text counts once, so does RTF, which programs offer under several names, and of the formats
  /// of an image the PNG. A target for which `isRemade` holds differs each time that somebody asks.
  func expectAll(
    in kept: Offer,
    isRemade: (String) -> Bool,
    _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let firstRTF = targets.first(where: Self.isRTF)
    for target in targets where !Self.isImage(target) || target == "image/png" {
      if Self.isPlainText(target) || (Self.isRTF(target) && target != firstRTF) { continue }
      guard isRemade(target) else {
        expect(
          kept.contents[target],
          is: contents[target] ?? [],
          "\(comment): \(target):",
          sourceLocation: sourceLocation
        )
        continue
      }
      let isThere = kept.contents[target]?.isEmpty == false
      #expect(isThere, "\(comment): \(target) is lost", sourceLocation: sourceLocation)
    }
    #expect(kept.text == text, "\(comment)", sourceLocation: sourceLocation)
  }

  /// Whether a target is a format of an image.
  static func isImage(_ target: String) -> Bool {
    target.hasPrefix("image/") || ["application/ico", "text/ico"].contains(target)
  }

  static func isPlainText(_ target: String) -> Bool {
    ["UTF8_STRING", "UTF-8", "STRING", "TEXT", "COMPOUND_TEXT", "text/plain"].contains(target)
      || target.hasPrefix("text/plain;")
  }

  static func isRTF(_ target: String) -> Bool {
    ["text/rtf", "text/richtext", "application/rtf"].contains(target)
  }

  /// What asks for an action, is an object of the server, or tells of the program and not of what was
  /// copied.
  ///
  /// Source: ICCCM 2.0 §2.6.2; xterm(1), Emacs and Tk for names of their own.
  private static let notContent: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS",
    "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
    "PIXMAP", "BITMAP", "DRAWABLE", "WINDOW", "COLORMAP", "FOREGROUND", "BACKGROUND",
    "ATOM", "INTEGER", "SPAN", "LENGTH", "LIST_LENGTH", "CHARACTER_POSITION", "LINE_NUMBER",
    "COLUMN_NUMBER", "FILE_NAME",
    "OWNER_OS", "HOST_NAME", "HOSTNAME", "IP_ADDRESS", "USER", "CLASS", "NAME", "PROCESS", "TASK",
    "CLIENT_WINDOW", "TK_APPLICATION", "TK_WINDOW",
    // Qt's word to itself; it gives the image in a format of its own choice.
    "application/x-qt-image",
  ]
}
