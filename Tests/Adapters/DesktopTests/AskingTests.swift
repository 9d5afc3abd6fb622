import Desktop
import Glibc
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import Testing
import TestSupport
import UniformTypeIdentifiers
import XCB

@Suite("Asking other owners", .serialized, .timeLimit(.minutes(4))) struct AskingTests {
  private func owner(
    _ program: String,
    _ content: [UInt8],
    _ fixture: Fixture
  ) async throws -> ChildProgram {
    let arguments =
      program == "xclip" ? ["-i", "-selection", "clipboard", "-quiet"] : ["-b", "-i", "-n"]
    // xsel knows only the names that somebody has used before it.
    _ = try await onThread { [server = fixture.server] in
      let client = try RawClient(server)
      _ = try client.atom("UTF8_STRING")
    }
    let child = try ChildProgram(
      program,
      arguments,
      input: .bytes(content),
      environment: fixture.environment
    )
    #expect(await eventually { (try? await fixture.desktop.owner(of: .clipboard)) == .foreign })
    return child
  }

  @Test(arguments: [
    ("xclip", 0), ("xclip", 5), ("xclip", 1_048_577), ("xclip", 3_000_000), ("xsel", 5),
    ("xsel", 3_999), ("xsel", 4_001), ("xsel", 300_000),
  ])
  func `content of other programs arrives, and they live on`(
    program: String,
    count: Int
  ) async throws {
    let fixture = try await Fixture()
    let content = TestBytes.text(count: count)
    let child = try await owner(program, content, fixture)
    for _ in 0..<3 {
      let (reply, bytes, _) = try await fixture.get()
      #expect(reply.byteCount == count)
      #expect(TestBytes.difference(bytes, content) == nil)
    }
    let targets = try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(2))
    #expect(TargetList(targets).contents.first?.type == .utf8PlainText)
    #expect(child.isRunning)
    await fixture.close()
  }

  @Test func `nobody's selection is told at once`() async throws {
    let fixture = try await Fixture()
    let began = ContinuousClock.now
    let error = try await failure { try await fixture.get(timeout: .seconds(30)) }
    #expect(error == .noOwner)
    #expect(ContinuousClock.now - began < .seconds(10))
    await fixture.close()
  }

  @Test func `our own offer is not asked for`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(.text("hello"))
    #expect(try await failure { try await fixture.get() } == .noOwner)
    let error = try await failure {
      try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(1))
    }
    #expect(error == .noOwner)
    await fixture.close()
  }

  @Test func `a silent owner costs its caller the time-out and nobody else anything`() async throws
  {
    let fixture = try await Fixture()
    let mute = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .nothing, "STRING": .whole(type: "STRING", [0x61])]
    )
    let other = try await RawOwner(
      fixture.server,
      of: "PRIMARY",
      ["UTF8_STRING": .whole(type: "UTF8_STRING", [0x62])]
    )
    let began = ContinuousClock.now
    async let late = failure { try await fixture.get(timeout: .seconds(3)) }
    #expect(try await fixture.get(of: .primary).1 == [0x62])
    #expect(ContinuousClock.now - began < .seconds(3))
    #expect(try await late == .timedOut(.answer))
    #expect(ContinuousClock.now - began >= .seconds(3))
    #expect(try await fixture.get(.string).1 == [0x61])
    await mute.end()
    await other.end()
    await fixture.close()
  }

  @Test func `an owner that stalls between two pieces is given up`() async throws {
    var limits = DesktopLimits()
    limits.nextPiece = .milliseconds(300)
    let fixture = try await Fixture(limits: limits)
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .pieces(hint: [100], [[1, 2]], stall: true)]
    )
    let error = try await failure { try await fixture.get(timeout: .seconds(50)) }
    #expect(error == .timedOut(.piece))
    await owner.end()
    await fixture.close()
  }

  @Test func `an owner that goes ends the wait at once`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .pieces(hint: [100], [[1, 2]], stall: true)]
    )
    async let late = failure { try await fixture.get(timeout: .seconds(30)) }
    #expect(await eventually { () async -> Bool in !owner.asked.isEmpty })
    let began = ContinuousClock.now
    await owner.end()
    #expect(try await late == .ownerGone)
    #expect(ContinuousClock.now - began < .seconds(20))
    await fixture.close()
  }

  @Test(
    arguments: [
      ([], [[1, 2, 3]]), ([0], []), ([0xFFFF_FFFF], [[1], [2, 3]]), ([1], [[1, 2], [3, 4]]),
      ([9, 9, 9], [[5]]),
    ] as [([UInt32], [[UInt8]])]
  )
  func `what an announcement says is only a hint`(
    hint: [UInt32],
    pieces: [[UInt8]]
  ) async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .pieces(hint: hint, pieces)]
    )
    let (reply, bytes, isIncremental) = try await fixture.get()
    #expect(bytes == pieces.flatMap { $0 })
    #expect(reply.replyType == .utf8String)
    #expect(isIncremental == true)
    await owner.end()
    await fixture.close()
  }

  @Test func `a second notification is not taken for the next answer`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(
      fixture.server,
      repeats: true,
      ["UTF8_STRING": .pieces(hint: [3], [[1, 2, 3]])]
    )
    for _ in 0..<5 { #expect(try await fixture.get().1 == [1, 2, 3]) }
    await owner.end()
    await fixture.close()
  }

  @Test func `an empty property is empty content`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .whole(type: "UTF8_STRING", [])]
    )
    let (reply, _, isIncremental) = try await fixture.get()
    #expect(reply.byteCount == 0)
    #expect(isIncremental == false)
    await owner.end()
    await fixture.close()
  }

  @Test func `a piece of several megabytes is taken`() async throws {
    let fixture = try await Fixture()
    let pieces = [TestBytes.pattern(count: 3_000_000), TestBytes.pattern(count: 5)]
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .pieces(hint: [1], pieces)]
    )
    #expect(TestBytes.difference(try await fixture.get().1, pieces.flatMap { $0 }) == nil)
    await owner.end()
    await fixture.close()
  }

  @Test(
    arguments: [
      (.whole(type: "UTF8_STRING", [1, 2, 3, 4]), .unexpectedType(.utf8String)),
      (.whole(type: "ATOM", [1, 2, 3, 4]), .unexpectedType("ATOM")), (.lie, .noProperty),
      (.pieces(hint: [4], [[1, 2, 3, 4]]), .unexpectedType(.utf8String)),
    ] as [(RawOwner.Answer, IncomingTransfer.Breach)]
  )
  func `an answer that is no list of targets breaks the protocol`(
    answer: RawOwner.Answer,
    breach: IncomingTransfer.Breach
  ) async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(fixture.server, ["TARGETS": answer])
    let error = try await failure {
      try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(2))
    }
    #expect(error == .broken(breach))
    await owner.end()
    await fixture.close()
  }

  @Test func `a list of garbage gives the targets that exist`() async throws {
    let fixture = try await Fixture()
    let words: [UInt32] = [0, 31, 31, 0xFFFF_FFFF, 0x7FFF_FFFF]
    let bytes = words.withUnsafeBytes { Array($0) }
    let owner = try await RawOwner(
      fixture.server,
      ["TARGETS": .whole(type: "ATOM", format: 32, bytes)]
    )
    let targets = try await fixture.desktop.targets(of: .clipboard, timeout: .seconds(2))
    #expect(targets == [.string])
    await owner.end()
    await fixture.close()
  }

  @Test func `over the cap the owner is heard out and lives`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.text(count: 5_000_000)
    let child = try await owner("xclip", content, fixture)
    let error = try await failure { try await fixture.get(cap: 1_500_000) }
    #expect(error == .overCap(1_500_000))
    #expect(TestBytes.difference(try await fixture.get().1, content) == nil)
    #expect(child.isRunning)
    await fixture.close()
  }

  /// Cancels its own caller at the first piece.
  private final class CancellingSink: ContentSink {
    private let task = Mutex<Task<ConvertedContent, any Error>?>(nil)

    func begin(replyType: TargetName, isIncremental: Bool) {}

    func append(_ bytes: UnsafeRawBufferPointer) throws {
      try value("task") { task.withLock { $0 } }.cancel()
    }

    func cancels(_ new: Task<ConvertedContent, any Error>) { task.withLock { $0 = new } }
  }

  @Test func `a caller cancelled half-way is free at once, and xclip lives on`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.text(count: 20_000_000)
    let child = try await owner("xclip", content, fixture)
    let sink = CancellingSink()
    let desktop = fixture.desktop
    let task = Task {
      try await desktop.convert(
        .clipboard,
        target: .utf8String,
        timeout: .seconds(5),
        cap: .max,
        into: sink
      )
    }
    sink.cancels(task)
    let error = try await failure { try await task.value }
    #expect(error == .cancelled)
    #expect(TestBytes.difference(try await fixture.get().1, content) == nil)
    #expect(child.isRunning)
    await fixture.close()
  }

  /// Cancels its caller at the first piece, and lets the owner be a piece ahead always.
  private final class SlowSink: ContentSink {
    private let owner: RawOwner
    private let state = Mutex((task: Task<ConvertedContent, any Error>?.none, pieces: 0))

    init(_ owner: RawOwner) { self.owner = owner }

    var pieces: Int { state.withLock { $0.pieces } }

    func begin(replyType: TargetName, isIncremental: Bool) {}

    func append(_ bytes: UnsafeRawBufferPointer) throws {
      let pieces = state.withLock { state in
        state.pieces += 1
        return state.pieces
      }
      try value("task") { state.withLock { $0.task } }.cancel()
      eventually { owner.written > pieces }
    }

    func cancels(_ new: Task<ConvertedContent, any Error>) { state.withLock { $0.task = new } }
  }

  @Test func `an owner faster than we are does not keep us from giving up`() async throws {
    let fixture = try await Fixture()
    let owner = try await RawOwner(
      fixture.server,
      ["UTF8_STRING": .pieces(hint: [1], (0..<50).map { [$0] })]
    )
    let (sink, desktop) = (SlowSink(owner), fixture.desktop)
    let task = Task {
      try await desktop.convert(
        .clipboard,
        target: .utf8String,
        timeout: .seconds(5),
        cap: .max,
        into: sink
      )
    }
    sink.cancels(task)
    #expect(try await failure { try await task.value } == .cancelled)
    #expect(sink.pieces < 5)
    #expect(await eventually { () async -> Bool in owner.written == 51 })
    await owner.end()
    await fixture.close()
  }

  @Test func `a caller cancelled before the answer is free at once`() async throws {
    let fixture = try await Fixture()
    let child = try await owner("xclip", TestBytes.text(count: 2_000_000), fixture)
    child.send(signal: SIGSTOP)
    let task = Task { try await fixture.get(timeout: .seconds(50)) }
    #expect(await eventually { () async -> Bool in fixture.desktop.activity.conversions == 1 })
    task.cancel()
    let error = try await failure { try await task.value }
    #expect(error == .cancelled)
    child.send(signal: SIGCONT)
    #expect(try await fixture.get().0.byteCount == 2_000_000)
    #expect(child.isRunning)
    await fixture.close()
  }

  @Test func `a sink that fails is told to its caller, and the owner lives on`() async throws {
    struct Full: Error {}
    final class Broken: ContentSink {
      func begin(replyType: TargetName, isIncremental: Bool) {}
      func append(_ bytes: UnsafeRawBufferPointer) throws { throw Full() }
    }
    let fixture = try await Fixture()
    let content = TestBytes.text(count: 3_000_000)
    let child = try await owner("xclip", content, fixture)
    let error = try await failure {
      try await fixture.desktop.convert(
        .clipboard,
        target: .utf8String,
        timeout: .seconds(5),
        cap: .max,
        into: Broken()
      )
    }
    #expect(error == .sinkFailed)
    #expect(TestBytes.difference(try await fixture.get().1, content) == nil)
    #expect(child.isRunning)
    await fixture.close()
  }

  @Test func `an owner is asked one thing at a time`() async throws {
    let fixture = try await Fixture()
    let content = TestBytes.text(count: 3_000_000)
    let child = try await owner("xclip", content, fixture)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<5 { group.addTask { try await fixture.get(timeout: .seconds(20)).1 } }
      for try await bytes in group { #expect(TestBytes.difference(bytes, content) == nil) }
    }
    #expect(child.isRunning)
    await fixture.close()
  }

  @Test func `an owner that was stopped answers after it goes on`() async throws {
    let fixture = try await Fixture()
    let child = try await owner("xclip", Array("hello".utf8), fixture)
    child.send(signal: SIGSTOP)
    let error = try await failure { try await fixture.get(timeout: .milliseconds(300)) }
    #expect(error == .timedOut(.answer))
    child.send(signal: SIGCONT)
    #expect(try await fixture.get().1 == Array("hello".utf8))
    #expect(child.isRunning)
    await fixture.close()
  }
}
