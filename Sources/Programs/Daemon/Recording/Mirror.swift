internal import Pasteboards
internal import Selections
internal import TOML

/// Which of PRIMARY and CLIPBOARD follows the other.
enum Mirror: String, Sendable, CaseIterable, ConfigurationValue {
  case off
  /// What is copied can be pasted with the middle button, too.
  case toPrimary = "to-primary"
  /// What is selected is as good as copied.
  case toClipboard = "to-clipboard"
  case both

  init(reading container: any SingleValueDecodingContainer) throws {
    guard let mirror = Mirror(rawValue: try container.decode(String.self)) else {
      let all = Mirror.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "must be one of \(all)")
      )
    }
    self = mirror
  }

  var written: TOMLValue { .string(rawValue) }

  /// The selection that follows another; `nil` if none does.
  func target(of selection: Selection) -> Selection? {
    switch (self, selection) {
    case (.toPrimary, .clipboard), (.both, .clipboard): .primary
    case (.toClipboard, .primary), (.both, .primary): .clipboard
    case (_, _): nil
    }
  }
}
