internal import TOML

extension Configuration {
  /// Where the value of a key comes from.
  enum Origin: Sendable, Equatable {
    case standard
    /// A file with the line, or a variable or option with line 0.
    case set(by: String, line: Int)
  }

  /// Puts the configuration together: flag over `XFER_…` over user over system over default.
  ///
  /// Each source is checked for itself first, so that a mistake is found even where a stronger
  /// source hides it.
  ///
  /// - Parameter sources: Where to read from.
  /// - Returns: The configuration, and for each key that is not at its default who set it.
  /// - Throws: Every problem of every source.
  static func load(
    from sources: ConfigurationSources
  ) throws(ConfigurationError) -> (configuration: Configuration, origins: [String: Origin]) {
    var problems: [ConfigurationError.Problem] = []
    var whole = TOMLTable()
    for path in sources.files {
      let file = String(decoding: path, as: UTF8.self)
      switch sources.read(path) {
      case .absent: continue
      case .failed(let reason): problems.append(.init(file: file, message: reason))
      case .bytes(let bytes):
        do throws(TOMLError) {
          whole.merge(
            try checked(TOMLTable(parsing: bytes, file: file), file: file, problems: &problems)
          )
        } catch {
          problems.append(.init(error))
        }
      }
    }
    for layer in [variables(of: sources), settings(of: sources, problems: &problems)] {
      do throws(TOMLError) {
        whole.merge(try checked(layer, file: "", problems: &problems))
      } catch {
        problems.append(.init(error))
      }
    }
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    let result: (value: Configuration, mistakes: [TOMLError])
    do throws(TOMLError) {
      result = try TOMLDecoder.decode(Configuration.self, from: whole, file: "")
    } catch {
      throw ConfigurationError(problems: [.init(error)])
    }
    problems = result.mistakes.map(ConfigurationError.Problem.init)
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    return (result.value, origins(in: whole))
  }

  private static func checked(
    _ table: TOMLTable,
    file: String,
    problems: inout [ConfigurationError.Problem]
  ) throws(TOMLError) -> TOMLTable {
    let result = try TOMLDecoder.decode(Configuration.self, from: table, file: file)
    problems += result.mistakes.map(ConfigurationError.Problem.init)
    return table
  }

  private static func variables(of sources: ConfigurationSources) -> TOMLTable {
    var table = TOMLTable()
    for key in ConfigurationKey.all {
      guard let value = sources.variable(key.variable), !value.isEmpty else { continue }
      table.set(key, to: String(decoding: value, as: UTF8.self), from: key.variable)
    }
    return table
  }

  private static func settings(
    of sources: ConfigurationSources,
    problems: inout [ConfigurationError.Problem]
  ) -> TOMLTable {
    var table = TOMLTable()
    for setting in sources.settings {
      let path = String(setting.prefix { $0 != "=" })
      let origin = "--set \(path)"
      guard let separator = setting.firstIndex(of: "=") else {
        problems.append(.init(file: origin, message: "must be SECTION.KEY=VALUE"))
        continue
      }
      guard let key = ConfigurationKey.all.first(where: { $0.path == path }) else {
        let nearest = Spelling.suggestion(for: path, among: ConfigurationKey.all.map(\.path))
        let error = TOMLError(.unknownKey(path, suggestion: nearest), at: .init(file: origin))
        problems.append(.init(error))
        continue
      }
      table.set(key, to: String(setting[separator...].dropFirst()), from: origin)
    }
    return table
  }

  private static func origins(in table: TOMLTable) -> [String: Origin] {
    var origins: [String: Origin] = [:]
    for key in ConfigurationKey.all {
      guard let node = table.node(of: key) else { continue }
      origins[key.path] = .set(by: node.position.file, line: node.position.line)
    }
    return origins
  }
}

extension TOMLTable {
  fileprivate func node(of key: ConfigurationKey) -> TOMLNode? {
    guard !key.section.isEmpty else { return self[key.name] }
    guard case .table(let section)? = self[key.section]?.value else { return nil }
    return section[key.name]
  }

  /// Sets a key to what a word stands for.
  fileprivate mutating func set(_ key: ConfigurationKey, to word: String, from origin: String) {
    let position = TOMLPosition(file: origin)
    var table = TOMLTable()
    table.set(.init(key: key.name, at: position, node: .init(key.value(word), at: position)))
    if !key.section.isEmpty {
      let section = TOMLNode(.table(table), at: position)
      table = TOMLTable([.init(key: key.section, at: position, node: section)])
    }
    merge(table)
  }
}
