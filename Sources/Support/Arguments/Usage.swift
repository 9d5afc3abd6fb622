/// The help of a command, read from its table of parameters.
public struct Usage: CustomStringConvertible {
  private let title: String
  private let rows: [(String, String)]
  private let discussion: String

  public init<Root: Command>(of command: Root.Type) {
    title = "\(Root.name): \(Root.summary)"
    rows = Root.parameters.map { ($0.declaration.spelling, $0.declaration.help) }
    discussion = Root.discussion
  }

  public var description: String {
    let width = rows.map(\.0.count).max() ?? 0
    var lines = [title]
    if !rows.isEmpty { lines.append("") }
    for (spelling, help) in rows {
      let padding = String(repeating: " ", count: width - spelling.count)
      lines.append("  \(spelling)\(padding)  \(help)")
    }
    if !discussion.isEmpty { lines += ["", discussion] }
    return lines.joined(separator: "\n") + "\n"
  }
}
