internal import Declarations
internal import LinuxIO
internal import Store
internal import Varlink

/// `xferd doctor --store`: checks the history, mends what can be mended, and says so.
struct StoreDoctor {
  let directory: [UInt8]
  /// Whether it only says what is wrong.
  let isDry: Bool
  let isJSON: Bool
  /// What errors call the program.
  let program: String

  /// As many findings as one object holds.
  private static let most = 10_000

  /// Runs it, and answers the exit code.
  func run() -> Int32 {
    // Types of the user's own decide which content is text.
    _ = InstalledTypes(from: DeclarationFolders(of: UserDirectories()))
    var report = Report()
    var progress = Progress()
    let check = StoreCheck(
      of: directory,
      isDry: isDry,
      found: { finding in
        progress.hide()
        report.add(finding, limit: isJSON ? Self.most : 0)
        if !isJSON { write("\(finding.outcome.rawValue): \(finding.text.picture)\n") }
      },
      progress: { progress.update($0, of: $1) }
    )
    do {
      let summary = try check.run()
      progress.hide()
      report.take(summary)
      write(isJSON ? report.object : report.summary(isDry: isDry))
      return report.exitCode
    } catch {
      progress.hide()
      StandardStream.error.write("\(program): doctor: \("\(error)".picture)\n")
      if case .newer = error { return 69 }
      return 74
    }
  }

  private func write(_ text: String) { StandardStream.output.write(text) }

  /// What was found, as one object.
  private struct Report: Encodable {
    struct Finding: Encodable {
      let outcome: String
      let text: String
    }

    var entries = 0
    var files = 0
    var bytes = 0
    var inUse = false
    var mended = 0
    var lost = 0
    var left = 0
    var findings: [Finding] = []

    mutating func add(_ finding: StoreFinding, limit: Int) {
      switch finding.outcome {
      case .mended: mended += 1
      case .lost: lost += 1
      case .left: left += 1
      }
      guard findings.count < limit else { return }
      findings.append(Finding(outcome: finding.outcome.rawValue, text: finding.text))
    }

    mutating func take(_ summary: StoreCheck.Summary) {
      entries = summary.entryCount
      files = summary.fileCount
      bytes = summary.byteCount
      inUse = summary.isInUse
    }

    /// EX_IOERR if something is lost, EX_UNAVAILABLE if something is wrong and was left as it is.
    var exitCode: Int32 { lost > 0 ? 74 : left > 0 ? 69 : 0 }

    var object: String {
      // Texts, numbers and lists of them: every one has a JSON form.
      guard case .object(let members)? = try? MessageEncoder.encode(self) else { return "" }
      let schema = JSON.Member("schema", .integer(1))
      return String(decoding: JSON.object([schema] + members).serialized(), as: UTF8.self) + "\n"
    }

    func summary(isDry: Bool) -> String {
      let matters = [(mended, "mended"), (lost, "lost"), (left, "left as it is")]
      let outcomes = matters.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      let result = outcomes.isEmpty ? "all is well" : outcomes.joined(separator: ", ")
      let unchecked = "the index for searches was not checked"
      let advice =
        inUse
        ? "a daemon has the history, which was only read; \(unchecked): see after xfer daemon stop\n"
        : isDry ? "nothing was mended; \(unchecked)\n" : ""
      return "entries \(entries), files \(files), bytes \(bytes): \(result)\n" + advice
    }
  }

  /// The line that says how far it is: on a terminal, after the first second.
  private struct Progress {
    private let isVisible = Terminal.isTerminal(2)
    private var next = MonotonicTime.now + .seconds(1)
    private var isShown = false

    mutating func update(_ done: Int, of total: Int) {
      guard isVisible, total > 0, MonotonicTime.now >= next else { return }
      next = .now + .milliseconds(250)
      isShown = true
      let share = min(100, done / max(1, total / 100))
      StandardStream.error.write("\r\u{1B}[K\(share) % of \(total >> 20) MiB")
    }

    /// Takes the line away.
    mutating func hide() {
      guard isShown else { return }
      isShown = false
      StandardStream.error.write("\r\u{1B}[K")
    }
  }
}
