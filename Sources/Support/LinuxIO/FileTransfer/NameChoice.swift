/// What happens when something has the wanted name.
public enum NameConflict: Equatable, Sendable {
  /// The next candidate is tried.
  case rename
  /// A file is replaced, by one step and once the new one is complete; a directory never is.
  case replace
  /// Nothing is done, which is no error.
  case skip
  /// An error.
  case fail
}

/// The names that something may get in its directory, and when.
public struct NameChoice: Sendable {
  /// How many candidates are tried.
  public static let limit = 10_000

  public let conflict: NameConflict
  let candidate: @Sendable (Int) -> [UInt8]

  /// `candidate` gives the wanted name for 1, and others for 2, 3 and so on.
  ///
  /// Each is one name of at most as many bytes as the file system takes, usually 255.
  public init(
    onConflict conflict: NameConflict,
    candidate: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.conflict = conflict
    self.candidate = candidate
  }
}

/// Tries names one after the other: do what ``step`` says, and say what had the name.
struct NameAttempts {
  enum Step: Equatable {
    /// Give it this name, if nothing has it; if `replacing`, also instead of a file.
    case attempt([UInt8], replacing: Bool)
    case skip
    case fail(FileTransferError.Cause)
  }

  enum Occupant {
    case directory
    case other
  }

  private(set) var step: Step
  private let choice: NameChoice
  private let isDirectory: Bool
  private var number = 1

  /// For something that is itself a directory or not.
  init(_ choice: NameChoice, isDirectory: Bool) {
    self.choice = choice
    self.isDirectory = isDirectory
    step = Self.attempt(choice.candidate(1))
  }

  /// The name of the last attempt was taken, by this.
  mutating func nameIsTaken(by occupant: Occupant) {
    guard case .attempt(let name, _) = step else { return }
    switch choice.conflict {
    case .skip: step = .skip
    case .fail: step = .fail(.nameTaken)
    case .replace where occupant == .directory: step = .fail(.directoryInPlace)
    case .replace where isDirectory: step = .fail(.fileInPlace)
    case .replace: step = .attempt(name, replacing: true)
    case .rename where number >= NameChoice.limit: step = .fail(.allNamesTaken)
    case .rename:
      number += 1
      step = Self.attempt(choice.candidate(number))
    }
  }

  private static func attempt(_ name: [UInt8]) -> Step {
    let isOne =
      !name.isEmpty && !name.contains(0) && !name.contains(UInt8(ascii: "/"))
      && name != [UInt8(ascii: ".")] && name != Array("..".utf8)
    // A staging name would be swept by the next transfer.
    return isOne && !StagingName.matches(name)
      ? .attempt(name, replacing: false) : .fail(.unusableName)
  }
}
