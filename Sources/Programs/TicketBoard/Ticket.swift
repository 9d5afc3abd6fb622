// This file compiles unchanged on Apple's systems.

import CoreTransferable

/// A ticket of an issue tracker.
struct Ticket: Codable, Hashable, Identifiable, Sendable {
  /// Such as `APP-42`.
  var key: String
  var title: String
  /// Who works on it; `nil` if nobody does.
  var assignee: String?
  /// Where it can be read.
  var link: URL?

  var id: String { key }
}

extension UTType {
  /// Declared in `Config/types/ticket.toml`; on Apple's systems, in the `Info.plist`.
  static let ticket = UTType(exportedAs: "com.example.ticket")
}

extension Ticket: Transferable {
  // The most faithful first: a program that knows tickets gets this very ticket, a browser or a word
  // processor gets HTML, every other program gets a line of text.
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .ticket)
    DataRepresentation(exportedContentType: .html) { ticket in Data(ticket.html.utf8) }
    ProxyRepresentation(exporting: \.summary)
      .suggestedFileName { ticket in "\(ticket.key).ticket" }
  }
}

extension Ticket {
  /// The ticket in one line.
  var summary: String { "\(key): \(title)" }

  /// The ticket as a paragraph, linked to where it can be read.
  var html: String {
    let heading = "<b>\(key.escapedForHTML)</b>"
    let linked = link.map { "<a href=\"\($0.absoluteString.escapedForHTML)\">\(heading)</a>" }
    return "<p>\(linked ?? heading) \(title.escapedForHTML)</p>"
  }
}

extension String {
  fileprivate var escapedForHTML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}
