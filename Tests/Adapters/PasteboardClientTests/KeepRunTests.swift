import CoreTransferable
import Testing
import Wire

@testable import PasteboardClient

@Suite("Keeping promises")
struct KeepRunTests {
  private static let types: [UTType] = [.json, .html, .png]

  private static let promises = types.enumerated().map { index, type in
    PromiseLedger.Promise(
      key: .init(entry: "e", place: WantedContent(item: 0, representation: index)),
      board: "clipboard",
      contentType: type
    )
  }

  @Test func `promises are handed out in their order, each once`() {
    let run = KeepRun(Self.promises, byteLimit: 0)
    #expect(run.next()?.promise.contentType == .json)
    #expect(run.next()?.promise.contentType == .html)
    #expect(run.next()?.place == 2)
    #expect(run.next() == nil)
  }

  @Test func `bytes are granted until the budget is used up, and small ones still fit`() throws {
    let run = KeepRun(Self.promises, byteLimit: 100)
    try run.take(60)
    #expect(throws: KeepRun.Refusal.self) { try run.take(41) }
    try run.take(40)
    #expect(throws: KeepRun.Refusal.self) { try run.take(1) }
    try run.take(0)
  }

  @Test func `the report names losses in the order of the copies`() {
    let run = KeepRun(Self.promises, byteLimit: 10)
    run.lose(2, reason: "late")
    run.keep(byteCount: 7)
    run.lose(0, reason: "broken")
    let report = run.report
    #expect(report.keptCount == 1)
    #expect(report.keptByteCount == 7)
    #expect(report.lost.map(\.contentType) == [.json, .png])
    #expect(report.lost.map(\.reason) == ["broken", "late"])
    #expect(report.lost.map(\.board) == [.clipboard, .clipboard])
    #expect(!report.isComplete)
    #expect(
      report.description
        == "2 of 3 representations were not kept: public.json: broken; public.png: late"
    )
  }

  @Test func `a long list of losses stays one line`() {
    let many = Array(repeating: Self.promises, count: 4).flatMap { $0 }
    let run = KeepRun(many, byteLimit: 0)
    for place in many.indices { run.lose(place, reason: "late") }
    #expect(run.report.description.hasSuffix("; 7 more"))
    #expect(!run.report.description.contains("\n"))
  }
}
