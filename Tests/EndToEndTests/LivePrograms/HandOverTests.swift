import Testing

/// A program that hands its copy over when it ends does not make its user wait.
@Suite("Hand-over at the end of a program", .timeLimit(.minutes(15)))
struct HandOverTests {
  @Test(arguments: ["gtk", "qt5", "qt6"])
  func `takes less than 0.2 seconds, and all is there`(toolkit: String) throws {
    let session = try Session()
    // Other tests beside this one only ever make it slower.
    let times = try (1...3).map { _ in
      let outcome = try session.run([Programs.python, Programs.peer("handover.py"), toolkit])
      #expect(outcome.status == 0, "\(outcome.complaint)")
      return try #require(outcome.lines.first.flatMap { Int($0) })
    }
    #expect(times.contains { $0 < 200 }, "milliseconds: \(times)")
    let isThere = try holds(within: .seconds(5)) {
      try session.xclipReads(target: "UTF8_STRING").text.hasPrefix("handed over")
    }
    #expect(isThere)
    guard toolkit != "gtk" else { return }
    #expect(try session.xclipReads(target: "text/html").text.contains("<b>handed over"))
    #expect(try session.xclipReads(target: "image/png").out.count == 5_000_000)
  }
}
