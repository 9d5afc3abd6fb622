import Pasteboards
import Testing
import UniformTypeIdentifiers
import Wire

@testable import Daemon

@Suite("Representations that failed")
struct FailedRepresentationsTests {
  @Test func `one error names all, each once`() {
    var failed = FailedRepresentations()
    #expect(failed.error == nil)
    failed.add(late: .html, wasAskedFor: true)
    #expect(failed.error == .peerTimeout(stage: "public.html: it was not made in time"))
    for _ in 0..<2 { failed.add(.peerFailed(reason: "no"), of: .png) }
    let both = "public.html: it was not made in time; public.png: no"
    #expect(failed.error == .peerFailed(reason: both))
    failed.add(.storageFailed(reason: "EIO"), of: .gif)
    #expect(failed.error == .storageFailed(reason: both + "; com.compuserve.gif: EIO"))
  }

  @Test func `what there was no time for is told once, and not of what was late itself`() {
    var failed = FailedRepresentations()
    failed.add(late: .html, wasAskedFor: true)
    for type in [UTType.html, .png, .png] { failed.add(late: type, wasAskedFor: false) }
    let reasons =
      "public.html: it was not made in time"
      + "; public.png: the time was up before it was asked for"
    #expect(failed.error == .peerTimeout(stage: reasons))
  }

  @Test func `what says more than its reason says it alone, and its reason among others`() {
    let misfit = PasteboardError.invalidPayload(type: "t", reason: "not JSON", position: "byte 1")
    var failed = FailedRepresentations()
    failed.add(misfit, of: .json)
    #expect(failed.error == misfit)
    failed.add(.peerProtocol(reason: "lied"), of: .png)
    let both = "public.json: not JSON at byte 1; public.png: lied"
    #expect(failed.error == .peerFailed(reason: both))
  }

  @Test func `a reply names those of other types`() {
    var failed = FailedRepresentations()
    #expect(failed.replaced(by: .png) == nil)
    failed.add(late: .png, wasAskedFor: true)
    #expect(failed.replaced(by: .png) == nil)
    failed.add(.peerFailed(reason: "no"), of: .html)
    #expect(failed.replaced(by: .png) == [FailedType(type: "public.html", reason: "no")])
  }

  @Test func `of many only the first are named`() {
    var failed = FailedRepresentations()
    for number in 0..<1000 { failed.add(.peerProtocol(reason: "lied"), number) }
    #expect(failed.error.map(\.cause)?.split(separator: ";").count == 9)
    #expect(failed.error.map(\.cause)?.hasSuffix("; 992 more") == true)
    #expect(failed.replaced(by: .png)?.count == 8)
  }
}

extension FailedRepresentations {
  fileprivate mutating func add(_ error: PasteboardError, _ number: Int) {
    guard let type = UTType(mimeType: "application/x-\(number)") else { return }
    add(error, of: type)
  }
}
