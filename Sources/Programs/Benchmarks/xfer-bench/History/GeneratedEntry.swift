internal import LinuxIO
internal import Pasteboards
internal import UniformTypeIdentifiers

/// One entry of the history that the benchmark makes, the same for the same number.
struct GeneratedEntry {
  let entry: Entry
  let board: BoardName

  /// The tags, from the most common one on.
  static let tags = ["work", "home", "later", "recipes", "taxes"]
  private static let sources = ["firefox", "code", "kitty", "soffice.bin", "gimp", "xfer"]
  private static let boards = ["links", "snippets", "work"].compactMap { BoardName($0) }

  /// The first number is 0; content of files is written in `directory`.
  init(_ number: Int, _ texts: HistoryTexts, filesIn directory: [UInt8]) throws(SystemError) {
    // The text comes first, so that it is that of ``HistoryTexts/text(of:)``.
    var random = SeededNumbers(seed: UInt64(number) &+ 2)
    let text = texts.text(&random)
    let representations =
      number % 1000 == 500
      ? [try Self.picture(&random, in: directory)] : Self.texts(text, hasHTML: number % 100 == 7)
    var label = Entry.Label(source: Self.often(Self.sources, &random))
    if Int.random(in: 0..<20, using: &random) == 0 { label.tags = [Self.often(Self.tags, &random)] }
    label.isPinned = Int.random(in: 0..<200, using: &random) == 0
    let isElsewhere = Int.random(in: 0..<20, using: &random) == 0
    board = isElsewhere ? Self.often(Self.boards, &random) : .clipboard
    entry = Entry(
      id: Entry.ID(rawValue: random.next()),
      items: [Item(representations: representations)],
      time: 1_700_000_000 + Double(number) * 30,
      label: label
    )
  }

  private static func texts(_ text: String, hasHTML: Bool) -> [Representation] {
    let plain = Representation(type: .utf8PlainText, payload: .inline(Array(text.utf8)))
    guard hasHTML else { return [plain] }
    let html = "<p>\(text.split(separator: " ").joined(separator: " <b>and</b> "))</p>"
    return [Representation(type: .html, payload: .inline(Array(html.utf8))), plain]
  }

  private static func picture(
    _ random: inout SeededNumbers,
    in directory: [UInt8]
  ) throws(SystemError) -> Representation {
    let count = Int.random(in: 20_000...100_000, using: &random)
    let words = (0..<(count / 8)).map { _ in random.next() }
    let file = try GeneratedFile(
      words.flatMap { withUnsafeBytes(of: $0, Array.init) },
      in: directory
    )
    return Representation(type: .png, payload: .file(file))
  }

  /// Every second time the first, every fourth the second, and so on.
  private static func often<Value>(_ values: [Value], _ random: inout SeededNumbers) -> Value {
    let place = min(random.next().trailingZeroBitCount, values.count - 1)
    return values[place]
  }
}

/// Content in a file that the store gives a name.
private final class GeneratedFile: NameableFile {
  private let file: UnnamedFile
  let byteCount: Int

  init(_ bytes: [UInt8], in directory: [UInt8]) throws(SystemError) {
    file = try UnnamedFile(in: directory)
    byteCount = bytes.count
    // Not synced: what a power failure would take is only made up.
    try file.descriptor.descriptor.writeAll(bytes)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    do {
      return try file.descriptor.descriptor.pread(into: buffer, at: offset)
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }

  func link(to path: [UInt8]) throws(PayloadFailure) {
    do {
      try file.name(path)
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }
}
