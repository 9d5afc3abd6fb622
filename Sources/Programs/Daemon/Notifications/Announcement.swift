internal import LinuxIO
internal import Pasteboards

/// What is said on the desktop when something has come: a line, and a few words below it.
struct Announcement: Sendable, Equatable {
  /// Those with the same subject replace each other.
  let subject: String
  let summary: String
  /// Markup, as the specification has it.
  let body: String
  /// `transfer.complete` and the like.
  let category: String

  /// As much as a bubble shows.
  private static let mostNames = 4
  private static let longest = 200

  /// Files have landed in a drop folder.
  static func landed(_ names: [[UInt8]], on board: BoardName, in folder: String) -> Announcement {
    let shown = names.prefix(mostNames).map { text(String(decoding: $0, as: UTF8.self)) }
    let rest = names.count - shown.count
    let count = names.count == 1 ? "1 file" : "\(names.count) files"
    return Announcement(
      subject: "folder \(folder)",
      summary: text("\(count) on \(board)", isMarkup: false),
      body: shown.joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more" : ""),
      category: "transfer.complete"
    )
  }

  /// What landed, or was to be saved, could not be kept, for the first of these reasons; `nil` for none.
  static func failed(_ reasons: [String], in folder: String) -> Announcement? {
    guard let first = reasons.first else { return nil }
    return Announcement(
      // What landed next must not hide it.
      subject: "failures of \(folder)",
      summary: text("Not kept: \(folder)", isMarkup: false),
      body: text(first) + (reasons.count > 1 ? "\nand \(reasons.count - 1) more" : ""),
      category: "transfer.error"
    )
  }

  /// A program copied something; `nil` for a secret, of which nothing is said.
  static func copied(_ entry: Entry, on board: BoardName) -> Announcement? {
    guard !entry.isSensitive else { return nil }
    let name = entry.label.origin?.name ?? entry.label.source
    return Announcement(
      subject: "copy on \(board)",
      summary: text(name.map { "Copied from \($0)" } ?? "Copied", isMarkup: false),
      body: text(EntryText(of: entry).title),
      category: "transfer"
    )
  }

  /// A stranger's words: short, visible, and no markup of theirs.
  private static func text(_ words: String, isMarkup: Bool = true) -> String {
    var text = ""
    for scalar in words.unicodeScalars.prefix(longest) {
      switch scalar {
      case "&" where isMarkup: text += "&amp;"
      case "<" where isMarkup: text += "&lt;"
      case ">" where isMarkup: text += "&gt;"
      case "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar.picture)
      }
    }
    return words.unicodeScalars.count > longest ? text + "…" : text
  }
}
