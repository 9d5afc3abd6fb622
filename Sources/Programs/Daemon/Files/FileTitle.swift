internal import Pasteboards
internal import UniformTypeIdentifiers

/// What a file of some content is called, which depends on its type: but for what was in a file of that
/// name before, it has the extension of that.
struct FileTitle {
  /// What is longer is cut: it stands in for a name that nobody gave.
  private static let longest = 100

  /// The name that somebody gave, or the title; `nil` if there is none that could be a file's.
  private let base: [UInt8]?
  /// Whether it is a name, which may have an extension, and not a title.
  private let isName: Bool
  /// What was in a file of that name, which keeps it as it stands.
  private let fileType: UTType?

  /// By the name of an item, else by the title of the entry.
  init(of entry: Entry, _ items: [Item]) {
    if items.count == 1, let named = FileTitle(named: items[0]) {
      self = named
      return
    }
    // Of a secret no name says what is in it.
    let isOpen = !entry.isSensitive
    self.init(title: isOpen ? EntryText(of: entry.with(items: items)).title : entry.label.title)
  }

  /// By the name of an item; `nil` if it has none that could be a file's.
  init?(named item: Item) {
    guard let name = item.suggestedName.flatMap(FileName.safe) else { return nil }
    (base, isName, fileType) = (name, true, item.fileType)
  }

  init(title: String?) { (base, isName, fileType) = (title.flatMap(Self.safe), false, nil) }

  /// The name without its extension, or the title.
  var text: String {
    String(decoding: base.map { isName ? FileName.stem($0) : $0 } ?? [], as: UTF8.self)
  }

  /// A safe name, with the extension of the type once.
  func name(for type: UTType) -> [UInt8] {
    if let base, let fileType, type.isSame(as: fileType) { return base }
    let kind = FileName.safe(type.localizedDescription ?? type.tagOrIdentifier)
    return FileName.named(base ?? Array((kind ?? "item").utf8), for: type)
  }

  private static func safe(_ title: String) -> [UInt8]? {
    var short = title.prefix(longest)
    while short.last == " " { short.removeLast() }
    return FileName.safe(Array(short.utf8))
  }
}

extension Item {
  /// The type of what was in the file that the item has its name of.
  ///
  /// That of the file that it refers to, if it is read from there, else of the first content.
  fileprivate var fileType: UTType? {
    guard isFileName else { return nil }
    let contents = representations.filter { !$0.isDerived && $0.type != .fileURL }
    return (representations.first(where: \.isReadFromFile) ?? contents.first)?.type
  }
}

extension Representation {
  fileprivate var isReadFromFile: Bool {
    guard case .promised(let promise) = payload else { return false }
    return promise is FileContent
  }
}

extension UTType {
  fileprivate func isSame(as other: UTType) -> Bool {
    // The two plain texts are one to the desktop.
    self == other || isPlainUTF8 && other.isPlainUTF8
  }
}
