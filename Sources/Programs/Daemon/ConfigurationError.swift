internal import TOML

/// Everything that is wrong with the configuration, each with its place.
struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One mistake.
  struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The file, or the variable or option that has the mistake.
    var file: String
    /// Counted from 1; 0 if the problem is the file as a whole, or no file.
    var line = 0
    var column = 0
    var message: String

    var description: String {
      line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
    }
  }

  /// At least one.
  var problems: [Problem]

  var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension ConfigurationError.Problem {
  init(_ error: TOMLError) {
    self.init(
      file: error.position.file,
      line: error.position.line,
      column: error.position.column,
      message: error.explanation
    )
  }
}
