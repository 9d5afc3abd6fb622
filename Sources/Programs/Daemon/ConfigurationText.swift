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
    for key in ConfigurationKey.all {
      if key.section != section {
        section = key.section
        lines.append((lines.isEmpty ? "" : "\n") + "[\(section)]")
      }
      let assignment = "\(key.name) = \(key.written(configuration).text)"
      let padding = String(repeating: " ", count: max(1, 28 - assignment.count))
      lines.append("\(assignment)\(padding)# \(words(for: origins[key.path] ?? .standard))")
    }
    return .init(output: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// One object: `configuration` by section and key, `origins` by path.
  static func json(
    _ configuration: Configuration,
    origins: [String: Configuration.Origin]
  ) -> ConfigurationCheck.Result {
    let sections = ConfigurationKey.all.map(\.section).reduce(into: [String]()) { names, name in
      if names.last != name { names.append(name) }
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
      "{\"schema\":1,\"configuration\":{\(values.joined(separator: ","))},"
      + "\"origins\":{\(places.joined(separator: ","))}}\n"
    return .init(output: Array(text.utf8))
  }

  /// One object that lists the problems.
  static func json(_ error: ConfigurationError) -> [UInt8] {
    let problems = error.problems.map { problem in
      "{\"file\":\(json(problem.file)),\"line\":\(problem.line),\"column\":\(problem.column),"
        + "\"message\":\(json(problem.message))}"
    }
    let list = problems.joined(separator: ",")
    return Array("{\"schema\":1,\"valid\":false,\"problems\":[\(list)]}\n".utf8)
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
    if case .string(let text) = value { return json(text) }
    return value.text
  }

  private static func words(for origin: Configuration.Origin) -> String {
    switch origin {
    case .standard: "default"
    case .set(let source, 0): source
    case .set(let file, let line): "\(file):\(line)"
    }
  }
}
