internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// What only its text, and a rule of the user, make a secret is treated as one.
@Suite("Copies that a rule makes secrets", .watchingOnAndOff)
struct RuleSecretTests {
  private static let rule = "[[rule]]\nmatch.text = \"^key-\"\ndo.sensitive = true\n"

  /// Of other content the first would be a row of the database, the second a file.
  private static func secrets(_ marker: String) -> [String] {
    [marker, marker + String(repeating: " more", count: 20_000)]
  }

  /// Checks that nothing of a secret is anywhere but in the memory of those who have it.
  private func verifyNothingKept(_ marker: String, _ session: Session) throws {
    #expect(try session.filesHolding(marker) == [])
    #expect(try session.openFilesHolding(marker) == [])
    #expect(session.processesShowing(marker).isEmpty)
    #expect(!session.log.contains(marker))
  }

  @Test func `a paste of it goes through no file`() throws {
    let session = try Session(configuration: Self.rule)
    let server = try #require(session.server)
    let secret = try #require(Self.secrets("key-pasted-07").last)
    let plain = secret.replacing("key-", with: "no key-")
    for (text, isSecret) in [(secret, Watching.current == .on), (plain, false)] {
      let owner = try RawOwner(server, answers: ["UTF8_STRING": .text(text)])
      let isJudged = try holds(within: .seconds(5)) {
        guard Watching.current == .on else { return true }
        return try session.log.contains("a secret was copied") && isSecret
          || session.history().count == 1
      }
      #expect(isJudged)
      // It stands still, since a pipe does not hold so much.
      let get = try session.startXfer("get", output: .pipe)
      let first = try #require(readSome(from: get.output, within: .seconds(5), atMost: 1))
      let files = Processes.descriptors(of: get.pid).filter { $0.contains("/state/") }
      #expect(files.isEmpty == isSecret, "\(files)")
      let rest = try #require(readAll(from: get.output, within: .seconds(5)))
      expect(first + rest, is: Array(text.utf8))
      owner.end()
    }
  }

  @Test func `it is no entry, is not saved and does not come back`() throws {
    let session = try Session(configuration: Self.rule)
    let observer = try XClient(in: session)
    let marker = "key-31c0de"
    try session.put("older")
    for secret in Self.secrets(marker) {
      let content = ["UTF8_STRING": Array(secret.utf8)]
      let owner = try XClient(in: session)
      try owner.claim()
      let isNoted = try owner.serve(content) {
        Watching.current == .off || session.log.contains("a secret was copied")
      }
      #expect(isNoted, "\(session.log)")
      try owner.askToSave(nil)
      var answer: SelectionNotify?
      try owner.serve(content) {
        answer = try owner.saved()
        return answer != nil
      }
      #expect(answer?.property == Atom.none, "a secret was saved")
      #expect(try owner.owner() == owner.window, "its owner lost it")
      try verifyNothingKept(marker, session)
      owner.connection.destroy(owner.window)
      try owner.connection.sync()
      #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
      #expect(try session.recordedTitles() == ["older"])
      try verifyNothingKept(marker, session)
      session.killDaemon()
      try session.startDaemon(warm: false)
      // Where nothing is recorded, nothing is known of what was copied after the last put.
      if Watching.current == .off { #expect(try session.xclipReads().text == "older") }
      if Watching.current == .on { #expect(try observer.staysUnowned(for: .milliseconds(700))) }
    }
    // The same with other content, so it could have been found above.
    let plain = try XClient(in: session)
    try plain.claim()
    try plain.askToSave(nil)
    var answer: SelectionNotify?
    try plain.serve(["UTF8_STRING": Array("no \(marker)".utf8)]) {
      answer = try plain.saved()
      return answer != nil
    }
    #expect(answer.map { $0.property != .none } == true)
    #expect(try !session.filesHolding(marker).isEmpty)
  }

  @Test func `a put that is to bring back what was there does not bring it back`() throws {
    let session = try Session(configuration: Self.rule)
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    let marker = "key-7b20aa"
    for (number, text) in (["plain words"] + Self.secrets(marker)).enumerated() {
      let isSecret = number > 0
      let owner = try RawOwner(server, answers: ["UTF8_STRING": .text(text)])
      if Watching.current == .on { #expect(eventually { owner.targets.contains("UTF8_STRING") }) }
      try session.put("in between", "--once", "--restore")
      #expect(eventually { !owner.clears.isEmpty })
      owner.end()
      #expect(try session.xclipReads().text == "in between")
      if isSecret {
        #expect(try observer.staysUnowned(for: .milliseconds(700)), "a secret came back")
        try verifyNothingKept(marker, session)
        #expect(try session.recordedTitles() == ["plain words"])
      } else {
        #expect(try holds(within: .seconds(5)) { try session.xclipReads().text == text })
      }
    }
    try session.verifyAlive()
  }

  @Test func `it is in no file while it is read`() throws {
    let session = try Session(configuration: Self.rule)
    let server = try #require(session.server)
    let program = try XClient(in: session)
    let marker = "key-e05f41"
    let text = Array(String(repeating: marker + " ", count: 60_000).utf8)
    let slow = RawOwner.Incremental(pieceSize: 50_000, pause: .milliseconds(30))
    let owner = try RawOwner(
      server,
      answers: ["UTF8_STRING": .pieces(type: "UTF8_STRING", .bytes(text), slow)]
    )
    // Where nothing is recorded it is read for this.
    try program.askToSave(nil)
    var answer: SelectionNotify?
    var looks = 0
    let isAnswered = try holds(within: .seconds(20)) {
      if Processes.descriptors(of: session.daemonPid).contains(where: { $0.contains("memfd:") }) {
        looks += 1
        try verifyNothingKept(marker, session)
      }
      answer = try program.saved()
      return answer != nil
    }
    #expect(isAnswered && answer?.property == Atom.none)
    #expect(looks > 0, "it was never there to be looked for")
    #expect(eventually { owner.finished > 0 }, "it was not heard out")
    try verifyNothingKept(marker, session)
    try session.verifyAlive()
  }
}
