internal import Pasteboards
internal import SQLite

/// What a row of a table looks like, by which it is known when nothing leads to it any more.
struct RowShape {
  /// What stands in a column.
  enum Column {
    /// The key, which stands beside the row.
    case key
    case integer
    case optionalInteger
    case text
    case optionalText
    case blob
    case optionalBlob

    func fits(_ value: SQLValue) -> Bool {
      switch (self, value) {
      case (.key, .null), (.integer, .integer), (.text, .text), (.blob, .blob): true
      case (.optionalInteger, .integer), (.optionalText, .text), (.optionalBlob, .blob): true
      case (.optionalInteger, .null), (.optionalText, .null), (.optionalBlob, .null): true
      default: false
      }
    }
  }

  let table: String
  let columns: [Column]
  /// How many of the last columns a later step added: rows that are older do not have them.
  var addedCount = 0

  func fits(_ record: TreePage.Record) -> Bool {
    guard columnCounts.contains(record.values.count) else { return false }
    guard (columns.first == .key) == (record.key != nil) else { return false }
    return zip(columns, record.values).allSatisfy { $0.fits($1) }
  }

  var columnCounts: ClosedRange<Int> { columns.count - addedCount...columns.count }

  /// The rows that can be told from those of all other tables and indices.
  static let tables: [RowShape] = [
    RowShape(
      table: "boards",
      columns: [
        .key, .blob, .optionalInteger, .integer, .integer, .integer, .integer, .integer, .integer,
      ]
    ),
    RowShape(
      table: "entries",
      columns: [
        .key, .integer, .integer, .integer, .integer, .integer, .integer, .text, .integer,
        .optionalText, .integer, .optionalInteger, .optionalInteger, .optionalInteger,
        .optionalInteger,
      ],
      addedCount: 1
    ),
    RowShape(table: "files", columns: [.key, .integer, .optionalInteger, .integer]),
    RowShape(
      table: "representations",
      columns: [
        .key, .integer, .integer, .integer, .integer, .optionalBlob, .integer, .optionalInteger,
        .integer, .optionalInteger, .optionalInteger, .optionalBlob, .optionalInteger,
      ]
    ),
    RowShape(
      table: "item_names",
      columns: [.integer, .integer, .blob, .integer],
      addedCount: 1
    ),
    RowShape(table: "tags", columns: [.integer, .text]),
    RowShape(
      table: "origins",
      columns: [.key, .blob, .optionalText, .optionalText, .optionalInteger, .optionalText]
    ),
    RowShape(table: "dropped", columns: [.integer, .integer, .text, .text]),
  ]
}
