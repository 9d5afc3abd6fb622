import DaemonClient
import Wire

/// The history of CopyQ, by its own command line.
///
/// A tab is a board of its name. Tags are tags, what is pinned stays so, the rest of what CopyQ notes for
/// itself stays behind.
///
/// Source: copyq(1), "Scripting API".
struct CopyQ {
  /// Prints each tab, and its items from the oldest on.
  ///
  /// `T` and a tab, `I` for an item, `F` with a format and the content for each of its own; all as base64.
  /// There is no backslash in it, which CopyQ would read before the script.
  private static let script = """
    var end = String.fromCharCode(10);
    var tabs = tab();
    for (var t = 0; t < tabs.length; ++t) {
      tab(tabs[t]);
      print('T ' + toBase64(tabs[t]) + end);
      for (var row = size() - 1; row >= 0; --row) {
        print('I' + end);
        var item = getItem(row);
        for (var format in item)
          print('F ' + toBase64(format) + ' ' + toBase64(item[format]) + end);
      }
    }
    print('E' + end);
    """

  private static let program = ForeignProgram(
    name: "copyq",
    advice: "Start it: it must run to be asked."
  )

  static func archive() throws(Failure) -> ForeignArchive {
    let output = try program.run(["eval", script])
    var reading = CopyQ(archive: try ArchiveBuilder())
    try forEachLine(of: output) { line throws(Failure) in try reading.take(line) }
    guard reading.isWhole else {
      throw Failure("copyq", "it did not tell everything", code: .protocolBroken)
    }
    return ForeignArchive(file: try reading.archive.finish())
  }

  // MARK: What it says

  private var archive: ArchiveBuilder
  private var tab: String?
  private var item: Item?
  private var isWhole = false

  private init(archive: ArchiveBuilder) { self.archive = archive }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(Failure) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    switch (words.first?.first, words.count) {
    case (UInt8(ascii: "T"), 2):
      try endItem()
      // An ampersand is in front of the letter that chooses the tab.
      tab = Self.text(words[1])?.filter { $0 != "&" }
    case (UInt8(ascii: "I"), 1):
      try endItem()
      item = Item()
    case (UInt8(ascii: "F"), 3):
      guard let format = Self.text(words[1]), let content = Self.bytes(words[2]) else { break }
      item?.add(format, content)
    case (UInt8(ascii: "E"), 1):
      try endItem()
      isWhole = true
    default: break
    }
  }

  private mutating func endItem() throws(Failure) {
    guard let item = item.take(), !item.contents.isEmpty else { return }
    try archive.add(item.contents, on: tab, tags: item.tags, isPinned: item.isPinned, from: "copyq")
  }

  private static func bytes(_ base64: ArraySlice<UInt8>) -> [UInt8]? {
    Base64.decode(String(decoding: base64, as: UTF8.self))
  }

  private static func text(_ base64: ArraySlice<UInt8>) -> String? {
    bytes(base64).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is known of an item so far.
  private struct Item {
    var contents: [(type: String, bytes: [UInt8])] = []
    var tags: [String] = []
    var isPinned = false

    mutating func add(_ format: String, _ content: [UInt8]) {
      switch format {
      case "application/x-copyq-tags":
        tags = String(decoding: content, as: UTF8.self).split(separator: ",")
          .map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
      case "application/x-copyq-item-pinned": isPinned = true
      case _ where format.hasPrefix("application/x-copyq-"): break
      // Text is what everything has: the others say more, and come first.
      case "text/plain": contents.append((format, content))
      default: contents.insert((format, content), at: max(0, contents.count - textCount))
      }
    }

    private var textCount: Int { contents.last?.type == "text/plain" ? 1 : 0 }
  }
}
