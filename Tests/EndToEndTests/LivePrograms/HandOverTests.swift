import Testing

/// A program that hands its copy over when it ends does not make its user wait.
@Suite("Hand-over at the end of a program", .timeLimit(.minutes(1)))
struct HandOverTests {
  @Test(
    .enabled(if: Relay.isKept, "xferd saves nothing yet"),
    arguments: [("gtk", Program.gtk3), ("qt5", .qt5), ("qt6", .qt6)]
  )
  func `takes less than 0.2 seconds, and all is there`(name: String, program: Program) throws {
    let session = try Session()
    let script = Programs.peer("handover.py")
    let outcome = try session.run([Programs.python, script, name])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let milliseconds = try #require(outcome.lines.first.flatMap { Int($0) })
    #expect(milliseconds < 200, "\(program.rawValue)")
    let isThere = try holds(within: .seconds(5)) {
      try session.xclipReads(target: "UTF8_STRING").text.hasPrefix("handed over")
    }
    #expect(isThere)
    guard program != .gtk3 else { return }
    #expect(try session.xclipReads(target: "text/html").text.contains("<b>handed over"))
    #expect(try session.xclipReads(target: "image/png").out.count == 5_000_000)
  }
}
