internal import LinuxIO
internal import TOML

/// The offline check of the configuration: `default`, `show`, `check` and `path`.
///
/// Needs no daemon, and so also explains why one does not start.
struct ConfigurationCheck {
  /// What a check writes, and the code it ends with.
  struct Result: Sendable, Equatable {
    /// For the standard output.
    var output: [UInt8] = []
    /// For the standard error; one line or none.
    var complaint = ""
    var exitCode: Int32 = 0
  }

  enum Verb: String, Sendable, CaseIterable {
    /// The commented file with every key.
    case standard = "default"
    /// What is in force, and who set it.
    case show
    /// Every mistake with its place; without one, what may be one.
    case check
    /// The files in the order in which they are read.
    case path
  }

  let sources: ConfigurationSources

  func run(_ verb: Verb, json: Bool) -> Result {
    switch verb {
    case .standard: standard(json: json)
    case .show: show(json: json)
    case .check: check(json: json)
    case .path: path(json: json)
    }
  }

  /// The text of `Config/config.toml`.
  static var standardText: [UInt8] { PackageResources.config_toml }

  private func standard(json: Bool) -> Result {
    guard json else { return Result(output: ConfigurationCheck.standardText) }
    return ConfigurationText.json(Configuration(), origins: [:])
  }

  private func show(json: Bool) -> Result {
    do throws(ConfigurationError) {
      let (configuration, origins) = try Configuration.load(from: sources)
      return json
        ? ConfigurationText.json(configuration, origins: origins)
        : ConfigurationText.table(configuration, origins: origins)
    } catch {
      return failure(error, json: json)
    }
  }

  private func check(json: Bool) -> Result {
    do throws(ConfigurationError) {
      _ = try Configuration.load(from: sources)
      let notes = ConfigurationNotes.all(on: sources)
      guard json else {
        let lines = notes.map { "\($0.description.picture)\n" }.joined()
        return Result(output: Array((praise + lines).utf8))
      }
      return Result(output: ConfigurationText.json(notes))
    } catch {
      return failure(error, json: json)
    }
  }

  /// One line a file that was read, or that there is none.
  private var praise: String {
    let read = sources.files.filter { file in
      if case .bytes = sources.read(file) { true } else { false }
    }
    guard !read.isEmpty else { return "no file, all defaults\n" }
    return read.map { String(decoding: $0, as: UTF8.self) + ": ok\n" }.joined()
  }

  private func failure(_ error: ConfigurationError, json: Bool) -> Result {
    let count = error.problems.count
    let complaint =
      "the configuration cannot be used: \(count == 1 ? "1 mistake" : "\(count) mistakes")"
    return Result(
      output: json
        ? ConfigurationText.json(error) : Array((error.description + "\n").utf8),
      complaint: complaint,
      exitCode: 65
    )
  }

  private func path(json: Bool) -> Result {
    var result = Result()
    for file in sources.files {
      let state =
        switch sources.read(file) {
        case .bytes: "read"
        case .absent: "absent"
        case .failed: "unreadable"
        }
      if json {
        let path = ConfigurationText.json(String(decoding: file, as: UTF8.self))
        result.output += Array(
          "{\"schema\":1,\"path\":\(path),\"state\":\"\(state)\"}\n".utf8
        )
      } else {
        result.output += file + Array("\t\(state)\n".utf8)
      }
    }
    return result
  }
}
