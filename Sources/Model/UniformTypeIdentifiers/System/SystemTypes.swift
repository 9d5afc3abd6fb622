/// The types that this package knows by itself, as text that is read when first asked for.
///
/// A row is `identifier|parents|MIME types|extensions|description`, lists with commas. Text in the
/// program's own image costs nothing until it is read, and then a tenth of a millisecond.
///
/// Source: the declarations of macOS's CoreTypes, made into source by `Scripts/system-types`.
enum SystemTypes {
  /// Apple's declarations, in Apple's order, which decides between the bearers of one tag.
  static let tables: [StaticString] = [foundations, media, directories, documents]

  /// One row of a table; lists are places in a list of names.
  struct Row {
    var identifier = TextRange()
    var parents = ListRange()
    var mimeTypes = ListRange()
    var filenameExtensions = ListRange()
    var description = TextRange()
  }

  /// Reads the row that begins at `start` of `text`, and moves `start` behind it.
  ///
  /// The elements of lists are added to `names`.
  static func row(at start: inout Int, of text: Span<UInt8>, names: inout [TextRange]) -> Row {
    var row = Row()
    row.identifier = field(at: &start, of: text)
    row.parents = list(at: &start, of: text, names: &names)
    row.mimeTypes = list(at: &start, of: text, names: &names)
    row.filenameExtensions = list(at: &start, of: text, names: &names)
    row.description = field(at: &start, of: text)
    return row
  }

  private static func field(at start: inout Int, of text: Span<UInt8>) -> TextRange {
    let first = start
    var index = start
    while index < text.count, text[index] != bar, text[index] != newline { index += 1 }
    start = index + 1
    return TextRange(first..<index)
  }

  private static func list(
    at start: inout Int,
    of text: Span<UInt8>,
    names: inout [TextRange]
  ) -> ListRange {
    let count = names.count
    var first = start
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == comma || byte == bar || byte == newline {
        if index > first { names.append(TextRange(first..<index)) }
        first = index + 1
        if byte != comma { break }
      }
      index += 1
    }
    start = index + 1
    return ListRange(count..<names.count)
  }

  private static let bar = UInt8(ascii: "|")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
}
