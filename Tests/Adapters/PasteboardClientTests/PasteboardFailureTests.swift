import CoreTransferable
import Testing
import Wire

@testable import PasteboardClient

@Suite("Failures of a pasteboard")
struct PasteboardFailureTests {
  private struct Secretive: Error {
    let content = "secret"
  }

  private enum Problem: Error {
    case outOfInk
    case leaked(String)
  }

  @Test(arguments: [
    (PasteboardError.empty(board: "clipboard"), "there is nothing on the board clipboard"),
    (.noSuchType(wanted: ["public.png"], offered: ["text/html"]), "there is public.html"),
    (.peerTimeout(stage: "TARGETS"), "did not come in time"),
    (.peerFailed(reason: "it went away"), "could not be had: it went away"),
    (
      .invalidPayload(type: "public.json", reason: "is missing", position: "key"), "key: is missing"
    ),
    (.tooLarge(what: "the content", limit: 5), "the content is larger than 5"),
    (.noDisplay(display: ":1", reason: "refused"), "set DISPLAY"),
    (.stopping, "it is ending"), (.claimLost(board: "primary"), "try again"),
    (.storageFailed(reason: "the disk is full"), "the disk is full"),
  ])
  func `what the daemon refuses is one line that says why`(error: PasteboardError, words: String) {
    let description = PasteboardFailure(error).description
    #expect(description.contains(words))
    #expect(!description.contains("\n"))
  }

  @Test func `the error of the only representation is that of the paste`() {
    let broken = TransferError.invalid(type: .json, path: "tickets.3.key", reason: "is missing")
    let error = PasteboardFailure.of([.init(contentType: .json, error: broken)])
    #expect("\(error)" == "public.json: tickets.3.key: is missing")
    #expect(error is PasteboardFailure)
    let own = PasteboardFailure.of([.init(contentType: .json, error: Secretive())])
    #expect(own is Secretive)
  }

  @Test func `several failures are all named, and nothing of the content`() {
    let attempts: [PasteboardFailure.Attempt] = [
      .init(contentType: .png, error: Secretive()),
      .init(
        contentType: .json,
        error: TransferError.invalid(type: .json, path: "", reason: "cannot be decoded")
      ),
      .init(contentType: .html, error: PasteboardFailure.ownerSilent),
      .init(contentType: .pdf, error: Problem.outOfInk),
      .init(contentType: .rtf, error: Problem.leaked("secret")),
    ]
    let description = "\(PasteboardFailure.of(attempts))"
    #expect(description.contains("public.png: Secretive"))
    #expect(description.contains("public.json: the content cannot be decoded"))
    #expect(description.contains("public.html: it did not come in time"))
    #expect(description.contains("com.adobe.pdf: Problem.outOfInk"))
    #expect(description.contains("public.rtf: Problem"))
    #expect(!description.contains("secret"))
    #expect(!description.contains("\n"))
  }

  @Test func `an undeclared type comes with the declaration that it lacks`() {
    let type = UTType(exportedAs: "com.example.undeclared")
    let error = PasteboardFailure.translated(TransferError.undeclared(type, parent: .json))
    #expect("\(error)".contains("identifier = \"com.example.undeclared\""))
    #expect("\(error)".contains("conformsTo = [\"public.json\"]"))
  }

  @Test func `a long offer is cut short`() {
    let failure = PasteboardFailure.notOffered(
      wanted: [.png, .jpeg],
      offered: Array(repeating: .html, count: 25)
    )
    #expect(failure.description.hasPrefix("not of type public.png or public.jpeg; there is"))
    #expect(failure.description.hasSuffix("and 5 more"))
  }
}
