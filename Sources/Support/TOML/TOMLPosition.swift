/// A place in a TOML file.
public struct TOMLPosition: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as the caller gave it, for messages only.
  public var file: String
  /// Counted from 1; 0 if the place is the file as a whole.
  public var line: Int
  /// Counted from 1, in characters; 0 if the place is the file as a whole.
  public var column: Int

  public init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as compilers write it: `FILE:LINE:COLUMN`.
  public var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
