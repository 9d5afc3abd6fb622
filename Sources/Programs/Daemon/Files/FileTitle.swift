internal import Pasteboards
internal import UniformTypeIdentifiers

/// What a file of some content is called, but for its extension, which depends on its type.
struct FileTitle {
  /// What is longer is cut: it stands in for a name that nobody gave.
  private static let longest = 100

  /// The name that somebody gave, or the title; `nil` if there is none that could be a file's.
  private let base: [UInt8]?
  /// Whether it is a name, which may have an extension, and not a title.
  private let isName: Bool

  /// By the name of an item, else by the title of the entry.
  init(of entry: Entry, _ items: [Item]) {
    let name = items.count == 1 ? items.first?.suggestedName.flatMap(FileName.safe) : nil
    // Of a secret no name says what is in it.
    let isOpen = !entry.isSensitive
    let title = isOpen ? EntryText(of: entry.with(items: items)).title : entry.label.title
    (base, isName) = (name ?? title.flatMap(Self.safe), name != nil)
  }

  init(title: String?) { (base, isName) = (title.flatMap(Self.safe), false) }

  /// The name without its extension, or the title.
  var text: String {
    String(decoding: base.map { isName ? FileName.stem($0) : $0 } ?? [], as: UTF8.self)
  }

  /// A safe name, with the extension of the type once.
  func name(for type: UTType) -> [UInt8] {
    let kind = FileName.safe(type.localizedDescription ?? type.tagOrIdentifier)
    return FileName.named(base ?? Array((kind ?? "item").utf8), for: type)
  }

  private static func safe(_ title: String) -> [UInt8]? {
    var short = title.prefix(longest)
    while short.last == " " { short.removeLast() }
    return FileName.safe(Array(short.utf8))
  }
}
