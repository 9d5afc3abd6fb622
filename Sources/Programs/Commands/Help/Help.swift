import Arguments

/// `xfer help`: all verbs, or one.
struct Help: Verb {
  static let name = "help"
  static let summary = "Show this, or the help of a verb"
  static let parameters: [Parameter<Self>] = [
    .word("VERB", \.verb, "The verb; default: all, in short")
  ]

  var verb: [UInt8]?

  func run(in session: Session) throws(Failure) -> ExitCode {
    guard let verb else {
      try session.output.write(Self.overview)
      return .done
    }
    let name: VerbName
    do throws(UsageError) {
      name = try VerbName(word: verb)
    } catch {
      throw Failure(error, in: Self.name)
    }
    try session.output.write(name.usage)
    return .done
  }

  /// Every verb with what it does.
  static var overview: String {
    let names = VerbName.allCases
    let width = names.map(\.rawValue.count).max() ?? 0
    var text = "xfer: Copy and paste with types\n\n"
    for name in names {
      if let heading = heading(before: name) { text += heading }
      let padding = String(repeating: " ", count: width - name.rawValue.count)
      text += "  \(name.rawValue)\(padding)  \(name.summary)\n"
    }
    return text + """

      An ENTRY is an id, the first 4 digits or more of one, or its place on a board: @1 is the newest.
      xfer help VERB shows what it takes. Exit codes: 0 done, 1 nothing there or not of that type,
      64 usage, 65 data, 66 input, 69 no daemon or display, 73 cannot create, 74 input or output,
      75 no answer in time, 76 protocol broken, 77 not permitted, 130 interrupted.

      """
  }

  /// What stands above the first verb of a group.
  private static func heading(before name: VerbName) -> String? {
    switch name {
    case .put: "What is on a board now\n"
    case .list: "\nWhat was: history and its boards\n"
    case .folder: "\nWhat comes by itself\n"
    case .type: "\nWhat content is, and how xfer is\n"
    default: nil
    }
  }
}
