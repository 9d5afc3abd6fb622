import DaemonClient
import Testing
import Wire

@testable import Commands

@Suite("Failures")
struct FailureTests {
  @Test(arguments: [
    (PasteboardError.noSuchBoard(board: "b"), ExitCode.nothing),
    (.noSuchEntry(entry: "e"), .nothing),
    (.noSuchType(wanted: ["image/png"], offered: ["public.text"]), .nothing),
    (.empty(board: "b"), .nothing),
    (.peerTimeout(stage: "TARGETS"), .timeout),
    (.peerProtocol(reason: "r"), .protocolBroken),
    (.peerFailed(reason: "r"), .protocolBroken),
    (.claimLost(board: "b"), .timeout),
    (.tooLarge(what: "w", limit: 9), .data),
    (.invalidPayload(type: "t", reason: "r", position: "p"), .data),
    (.invalidRequest(parameter: "p", reason: "r"), .usage),
    (.inputFailed(reason: "r"), .noInput),
    (.notPermitted(reason: "r"), .notPermitted),
    (.noDisplay(display: ":0", reason: "r"), .unavailable),
    (.wrongDisplay(display: ":1"), .unavailable),
    (.invalidConfiguration(reason: "r"), .data),
    (.storageFailed(reason: "r"), .inputOutput),
    (.stopping, .unavailable),
  ])
  func `an answer of the daemon has its exit code`(_ error: PasteboardError, _ code: ExitCode) {
    let failure = Failure(ClientError.refused(error), in: "clipboard")
    #expect(failure.code == code)
    #expect(Self.isWellFormed(failure))
  }

  @Test(arguments: [
    (ClientError.unreachable(reason: "r"), ExitCode.unavailable),
    (.startFailed(reason: "r"), .unavailable), (.notOurs, .notPermitted),
    (.servesOtherDisplay(":1"), .unavailable), (.disconnected, .unavailable),
    (.unread, .unavailable), (.silent, .timeout), (.invalidAnswer(reason: "r"), .protocolBroken),
    (.unknownMethod("m"), .protocolBroken), (.invalidParameter("p"), .protocolBroken),
  ])
  func `a failed call has its exit code`(_ error: ClientError, _ code: ExitCode) {
    let failure = Failure(error, in: "put")
    #expect(failure.code == code)
    #expect(Self.isWellFormed(failure))
  }

  @Test func `a missing type names what there is`() {
    let error = PasteboardError.noSuchType(
      wanted: ["image/png", ".gif"],
      offered: ["a", "b", "c"]
    )
    #expect(
      Failure(error, in: "clipboard").message
        == "xfer: clipboard: not of type image/png or .gif; there is a, b and c\n"
    )
  }

  @Test func `without a wish it is text that is missing`() {
    let error = PasteboardError.noSuchType(wanted: [], offered: ["public.png"])
    #expect(
      Failure(error, in: "clipboard").message
        == "xfer: clipboard: there is no text; there is public.png\n"
    )
  }

  @Test func `a thousand types stay one line`() {
    let offered = (1...1000).map { "application/x-\($0)" }
    let message = Failure(PasteboardError.noSuchType(wanted: ["x"], offered: offered), in: "b")
      .message
    #expect(message.utf8.count < 1000)
    #expect(message.contains("980 more"))
  }

  @Test func `a stranger's words cannot break the line`() {
    let error = PasteboardError.noSuchType(wanted: ["x"], offered: ["a\nb", "c\u{1B}[2J"])
    #expect(Self.isWellFormed(Failure(error, in: "clipboard")))
  }

  static func isWellFormed(_ failure: Failure) -> Bool {
    let lines = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
    let isBounded = lines.count == (failure.advice == nil ? 2 : 3) && lines.last == ""
    let hasControl = failure.message.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }
    return isBounded && !hasControl && failure.message.hasPrefix("xfer: ")
      && !failure.why.hasSuffix(".")
  }
}
