import DropFolders
import LinuxIO
import Synchronization
import TestSupport

/// Drop folders below a directory of a test's own, on a loop of their own.
final class TestDrops: Sendable {
  let scratch: ScratchDirectory
  let loop: EventLoop
  let drops: DropFolders
  private let recorded: Recorded

  private final class Recorded: Sendable {
    let reports = Mutex<[DropReport]>([])
  }

  /// With none of the looks that make good for what no watch tells.
  static var watchfulLimits: DropLimits {
    var limits = DropLimits()
    limits.missing = .seconds(1000)
    return limits
  }

  /// A `drop` directory in the scratch one, unless another one is given; nothing is watched yet.
  init(in scratch: ScratchDirectory? = nil, limits: DropLimits = watchfulLimits) throws {
    let recorded = Recorded()
    loop = try EventLoop()
    try loop.start(name: "test drops")
    drops = DropFolders(loop: loop, limits: limits) { report in
      recorded.reports.withLock { $0.append(report) }
    }
    self.recorded = recorded
    self.scratch = try scratch ?? ScratchDirectory()
    if scratch == nil { try FileSystem.makeDirectory(Array(drop.utf8)) }
  }

  /// One that watches `drop`.
  static func watching(limits: DropLimits = watchfulLimits) async throws -> TestDrops {
    let test = try TestDrops(limits: limits)
    await test.drops.set([WatchedFolder(path: Array(test.drop.utf8))])
    return test
  }

  deinit { loop.stop() }

  var drop: String { scratch.path("drop") }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(drop)/\(name)" }

  var reports: [DropReport] { recorded.reports.withLock { $0 } }

  /// All that landed, in order.
  var files: [LandedFile] {
    reports.flatMap { report -> [LandedFile] in
      if case .landed(_, let files, _) = report { files } else { [] }
    }
  }

  var names: [String] { files.map { String(decoding: $0.name, as: UTF8.self) } }

  var states: [FolderState] {
    reports.compactMap { if case .state(_, let state) = $0 { state } else { nil } }
  }

  var refusals: [String] {
    reports.compactMap {
      guard case .refused(_, let name, let reason) = $0 else { return nil }
      return "\(String(decoding: name, as: UTF8.self)): \(reason)"
    }
  }

  /// Waits until this, in whatever order, is what landed.
  func waitForNames(_ wanted: String..., within duration: Duration = .seconds(20)) async throws {
    let wanted = wanted.sorted()
    guard await eventually(within: duration, { () async -> Bool in names.sorted() == wanted })
    else { throw TestFailure("landed: \(names.sorted()), states: \(states)") }
  }

  func waitForState(_ what: String, _ isIt: (FolderState?) -> Bool) async throws {
    guard await eventually({ () async -> Bool in isIt(states.last) })
    else { throw TestFailure("not \(what): \(states)") }
  }

  /// Waits until a file that was written just now has landed, and with it all that came before.
  func waitForWitness(_ name: String = "witness") async throws {
    try await run("sh", ["-c", "echo w > \"$0\"", path(name)])
    guard await eventually({ () async -> Bool in names.contains(name) })
    else { throw TestFailure("no \(name): \(names)") }
  }

  /// Keeps the loop from doing anything while `body` runs.
  @discardableResult
  func holdingLoop<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let gate = Mutex(false)
    let isHeld = Mutex(false)
    loop.perform {
      isHeld.withLock { $0 = true }
      eventually(within: .seconds(120)) { gate.withLock { $0 } }
    }
    await eventually { () async -> Bool in isHeld.withLock { $0 } }
    defer { gate.withLock { $0 = true } }
    return try await body()
  }
}

/// A program that holds something open until the test lets it go on.
final class HeldProgram: Sendable {
  private let child: ChildProgram
  private let gate: String

  /// A script that writes to the file `$READY` when it has begun, and then reads from `$GATE`.
  init(
    _ program: String,
    _ script: String,
    _ arguments: [String],
    in scratch: ScratchDirectory
  ) async throws {
    gate = scratch.path("gate")
    let ready = scratch.path("ready")
    try await run("mkfifo", [gate])
    child = try ChildProgram(
      program,
      ["-c", script] + (program == "sh" ? ["sh"] : []) + arguments,
      environment: ["GATE": gate, "READY": ready]
    )
    let child = child
    try await eventually { () async throws -> Bool in
      try FileSystem.version(of: Array(ready.utf8)) != nil || !child.isRunning
    }
    guard child.isRunning else { throw failure }
  }

  private var failure: TestFailure {
    TestFailure("the held program: \(String(decoding: child.errors, as: UTF8.self))")
  }

  /// Lets it go on, to its end.
  func finish() async throws {
    let gate = Array(gate.utf8)
    // Nobody reads until it comes to that.
    let isOpen = await eventually { () async -> Bool in
      (try? FileSystem.open(gate, .writeOnly, waits: false).writeAll([0x0A])) != nil
    }
    guard isOpen, try await child.waitForExit() == 0 else { throw failure }
  }
}
