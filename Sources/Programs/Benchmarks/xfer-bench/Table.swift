internal import CProcesses

/// Rows under a title, in columns as wide as they need to be.
struct Table {
  let title: String
  let columns: [String]
  private var rows: [[String]] = []

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  func show() {
    let all = [columns] + rows
    let widths = columns.indices.map { column in
      all.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    print("\n\(title)")
    defer { processes_flush() }
    for (number, row) in all.enumerated() {
      let cells = zip(row, widths).enumerated().map { column, cell in
        cell.0.padded(to: cell.1, right: column > 0)
      }
      print("  " + trimmed(cells.joined(separator: "  ")))
      if number == 0 {
        print("  " + widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
      }
    }
  }

  private func trimmed(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
  }
}
