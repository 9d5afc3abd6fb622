@testable import MIMEInfo

/// Beginnings of contents that the machine's rules for contents are made for.
enum MagicSamples {
  struct Head: Sendable {
    let type: String
    let priority: Int
    let content: [UInt8]
  }

  /// One for each rule: its first conditions are met, and everything else is 0xEE.
  static func heads() throws -> [Head] {
    MagicFile.rules(try MachineDatabase.file("magic")).compactMap { rule in
      guard let first = rule.matchlets.first else { return nil }
      var content: [UInt8] = []
      meet(first, in: &content)
      return Head(type: rule.type.lowercased(), priority: rule.priority, content: content)
    }
  }

  /// Contents that are told by something behind the first 5000 bytes.
  static func far() throws -> [[UInt8]] {
    MagicFile.rules(try MachineDatabase.file("magic")).flatMap(\.matchlets).compactMap { first in
      guard let far = first.children.first(where: { $0.rangeLength > 5000 }) else { return nil }
      var near = first
      near.children = []
      var content = [UInt8](repeating: 0xEE, count: 5000)
      meet(near, in: &content)
      return content + far.value
    }
  }

  private static func meet(_ matchlet: ContentRule.Matchlet, in content: inout [UInt8]) {
    let end = matchlet.start + matchlet.value.count
    if content.count < end {
      content += [UInt8](repeating: 0xEE, count: end - content.count)
    }
    let swap = 1.littleEndian == 1 ? matchlet.wordSize - 1 : 0
    for index in matchlet.value.indices {
      let mask = matchlet.mask?[index ^ swap] ?? 0xFF
      let old = content[matchlet.start + index]
      content[matchlet.start + index] = matchlet.value[index ^ swap] & mask | old & ~mask
    }
    if let child = matchlet.children.first { meet(child, in: &content) }
  }
}
