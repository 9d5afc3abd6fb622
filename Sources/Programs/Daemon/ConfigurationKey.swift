internal import TOML

/// A key of the configuration: where it stands, what it may be, which property it sets.
///
/// Reading, showing and checking are all readings of ``all``.
struct ConfigurationKey: Sendable {
  /// Empty for what stands in front of all sections.
  let section: String
  let name: String

  /// Reads the key from its place in a file into the property.
  let read: @Sendable (any Decoder, inout Configuration) throws -> Void
  /// The value of the property as a file has it.
  let written: @Sendable (Configuration) -> TOMLValue
  /// What a word of the command line or the environment stands for.
  let value: @Sendable (String) -> TOMLValue

  /// The key in one word: `timeouts.first-data`.
  var path: String { section.isEmpty ? name : "\(section).\(name)" }

  /// The variable that sets it: `XFER_TIMEOUTS_FIRST_DATA`.
  var variable: String {
    "XFER_" + String(path.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 })
  }

  /// Every key, in the order of `Config/config.toml`.
  static let all: [ConfigurationKey] =
    [.init("", "rule", \.rule), .init("", "folder", \.folder)]
    + timeouts + limits + selections + watch + history
    + [.init("notify", "drops", \.notify.drops), .init("notify", "captures", \.notify.captures)]
    + [.init("log", "level", \.log.level)]

  private static let timeouts: [ConfigurationKey] = {
    let sensible = Duration.milliseconds(10)...Duration.seconds(86_400)
    return [
      .init("timeouts", "targets", \.timeouts.targets, in: sensible),
      .init("timeouts", "first-data", \.timeouts.firstData, in: sensible),
      .init("timeouts", "between-pieces", \.timeouts.betweenPieces, in: sensible),
      .init("timeouts", "owner-idle", \.timeouts.ownerIdle, in: sensible),
      .init("timeouts", "connect", \.timeouts.connect, in: sensible),
      .init("timeouts", "command", \.timeouts.command, in: sensible),
      .init("timeouts", "shutdown", \.timeouts.shutdown, in: sensible),
      .init("timeouts", "save", \.timeouts.save, in: sensible),
    ]
  }()

  private static let limits: [ConfigurationKey] = {
    let many = 1...65_536
    return [
      .init("limits", "message", \.limits.message, in: .kibibytes(64) ... .gibibytes(1)),
      .init("limits", "spool", \.limits.spool, in: .mebibytes(1) ... .gibibytes(1024)),
      .init("limits", "sensitive", \.limits.sensitive, in: ByteCount(0) ... .gibibytes(1)),
      .init("limits", "representations", \.limits.representations, in: many),
      .init("limits", "transfers", \.limits.transfers, in: many),
      .init("limits", "command-output", \.limits.commandOutput, in: ByteCount(1) ... .gibibytes(4)),
      .init(
        "limits",
        "command-memory",
        \.limits.commandMemory,
        in: .mebibytes(8) ... .gibibytes(64)
      ),
    ]
  }()

  private static let selections: [ConfigurationKey] = [
    .init("selections", "clipboard", \.selections.clipboard),
    .init("selections", "primary", \.selections.primary),
    .init("selections", "secondary", \.selections.secondary),
    .init("selections", "manager", \.selections.manager),
    .init("selections", "rescue", \.selections.rescue),
    .init("selections", "mirror", \.selections.mirror),
  ]

  private static let watch: [ConfigurationKey] = [
    .init("watch", "clipboard", \.watch.clipboard),
    .init("watch", "primary", \.watch.primary),
    .init("watch", "secondary", \.watch.secondary),
    .init("watch", "rest", \.watch.rest, in: .zero ... .seconds(60)),
    .init("watch", "size", \.watch.size, in: ByteCount(0) ... .gibibytes(1024)),
    .init("watch", "types", \.watch.types),
    .init("watch", "ignore-types", \.watch.ignoreTypes),
    .init("watch", "ignore-sources", \.watch.ignoreSources),
    .init("watch", "images", \.watch.images),
  ]

  private static let history: [ConfigurationKey] = [
    .init("history", "entries", \.history.entries, in: 0...1_000_000_000),
    .init("history", "size", \.history.size, in: ByteCount(0) ... .gibibytes(1 << 20)),
    .init("history", "age", \.history.age, in: .zero ... .seconds(86_400 * 36_525)),
    .init("history", "limit", \.history.limit),
  ]
}

extension ConfigurationKey {
  private init<Value: ConfigurationValue>(
    _ section: String,
    _ name: String,
    _ property: any WritableKeyPath<Configuration, Value> & Sendable,
    check: @escaping @Sendable (Value, _ at: [any CodingKey]) throws -> Void = { _, _ in }
  ) {
    self.section = section
    self.name = name
    read = { decoder, configuration in
      let value = try Value(reading: decoder.singleValueContainer())
      try check(value, decoder.codingPath)
      configuration[keyPath: property] = value
    }
    written = { $0[keyPath: property].written }
    value = { Value.value(of: $0) }
  }

  private init<Value: ConfigurationValue & Comparable>(
    _ section: String,
    _ name: String,
    _ property: any WritableKeyPath<Configuration, Value> & Sendable,
    in bounds: ClosedRange<Value>
  ) {
    self.init(section, name, property) { value, path in
      guard !bounds.contains(value) else { return }
      let low = bounds.lowerBound.written.text
      let high = bounds.upperBound.written.text
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "must be between \(low) and \(high)")
      )
    }
  }
}
