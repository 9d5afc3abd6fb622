/// The types that this package knows by itself, as text that is read when first asked for.
///
/// A row is `identifier|parents|MIME types|extensions|description`, lists with commas. Text in the
/// program's own image costs nothing until it is read, and then a tenth of a millisecond.
///
/// Source: the declarations of macOS's CoreTypes, made into source by `Scripts/system-types`.
enum SystemTypes {
  /// Apple's declarations, in Apple's order, which decides between the bearers of one tag.
  static let tables: [StaticString] = [foundations, media, directories, documents]

  /// One row of a table, in places of the text that it stands in.
  struct Row {
    var identifier = TextRange()
    var parents: [TextRange] = []
    var mimeTypes: [TextRange] = []
    var filenameExtensions: [TextRange] = []
    var description = TextRange()
  }

  /// Calls `body` for each row of the table at `range` of `text`.
  static func forEachRow(in range: Range<Int>, of text: [UInt8], _ body: (borrowing Row) -> Void) {
    var row = Row()
    var field = 0
    var start = range.lowerBound
    func end(at index: Int) {
      let name = TextRange(start..<index)
      switch field {
      case 0: row.identifier = name
      case 1: if !name.isEmpty { row.parents.append(name) }
      case 2: if !name.isEmpty { row.mimeTypes.append(name) }
      case 3: if !name.isEmpty { row.filenameExtensions.append(name) }
      default: row.description = name
      }
      start = index + 1
    }
    for index in range {
      switch text[index] {
      case UInt8(ascii: ",") where field < 4: end(at: index)
      case UInt8(ascii: "|"):
        end(at: index)
        field += 1
      case UInt8(ascii: "\n"):
        end(at: index)
        body(row)
        field = 0
        row.parents.removeAll(keepingCapacity: true)
        row.mimeTypes.removeAll(keepingCapacity: true)
        row.filenameExtensions.removeAll(keepingCapacity: true)
      default: continue
      }
    }
  }
}
