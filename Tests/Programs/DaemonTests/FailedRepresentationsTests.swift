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
    failed.add(late: .html)
    #expect(failed.error == .peerTimeout(stage: "public.html: it was not made in time"))
    for _ in 0..<2 { failed.add(PayloadFailure(reason: "no"), of: .png, wasPromised: true) }
    let both = "public.html: it was not made in time; public.png: no"
    #expect(failed.error == .peerFailed(reason: both))
    failed.add(PayloadFailure(reason: "EIO"), of: .gif, wasPromised: false)
    #expect(failed.error == .storageFailed(reason: both + "; com.compuserve.gif: EIO"))
  }

  @Test func `a reply names those of other types`() {
    var failed = FailedRepresentations()
    #expect(failed.replaced(by: .png) == nil)
    failed.add(late: .png)
    #expect(failed.replaced(by: .png) == nil)
    failed.add(PayloadFailure(reason: "no"), of: .html, wasPromised: true)
    #expect(failed.replaced(by: .png) == [FailedType(type: "public.html", reason: "no")])
  }
}
