internal import TOML

/// How the configuration is written for people and for programs.
enum ConfigurationText {
  /// A file that could be used, with the origin of each value behind it.
  static func table(
    _ configuration: Configuration,
    origins: [String: Configuration.Origin]
  ) -> ConfigurationCheck.Result {
    var lines: [String] = []
    var section = ""
    // What is empty, and so stands on a line of its own, must come before the tables of others.
    let isInTables = { (key: ConfigurationKey) -> Bool in
      key.section.isEmpty && !key.written(configuration).tables.isEmpty
    }
    let first = ConfigurationKey.all.filter { $0.section.isEmpty && !isInTables($0) }
    let rest = ConfigurationKey.all.filter { !$0.section.isEmpty || isInTables($0) }
    for key in first + rest {
      if key.section != section {
        section = key.section
        lines.append("\n[\(section)]")
      }
      lines += self.lines(key, key.written(configuration), origins[key.path] ?? .standard)
    }
    return .init(output: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// A key with its value, or a table for each of several.
  private static func lines(
    _ key: ConfigurationKey,
    _ value: TOMLValue,
    _ origin: Configuration.Origin
  ) -> [String] {
    func line(_ text: String) -> String {
      let padding = String(repeating: " ", count: max(1, 28 - text.count))
      return "\(text)\(padding)# \(words(for: origin))"
    }
    let tables = value.tables
    // An array in one line can stand in any section, its tables only in front of them all.
    guard key.section.isEmpty, !tables.isEmpty else { return [line("\(key.name) = \(value.text)")] }
    return tables.flatMap { table in
      [line("[[\(key.name)]]")] + table.entries.map { "\($0.key) = \($0.node.value.text)" }
    }
  }

  /// One object: `configuration` by section and key, `origins` by path.
  static func json(
    _ configuration: Configuration,
    origins: [String: Configuration.Origin]
  ) -> ConfigurationCheck.Result {
    let sections = ConfigurationKey.all.map(\.section).reduce(into: [String]()) { names, name in
      if names.last != name, !name.isEmpty { names.append(name) }
    }
    let single = ConfigurationKey.all.filter(\.section.isEmpty).map { key in
      "\(json(key.name)):\(json(key.written(configuration)))"
    }
    let values = sections.map { section in
      let members = ConfigurationKey.all.filter { $0.section == section }.map { key in
        "\(json(key.name)):\(json(key.written(configuration)))"
      }
      return "\(json(section)):{\(members.joined(separator: ","))}"
    }
    let places = ConfigurationKey.all.map { key in
      "\(json(key.path)):\(json(words(for: origins[key.path] ?? .standard)))"
    }
    let text =
      "{\"schema\":1,\"configuration\":{\((values + single).joined(separator: ","))},"
      + "\"origins\":{\(places.joined(separator: ","))}}\n"
    return .init(output: Array(text.utf8))
  }

  /// One object that lists the problems.
  static func json(_ error: ConfigurationError) -> [UInt8] {
    let list = json(list: error.problems)
    return Array("{\"schema\":1,\"valid\":false,\"problems\":\(list)}\n".utf8)
  }

  /// One object that lists no problems, and what may be some.
  static func json(_ notes: [ConfigurationError.Problem]) -> [UInt8] {
    let list = json(list: notes)
    return Array("{\"schema\":1,\"valid\":true,\"problems\":[],\"notes\":\(list)}\n".utf8)
  }

  private static func json(list problems: [ConfigurationError.Problem]) -> String {
    let objects = problems.map { problem in
      "{\"file\":\(json(problem.file)),\"line\":\(problem.line),\"column\":\(problem.column),"
        + "\"message\":\(json(problem.message))}"
    }
    return "[\(objects.joined(separator: ","))]"
  }

  /// A JSON string.
  ///
  /// Source: RFC 8259 §7.
  static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func json(_ value: TOMLValue) -> String {
    switch value {
    case .string(let text), .dateTime(let text): json(text)
    case .integer, .float, .boolean: value.text
    case .array(let items): "[" + items.map { json($0.value) }.joined(separator: ",") + "]"
    case .table(let table):
      "{" + table.entries.map { "\(json($0.key)):\(json($0.node.value))" }.joined(separator: ",")
        + "}"
    }
  }

  private static func words(for origin: Configuration.Origin) -> String {
    switch origin {
    case .standard: "default"
    case .set(let source, 0): source
    case .set(let file, let line): "\(file):\(line)"
    }
  }
}

extension TOMLValue {
  /// What an array of nothing but tables has.
  fileprivate var tables: [TOMLTable] {
    guard case .array(let items) = self else { return [] }
    return items.compactMap { if case .table(let table) = $0.value { table } else { nil } }
  }
}
