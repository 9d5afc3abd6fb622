internal import Glibc
internal import TestSupport
import Testing

/// `get -o DIR` says how far it is when that takes long, and somebody is there to see it.
@Suite("Progress of files", .serialized, .timeLimit(.minutes(5)))
struct FileProgressTests {
  private static let byteCount = 250 << 20
  /// What takes the line away.
  private static let erasure = "\r\u{1B}[K"

  /// Copies a large file, alone or in a directory, so that it takes more than a second, and answers
  /// what came of it.
  ///
  /// Standard output is a terminal, standard error is one if `isShown`.
  private func copy(inTree: Bool, isShown: Bool) throws -> Outcome {
    let session = try Session(display: false)
    let (target, tree) = (session.scratch + "/target", session.scratch + "/home/tree")
    for directory in [target, tree] { try Files.makeDirectory(directory) }
    let script = "head -c \(Self.byteCount) /dev/zero >'\(tree)/large'"
    #expect(try session.run(["sh", "-c", script], within: .seconds(60)).status == 0)
    #expect(try session.xfer("put", inTree ? tree : tree + "/large").status == 0)
    let peer = [Programs.python, Programs.peer("terminal.py")] + (isShown ? ["--errors"] : [])
    let get = try session.start(peer + [Programs.xfer, "get", "-o", target])
    try stop(session, copyingTo: target)
    // What takes less than a second is not worth a word; a process that stands still takes its time.
    let start = ContinuousClock.now
    #expect(holds(within: .seconds(10)) { .now - start > .seconds(1) })
    for pid in session.processes(named: "xfer") { kill(pid, SIGCONT) }
    let outcome = get.outcome(within: .seconds(60))
    let name = inTree ? "/tree/large" : "/large"
    #expect(Files.size(target + name) == Self.byteCount)
    #expect(outcome.status == 0)
    #expect(
      outcome.text.hasSuffix(
        "\(target)/\(inTree ? "tree" : "large")\n" + (isShown ? Self.erasure : "")
      )
    )
    return outcome
  }

  /// Stops `get -o` while it copies the large file.
  private func stop(_ session: Session, copyingTo target: String) throws {
    var pid: pid_t?
    #expect(
      holds(within: .seconds(10), every: 0) {
        pid = session.processes(named: "xfer").first
        return pid != nil
      }
    )
    let get = try #require(pid)
    let isCopying = holds(within: .seconds(10), every: 0) {
      openDescriptors(of: get).contains { number, name in
        let isCopy = name.hasPrefix(target + "/#") || name.hasPrefix(target + "/.xfer-")
        var status = stat()
        return isCopy && stat("/proc/\(get)/fd/\(number)", &status) == 0
          && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
      }
    }
    try #require(isCopying, "it was too fast")
    kill(get, SIGSTOP)
    try #require(Files.names(in: target).allSatisfy { $0.hasPrefix(".xfer-") }, "it was too fast")
  }

  @Test(arguments: [false, true])
  func `bytes, rate and time left are on the terminal, and gone in the end`(inTree: Bool) throws {
    let outcome = try copy(inTree: inTree, isShown: true)
    #expect(outcome.text.hasPrefix(Self.erasure))
    let line = try #require(outcome.text.split(separator: Self.erasure).first)
    let shape = /[0-9.]+ (MB|kB|B) of 262\.1 MB, [0-9.]+ (MB|kB|B)\/s, [0-9].* left/
    #expect(try shape.wholeMatch(in: line) != nil, "\(line)")
  }

  @Test func `nothing is said where standard error is no terminal`() throws {
    let outcome = try copy(inTree: false, isShown: false)
    #expect(outcome.complaint.isEmpty && outcome.lines.count == 1, "\(outcome.complaint)")
  }
}
