internal import Glibc
import Testing

/// `get -o DIR` that ends in the middle leaves nothing half-done, and loses nothing.
@Suite("Files interrupted in the middle", .serialized, .timeLimit(.minutes(5)))
struct FileInterruptionTests {
  /// What is brought: one file, or a tree with it; it is copied, or moved to another file system.
  enum Matter: CaseIterable {
    case file, tree, movedFile, movedTree

    var isTree: Bool { [.tree, .movedTree].contains(self) }
    var isMoved: Bool { [.movedFile, .movedTree].contains(self) }
  }

  /// A large file beside small ones, on offer, and a directory for it.
  private final class Desk {
    private static let megabytes = 250

    let session: Session
    let target: String
    let tree: String
    private var disk: SmallDisk?

    /// `nil` where no other file system can be had.
    init?(_ matter: Matter) throws {
      session = try Session()
      target = session.scratch + "/target"
      tree = session.scratch + "/home/tree"
      for directory in [target, tree] { try Files.makeDirectory(directory) }
      disk = matter.isMoved ? SmallDisk(at: target, megabytes: Self.megabytes + 20) : nil
      if matter.isMoved, disk == nil { return nil }
      let script =
        "cd '\(tree)' && head -c \(Self.megabytes)M /dev/zero >large && seq 9 | xargs touch"
      #expect(try session.run(["sh", "-c", script], within: .seconds(60)).status == 0)
      let words = matter.isMoved ? ["--cut"] : []
      let path = tree + (matter.isTree ? "" : "/large")
      let put = try session.run([Programs.xfer, "put"] + words + [path])
      #expect(put.status == 0, "\(put.complaint)")
    }

    // Before the session removes its directories.
    deinit { disk = nil }

    /// Everything of the source, with its size.
    var source: [String] {
      Files.tree(session.scratch + "/home").map { "\($0) \(Files.size($0) ?? -1)" }
    }

    /// What is in the target but for what is hidden while it comes.
    var visible: [String] { Files.names(in: target).filter { !$0.hasPrefix(".xfer-") } }

    /// Starts `get -o` and stops it while it copies the large file.
    func stopped() throws -> Child {
      let get = try session.startXfer("get", "-o", target)
      let isCopying = holds(within: .seconds(10), every: 0) {
        Processes.descriptors(of: get.pid).contains { name in
          // A directory that gets files is open before, and has no parts.
          name.hasPrefix(target + "/#")
            || (name.hasPrefix(target + "/") && name.hasSuffix("/large"))
        }
      }
      get.send(SIGSTOP)
      #expect(isCopying && get.poll() == nil, "it was too fast")
      #expect(visible == [])
      return get
    }
  }

  @Test(arguments: [SIGINT, SIGTERM], Matter.allCases)
  func `a signal leaves nothing (B122)`(signal: CInt, matter: Matter) throws {
    guard let desk = try Desk(matter) else { return }
    let before = desk.source
    let get = try desk.stopped()
    get.send(signal)
    get.send(SIGCONT)
    let outcome = get.outcome()
    #expect(outcome.status == 128 + Int(signal) && outcome.out.isEmpty, "\(outcome.complaint)")
    #expect(Files.names(in: desk.target) == [])
    #expect(desk.source == before)
    try desk.session.verifyAlive()
  }

  @Test(arguments: Matter.allCases)
  func `one that is killed leaves no file, and the next removes what lies about (B122)`(
    matter: Matter
  ) throws {
    guard let desk = try Desk(matter) else { return }
    let before = desk.source
    let get = try desk.stopped()
    get.send(SIGKILL)
    #expect(get.waited(within: .seconds(10)) != nil)
    #expect(desk.visible == [])
    #expect(desk.source == before)
    let again = try desk.session.xfer("get", "-o", desk.target, within: .seconds(60))
    #expect(again.status == 0, "\(again.complaint)")
    #expect(Files.names(in: desk.target) == [matter.isTree ? "tree" : "large"])
    let isLeft = Files.exists(desk.tree + (matter.isTree ? "" : "/large"))
    #expect(isLeft == !matter.isMoved)
    try desk.session.verifyAlive()
  }

  @Test(arguments: [Matter.file, .tree])
  func `a directory that is removed in the middle is an error`(matter: Matter) throws {
    let desk = try #require(try Desk(matter))
    let before = desk.source
    let get = try desk.stopped()
    Files.remove(desk.target)
    get.send(SIGCONT)
    let outcome = get.outcome()
    #expect(outcome.status == 73 && outcome.isCleanFailure, "\(outcome.complaint)")
    let name = matter.isTree ? "tree" : "large"
    let line = "xfer: \(desk.target): \(name): the target directory has been removed\n"
    #expect(outcome.complaint == line)
    #expect(desk.source == before)
    #expect(!Files.exists(desk.target))
    try desk.session.verifyAlive()
  }
}
