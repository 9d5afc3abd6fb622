import Arguments
import LinuxIO

/// The program `xfer`: words in, results on standard output, talk on standard error, a code.
public enum Application {
  /// Runs the words that this process was called with, and ends it.
  public static func main() -> Never {
    CurrentProcess.reserveStandardDescriptors()
    Interruption.exitOnInterrupt()
    let code = run(Array(CurrentProcess.arguments.dropFirst()))
    CurrentProcess.exit(code.rawValue)
  }

  /// Runs the words after the program's name.
  static func run(_ words: [[UInt8]]) -> ExitCode {
    do {
      return try dispatch(words, in: Session())
    } catch {
      if !error.isQuiet { complain(error.message) }
      return error.code
    }
  }

  private static func dispatch(
    _ words: [[UInt8]],
    in session: Session
  ) throws(Failure) -> ExitCode {
    guard let first = words.first else {
      complain(Help.overview)
      return .usage
    }
    let name: VerbName
    do throws(UsageError) {
      name = try verb(of: first)
    } catch {
      let advice = error.suggestion.map { "Did you mean \($0)?" } ?? "See: xfer help"
      throw Failure(Word.shown(first), error.reason, advice: advice, code: .usage)
    }
    return try name.open(Run(words: Array(words.dropFirst()), session: session))
  }

  /// The verb of the first word, which may also be one of two options.
  private static func verb(of word: [UInt8]) throws(UsageError) -> VerbName {
    guard word.first == UInt8(ascii: "-") else { return try VerbName(word: word) }
    switch String(decoding: word, as: UTF8.self) {
    case "--version", "-V": return .version
    case "--help", "-h": return .help
    default: throw .unknownOption(Word.shown(word), suggestion: nil)
    }
  }

  /// Says something on standard error.
  static func complain(_ text: String) {
    let error = FileDescriptor(owning: 2)
    // There is nowhere left to say that standard error is closed.
    try? error.writeAll(Array(text.utf8))
    _ = error.release()
  }
}

/// Reads a verb's words and does what they say.
private struct Run: VerbBody {
  let words: [[UInt8]]
  let session: Session

  func callAsFunction<V: Verb>(_ verb: V.Type) throws(Failure) -> ExitCode {
    let scanned: Scanned<V>
    do {
      scanned = try V.scan(words)
    } catch {
      throw Failure(error, in: V.name)
    }
    switch scanned {
    case .command(let command): return try command.run(in: session)
    case .help:
      try session.output.write(Usage(of: verb).description)
      return .done
    }
  }
}
