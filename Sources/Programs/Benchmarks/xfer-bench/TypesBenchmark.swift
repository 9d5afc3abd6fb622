internal import UniformTypeIdentifiers

/// What content types cost a program: the first question, later ones, and ten thousand declarations.
struct TypesBenchmark {
  let laboratory: Laboratory

  private var runs: Int { laboratory.options.isQuick ? 21 : 201 }
  private static let questionsARun = 1000

  func run() {
    var starts = Table(
      "content types: making what is known, ms (median of \(runs); the first is one alone)",
      columns: ["", "ms", "target"]
    )
    // Nothing in this process has asked before: what `xfer` pays for its first type.
    let first = time { _ = UTType(mimeType: "image/png") }
    add("the first look-up", first, 2, &starts)
    var again = Samples()
    for _ in 0..<runs { again.add(time { TypeRegistry.install([], database: nil) }) }
    starts.add(["the system's types again", milliseconds(again.median)])
    var installs = Samples()
    for _ in 0..<runs / 10 { installs.add(time { TypeRegistry.install(Self.many, database: nil) }) }
    add("10,000 declarations", installs.median, 100, &starts)
    starts.show()
    lookUp()
    TypeRegistry.install([], database: nil)
  }

  private func add(_ name: String, _ nanoseconds: Double, _ limit: Double, _ table: inout Table) {
    let value = nanoseconds / 1e6
    let verdict = laboratory.verdicts.judge("types: \(name)", value, atMost: limit)
    table.add([name, milliseconds(nanoseconds), verdict])
  }

  private func lookUp() {
    var table = Table(
      "content types: look-ups among 10,000 declarations, ns "
        + "(median of \(runs) runs of \(Self.questionsARun))",
      columns: ["", "ns", "target"]
    )
    for (name, question) in Self.questions {
      var samples = Samples()
      for _ in 0..<runs {
        let nanoseconds = time { for _ in 0..<Self.questionsARun { question() } }
        samples.add(nanoseconds / Double(Self.questionsARun))
      }
      let verdict = laboratory.verdicts.judge(
        "types: \(name)",
        samples.median,
        atMost: 1000,
        decimals: 0
      )
      table.add([name, fixed(samples.median, 0), verdict])
    }
    table.show()
  }

  private static let questions: [(String, @Sendable () -> Void)] = [
    ("identifier", { use(UTType("org.openxmlformats.wordprocessingml.document")) }),
    ("identifier, dynamic", { use(UTType(dynamic.identifier)) }),
    ("extension", { use(UTType(filenameExtension: "docx")) }),
    ("extension, undeclared", { use(UTType(filenameExtension: "unheard-of")) }),
    ("MIME type", { use(UTType(mimeType: "image/svg+xml")) }),
    ("MIME type with a parameter", { use(UTType(mimeType: "text/plain; charset=UTF-8")) }),
    ("MIME type, undeclared", { use(UTType(mimeType: "application/x-unheard-of")) }),
    ("conformance", { use(UTType.svg.conforms(to: .text)) }),
    ("conformance, none", { use(UTType.svg.conforms(to: .audio)) }),
    ("conformance, dynamic", { use(dynamic.conforms(to: .data)) }),
    ("preferred MIME type", { use(UTType.svg.preferredMIMEType) }),
  ]

  private static let dynamic = UTType(pasteboardTypeName: "chromium/x-web-custom-data")

  private static let many = (0..<10_000).map { number in
    let parent = number % 10 == 0 ? "public.json" : "com.example.type-\(number - 1)"
    return TypeDeclaration(
      identifier: "com.example.type-\(number)",
      parents: [parent],
      mimeTypes: ["application/vnd.example.type-\(number)+json"],
      filenameExtensions: ["example\(number)"],
      localizedDescription: "Example \(number)"
    )
  }

  /// Keeps the optimiser from leaving a question out whose answer nobody wants.
  @inline(never)
  private static func use<Answer>(_ answer: Answer) {}

  private func time(_ work: () -> Void) -> Double {
    let (seconds, attoseconds) = ContinuousClock().measure(work).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
