import LinuxIO
import Pasteboards
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("Commands of rules", .timeLimit(.minutes(4)))
struct RuleCommandTests {
  /// An intake that runs, and what it complained of.
  private final class Fixture: Sendable {
    let scratch: ScratchDirectory
    let intake: Intake
    private let loop: EventLoop
    private let complaints = Mutex<[String]>([])

    init() throws {
      scratch = try ScratchDirectory()
      loop = try EventLoop()
      let storage = PayloadStorage(
        directory: Array(scratch.path.utf8),
        lockedByteCount: 1 << 20
      )
      intake = Intake(loop: loop, storage: storage)
      try loop.start(name: "intake")
    }

    deinit { loop.stop() }

    func run(_ words: [String], for entry: Entry) async {
      await intake.run(words, of: "the rule 'r'", for: entry, on: .clipboard) { reason in
        self.complaints.withLock { $0.append(reason) }
      }
    }

    var complained: [String] { complaints.withLock { $0 } }

    func text(_ name: String) -> String? {
      let bytes = try? FileSystem.read(Array(scratch.path(name).utf8))
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Waits until all commands have ended.
    func rest() async {
      while await intake.ruleCommandCount > 0 { await pause() }
    }

    private func pause() async {
      await withCheckedContinuation { continuation in
        loop.schedule(after: .milliseconds(1)) { continuation.resume() }
      }
    }
  }

  private static func entry(_ representations: [(UTType, Payload)]) -> Entry {
    let all = representations.map { Representation(type: $0, payload: $1) }
    let origin = Origin(board: .clipboard, windowClass: "XTerm", program: "xterm")
    return Entry(
      id: .init(rawValue: 0xAB),
      items: [Item(representations: all)],
      time: 0,
      label: .init(source: "other", origin: origin)
    )
  }

  private static func inline(_ text: String) -> Payload { .inline(Array(text.utf8)) }

  @Test func `a command gets the plain text and what is known`() async throws {
    let fixture = try Fixture()
    let entry = Self.entry([(.html, Self.inline("<b>")), (.utf8PlainText, Self.inline("bold"))])
    let script = """
      cat; echo; echo "$XFER_ENTRY $XFER_BOARD $XFER_SOURCE"; echo "$XFER_TYPES"; echo "$1"
      """
    let target = fixture.scratch.path("out")
    await fixture.run(["sh", "-c", "{ \(script); } > \(target)", "sh", "argument"], for: entry)
    await fixture.rest()
    #expect(
      fixture.text("out") == """
        bold
        00000000000000ab clipboard XTerm
        public.html
        public.utf8-plain-text
        argument\n
        """
    )
    #expect(fixture.complained == [])
  }

  @Test func `without plain text it gets what comes first`() async throws {
    let fixture = try Fixture()
    let entry = Self.entry([(.png, Self.inline("PNG")), (.html, Self.inline("<b>"))])
    await fixture.run(["sh", "-c", "cat > \(fixture.scratch.path("out"))"], for: entry)
    await fixture.rest()
    #expect(fixture.text("out") == "PNG")
  }

  @Test(arguments: [
    (["nonsense-that-is-no-command"], "is not installed: nonsense-that-is-no-command"),
    (["sh", "-c", "echo secret; cat >&2; exit 3"], "exited with status 3"),
    (["sh", "-c", "kill -9 $$"], "was ended by signal 9"),
  ])
  func `a failure is one line that tells nothing of the content`(
    _ words: [String],
    _ reason: String
  ) async throws {
    let fixture = try Fixture()
    await fixture.run(words, for: Self.entry([(.plainText, Self.inline("secret"))]))
    await fixture.rest()
    #expect(fixture.complained == ["the command of the rule 'r' \(reason)"])
  }

  @Test func `what a command prints is dropped, however much it is`() async throws {
    let fixture = try Fixture()
    let script = "head -c 100000000 /dev/zero && touch \(fixture.scratch.path("done"))"
    await fixture.run(["sh", "-c", script], for: Self.entry([(.plainText, Self.inline("x"))]))
    await fixture.rest()
    #expect(fixture.text("done") == "")
    #expect(fixture.complained == [])
  }

  @Test func `a few run at a time, some wait, and the rest is left out`() async throws {
    let fixture = try Fixture()
    let gate = fixture.scratch.path("gate")
    let ran = fixture.scratch.path("ran")
    let script = "echo x >> \(ran); while ! test -e \(gate); do sleep 0.01; done"
    let entry = Self.entry([(.plainText, Self.inline("x"))])
    for _ in 0..<70 { await fixture.run(["sh", "-c", script], for: entry) }
    #expect(fixture.complained.count == 6)
    #expect(fixture.complained.first?.contains("was left out") == true)
    #expect(await fixture.intake.ruleCommandCount == 64)
    #expect(fixture.text("ran")?.split(separator: "\n").count ?? 0 <= 2)
    try fixture.scratch.write([], to: "gate")
    await fixture.rest()
    #expect(fixture.text("ran")?.split(separator: "\n").count == 64)
    #expect(fixture.complained.count == 6)
  }

  @Test func `commands end with the daemon, without a complaint`() async throws {
    let fixture = try Fixture()
    let entry = Self.entry([(.plainText, Self.inline("x"))])
    for _ in 0..<5 { await fixture.run(["sleep", "100"], for: entry) }
    // Each has been told of before it can be given up.
    while await fixture.intake.ruleCommandCount > 0 {
      await fixture.intake.cancelCommands()
    }
    #expect(fixture.complained == [])
  }
}
