import TestSupport

/// The table of modules in `Documentation/Architecture.md`.
struct ModuleTable: Sendable {
  struct Row: Sendable {
    let name: String
    let floor: String
    let mayImport: [String]
  }

  let rows: [Row]

  init() throws {
    rows = try Repository.text("Documentation/Architecture.md").split(separator: "\n")
      .compactMap { line in
        let cells = line.split(separator: "|").map { cell in
          String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard cells.count == 4, cells[0].hasPrefix("`"), cells[0].hasSuffix("`") else { return nil }
        return Row(
          name: String(cells[0].dropFirst().dropLast()),
          floor: cells[1],
          mayImport: cells[3].split { ", ".contains($0) }.map(String.init).filter { $0 != "-" }
        )
      }
    guard rows.count > 10 else { throw TestFailure("the table of modules cannot be read") }
  }

  func row(_ name: String) -> Row? { rows.first { $0.name == name } }

  /// What a module may import: its row, and all that is below those.
  func allowed(_ name: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = row(name)?.mayImport ?? []
    while let next = waiting.popLast() {
      guard found.insert(next).inserted else { continue }
      waiting += row(next)?.mayImport ?? []
    }
    return found
  }
}
