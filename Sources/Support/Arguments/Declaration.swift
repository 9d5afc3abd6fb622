/// How one parameter is spelled and what it means, whatever the command.
///
/// Apart from the command's type, so that reading words is the same code for all of them.
public struct Declaration: Sendable {
  /// How the parameter stands among the words.
  public enum Kind: Sendable {
    /// `--name` or `-n`, without a value.
    case flag
    /// `--name VALUE`, `--name=VALUE`, `-n VALUE` or `-nVALUE`.
    case option
    /// A word in its place.
    case word
    /// Every further word.
    case rest
    /// Every word after `--`, dashes or not.
    case tail
  }

  public let kind: Kind
  /// The long name without dashes; of a word, the name of its value.
  public let name: String
  public let letter: Unicode.Scalar?
  /// What stands for the value in the help; `nil` for a flag.
  public let placeholder: String?
  /// What it means, in one line without a full stop.
  public let help: String
  /// What a value must look like, as the object of “expects”.
  let expected: @Sendable () -> String
  let isRequired: Bool

  /// How it is written, both ways if there are two: `-t, --type TYPE`.
  public var spelling: String {
    switch kind {
    case .word: isRequired ? name : "[\(name)]"
    case .rest: "\(name)…"
    case .tail: "-- \(name)…"
    case .flag, .option:
      (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " " + $0 } ?? "")
    }
  }

  var hasDashes: Bool { kind == .flag || kind == .option }
}
