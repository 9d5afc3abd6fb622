import LinuxIO
import Wire

/// Entries as lines, part by part, so that a list of any length takes no memory.
struct Listing {
  enum Form: Equatable {
    /// A JSON object a line.
    case objects
    /// Cells with tabs between them; exact titles may hold anything but NUL.
    case records(isExact: Bool, end: UInt8)
    /// A table for people, as wide as their terminal.
    case columns(width: Int)
  }

  private let form: Form
  private let namesBoards: Bool
  private let rendering: Rendering
  private let now: LocalTime?
  /// As wide as any cell so far, without the title.
  private var widths: [Int] = []
  private(set) var isEmpty = true

  init(form: Form, namesBoards: Bool, _ rendering: Rendering, now: LocalTime? = .current) {
    self.form = form
    self.namesBoards = namesBoards
    self.rendering = rendering
    self.now = now
  }

  /// What stands for the next entries.
  mutating func text(of entries: [EntrySummary]) throws(Failure) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    defer { isEmpty = false }
    switch form {
    case .objects: return try Self.objects(entries)
    case .records(let isExact, let end): return records(entries, isExact: isExact, end: end)
    case .columns(let width): return Array(columns(entries, within: width).utf8)
    }
  }

  private static func objects(_ entries: [EntrySummary]) throws(Failure) -> [UInt8] {
    var text: [UInt8] = []
    for entry in entries {
      guard let json = Rendering.json(entry) else {
        throw Failure("xfer", "the answer has no JSON form", code: .protocolBroken)
      }
      text += json
    }
    return text
  }

  // MARK: Programs

  private func records(_ entries: [EntrySummary], isExact: Bool, end: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(entries.count * 160)
    for entry in entries {
      text += "\(entry.index)\t\(entry.entry)\t\(EntryTime.exact(entry.time))\t".utf8
      text += visible(entry.source ?? "").utf8
      text.append(.tab)
      text += visible(entry.types.joined(separator: ",")).utf8
      text += "\t\(entry.size)\t".utf8
      if namesBoards {
        text += visible(entry.board).utf8
        text.append(.tab)
      }
      if isExact {
        // The one byte that would end a record too early.
        for byte in entry.title.utf8 where byte != 0 { text.append(byte) }
      } else {
        text += visible(entry.title).utf8
      }
      text.append(end)
    }
    return text
  }

  // MARK: People

  private mutating func columns(_ entries: [EntrySummary], within width: Int) -> String {
    let heading = cells(["", "PLACE", "ID", "TIME", "SOURCE", "TYPE", "SIZE"], board: "BOARD")
    let rows = entries.map { cells(of: $0) }
    if isEmpty { widths = heading.map(TerminalWidth.of) }
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], TerminalWidth.of(cell))
      }
    }
    var text = isEmpty ? rendering.bold(line(heading, title: "TITLE", within: width)) + "\n" : ""
    for (entry, row) in zip(entries, rows) {
      text += line(row, title: visible(entry.title), within: width) + "\n"
    }
    return text
  }

  private func cells(of entry: EntrySummary) -> [String] {
    let time = now.map { EntryTime.short(entry.time, now: $0) } ?? EntryTime.full(entry.time)
    return cells(
      [
        (entry.current ? "*" : " ") + (entry.pinned ? "P" : " "),
        "@\(entry.index)",
        visible(String(entry.entry.prefix(10))),
        time,
        TerminalWidth.cut(visible(entry.source ?? ""), to: 12),
        TerminalWidth.cut(visible(Self.shortName(of: entry.types)), to: 12),
        rendering.size(entry.size),
      ],
      board: TerminalWidth.cut(visible(entry.board), to: 16)
    )
  }

  private func cells(_ cells: [String], board: String) -> [String] {
    namesBoards ? [board] + cells : cells
  }

  private func line(_ cells: [String], title: String, within width: Int) -> String {
    var line = ""
    var used = 0
    for (cell, column) in zip(cells, widths) {
      let padding = max(0, column - TerminalWidth.of(cell))
      line += cell + String(repeating: " ", count: padding + 2)
      used += column + 2
    }
    return line + TerminalWidth.cut(title, to: max(10, width - used))
  }

  /// What people call the first type that has a name.
  static func shortName(of types: [String]) -> String {
    let named = types.first { !$0.hasPrefix("dyn.") }
    guard let type = named ?? types.first else { return "" }
    if type.hasPrefix("dyn.") { return "other" }
    if type.hasPrefix("public."), type.hasSuffix("plain-text") { return "text" }
    return type.split(separator: ".").last.map(String.init) ?? type
  }
}

extension LocalTime {
  /// Now.
  static var current: LocalTime? {
    LocalTime(secondsSince1970: Int64(LocalTime.nanosecondsSince1970 / 1_000_000_000))
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
}
