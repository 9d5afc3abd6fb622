internal import TOML

/// A type of value that a key of the configuration can have.
protocol ConfigurationValue: Sendable {
  /// Reads the value of a key in a file.
  init(reading container: any SingleValueDecodingContainer) throws

  /// The value as a file has it.
  var written: TOMLValue { get }

  /// What a word of the command line or the environment stands for.
  static func value(of word: String) -> TOMLValue
}

extension ConfigurationValue {
  static func value(of word: String) -> TOMLValue { .string(word) }
}

/// A value in a table of its own, read as every other key's.
struct Reading<Value: ConfigurationValue>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(reading: try decoder.singleValueContainer())
  }
}

extension Bool: ConfigurationValue {
  init(reading container: any SingleValueDecodingContainer) throws {
    self = try container.decode(Bool.self)
  }

  var written: TOMLValue { .boolean(self) }

  static func value(of word: String) -> TOMLValue {
    switch word {
    case "true", "yes", "1": .boolean(true)
    case "false", "no", "0": .boolean(false)
    default: .string(word)
    }
  }
}

extension Int: ConfigurationValue {
  init(reading container: any SingleValueDecodingContainer) throws {
    self = try container.decode(Int.self)
  }

  var written: TOMLValue { .integer(Int64(self)) }

  static func value(of word: String) -> TOMLValue {
    Int64(word).map(TOMLValue.integer) ?? .string(word)
  }
}

extension ByteCount: ConfigurationValue {
  init(reading container: any SingleValueDecodingContainer) throws {
    let size: ByteCount?
    // A number is one of two forms, so that it is none is no error yet.
    if let bytes = try? container.decode(Int.self) {
      size = bytes < 0 ? nil : ByteCount(bytes)
    } else {
      size = ByteCount(try container.decode(String.self))
    }
    guard let size else { throw container.unreadable("must be a size: \"64KiB\", \"10MB\"") }
    self = size
  }

  var written: TOMLValue { .string(description) }
}

extension Duration: ConfigurationValue {
  init(reading container: any SingleValueDecodingContainer) throws {
    guard let duration = Duration(text: try container.decode(String.self)) else {
      throw container.unreadable("must be a duration: \"500ms\", \"45s\", \"10m\"")
    }
    self = duration
  }

  var written: TOMLValue { .string(text) }
}

/// How much the daemon says about itself; each level includes those before it.
enum LogLevel: String, Sendable, CaseIterable, ConfigurationValue {
  /// Something does not work and stays so.
  case error
  /// Something went wrong that we could work around.
  case warning
  /// Rare and worth knowing: started, display lost, configuration read anew.
  case notice
  /// One line for what users do.
  case info
  /// One line for what happens inside.
  case debug

  init(reading container: any SingleValueDecodingContainer) throws {
    guard let level = LogLevel(rawValue: try container.decode(String.self)) else {
      let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw container.unreadable("must be one of \(levels)")
    }
    self = level
  }

  var written: TOMLValue { .string(rawValue) }
}

extension SingleValueDecodingContainer {
  fileprivate func unreadable(_ message: String) -> DecodingError {
    DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }
}
