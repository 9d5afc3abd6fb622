import Arguments
import LinuxIO
import DaemonClient

/// The one place that knows how results look: JSON, lines for programs, tables for people.
struct Rendering {
  private let output: Output
  private let isJSON: Bool
  private let isColoured: Bool

  init(_ output: Output, json: Bool, color: ColorChoice) {
    self.output = output
    isJSON = json
    isColoured =
      switch color {
      case .always: true
      case .never: false
      case .auto: output.isTerminal && !Environment.isSet("NO_COLOR")
      }
  }

  /// Writes an answer: one object, or what `text` makes of it.
  func write(
    _ answer: some Encodable,
    orText text: (Rendering) -> String
  ) throws(Failure) {
    guard isJSON else { return try output.write(text(self)) }
    guard let json = Self.json(answer) else {
      throw Failure("xfer", "the answer has no JSON form", code: .protocolBroken)
    }
    try output.write(json)
  }

  /// One object on a line, which says by which schema it is to be read.
  static func json(_ answer: some Encodable) -> [UInt8]? {
    JSONText.encode(Versioned(answer)).map { $0 + [UInt8(ascii: "\n")] }
  }

  /// Rows with tabs off a terminal; columns with a heading on one.
  ///
  /// Cells are strangers' words: whatever could break a line or a column is made visible; what is
  /// whole is not cut, however long.
  func table(_ heading: [String], _ rows: [[String]], isWhole: Bool = false) -> String {
    let cells = rows.map { $0.map(isWhole ? visible : shown) }
    guard output.isTerminal else {
      return cells.map { $0.joined(separator: "\t") + "\n" }.joined()
    }
    let lines = [heading] + cells
    let widths = heading.indices.map { column in
      lines.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ row: [String]) -> String {
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: max(0, widths[column] - cell.count) + 2)
        }
      }
      return line
    }
    return bold(line(heading)) + "\n" + cells.map { line($0) + "\n" }.joined()
  }

  /// Whether people read it, and not programs.
  var isForPeople: Bool { output.isTerminal }

  /// A name and its value on a line; what is whole is not cut, however long.
  func field(_ name: String, _ value: String, isWhole: Bool = false) -> String {
    let value = isWhole ? visible(value) : shown(value)
    guard output.isTerminal else { return "\(name)\t\(value)\n" }
    let padding = String(repeating: " ", count: max(1, 12 - name.count))
    return bold(name) + padding + value + "\n"
  }

  /// A line of cells for programs, or the same as people read it.
  func line(_ cells: [String], people: String) -> String {
    (output.isTerminal ? shown(people) : cells.map(shown).joined(separator: "\t")) + "\n"
  }

  /// A size: exact for programs, short for people, nothing where it is not known.
  func size(_ bytes: Int?) -> String {
    guard let bytes else { return "" }
    return output.isTerminal ? ByteCount(bytes).description : "\(bytes)"
  }

  func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

/// A stranger's text, all of it, on one line: control characters become symbols that show them, what
/// would turn the text is replaced.
func visible(_ text: String) -> String {
  // Only these begin such a character, and most text has none.
  let isSafe = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
  if isSafe { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    let picture = scalar.picture
    shown.append(picture == scalar && Word.isUnsafe(scalar) ? "\u{FFFD}" : picture)
  }
  return String(shown)
}

/// When to use colour.
enum ColorChoice: String, ArgumentChoice {
  case auto, always, never
}

/// A duration in its two greatest units, such as `2 h 5 min`.
func spoken(milliseconds: Int) -> String {
  let seconds = max(0, milliseconds) / 1000
  let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
  var rest = seconds
  var parts: [String] = []
  for (name, length) in units {
    if rest >= length || !parts.isEmpty { parts.append("\(rest / length) \(name)") }
    rest %= length
    if parts.count == 2 { break }
  }
  return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
}

/// An answer with the number of its schema in front.
struct Versioned<Body: Encodable>: Encodable {
  private let body: Body

  init(_ body: Body) { self.body = body }

  private enum Key: String, CodingKey { case schema }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .schema)
    try body.encode(to: encoder)
  }
}
