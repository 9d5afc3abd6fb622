import Arguments

/// Why a verb ends without its result: one line for people and a code for programs.
struct Failure: Error, Equatable {
  /// What failed: a verb, a board, a file.
  let what: String
  /// Why, without a full stop.
  let why: String
  /// What may be done about it, as a sentence.
  let advice: String?
  let code: ExitCode
  /// Whether nobody needs to hear of it: the reader of our output went away.
  let isQuiet: Bool

  init(_ what: String, _ why: String, advice: String? = nil, code: ExitCode) {
    self.what = what
    self.why = why
    self.advice = advice
    self.code = code
    isQuiet = false
  }

  private init(quiet code: ExitCode) {
    (what, why, advice) = ("", "", nil)
    self.code = code
    isQuiet = true
  }

  /// The reader of our output went away.
  static let brokenPipe = Failure(quiet: .inputOutput)

  init(_ error: UsageError, in verb: String) {
    let advice = error.suggestion.map { "Did you mean \($0)?" } ?? "See: xfer help \(verb)"
    self.init(verb, error.reason, advice: advice, code: .usage)
  }

  /// What stands on standard error.
  var message: String {
    let line = "xfer: \(what): \(why)\n"
    return advice.map { line + $0 + "\n" } ?? line
  }
}
