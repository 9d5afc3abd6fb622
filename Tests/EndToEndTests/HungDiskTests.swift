import Glibc
import Testing

/// A file system that does not answer holds up who asks for its files, and nobody else.
@Suite("Disks that do not answer", .timeLimit(.minutes(5)))
struct HungDiskTests {
  @Test func `content comes from a disk that another program answers for`() throws {
    let session = try Session()
    guard let disk = try HungDisk(in: session) else { return }
    let file = disk.path + "/a.json"
    #expect(try session.xfer("put", file).status == 0)
    #expect(try session.xfer("get", "-t", "public.json").text == #"{"a": 1}"#)
    #expect(try session.xclipReads(target: "application/json").text == #"{"a": 1}"#)
    #expect(try session.xfer("get", "--files").text == file + "\n")
  }

  @Test(arguments: ["open", "read"])
  func `who asks for content that does not come waits alone`(operation: String) throws {
    let session = try Session()
    guard let disk = try HungDisk(in: session) else { return }
    #expect(try session.xfer("put", disk.path + "/a.json").status == 0)
    try disk.hang(operation)
    let one = try session.startXfer("get", "-t", "public.json")
    let words = ["xclip", "-o", "-selection", "clipboard", "-t", "application/json"]
    let other = try Child(words, environment: session.environment)
    try session.expectPrompt()
    #expect(try session.xfer("get", "--files").elapsed < .seconds(2))
    // What it is cannot be known, so it is offered as a file.
    let put = try session.xfer("put", "-b", "other", disk.path + "/a.json")
    #expect(put.status == 0, "\(put.complaint)")
    #expect(put.elapsed < .seconds(5))
    #expect(try session.xfer("get", "-b", "other", "--files").text == disk.path + "/a.json\n")
    try session.expectPrompt()
    #expect(one.poll() == nil && other.poll() == nil)
    disk.answer()
    #expect(one.outcome().text == #"{"a": 1}"#)
    #expect(other.outcome().text == #"{"a": 1}"#)
  }

  @Test func `xferd ends in time although a disk does not answer`() throws {
    let session = try Session(configuration: "[timeouts]\nshutdown = \"1s\"\n")
    guard let disk = try HungDisk(in: session) else { return }
    #expect(try session.xfer("put", disk.path + "/a.json").status == 0)
    try disk.hang("open")
    let waiting = try session.startXfer("get", "-t", "public.json")
    try session.expectPrompt()
    try session.expectReplaceable(disk)
    #expect(waiting.outcome().status == 69)
  }

  @Test func `a folder that does not answer delays no start, put or end`() throws {
    let session = try Session(.absent, display: false)
    guard let disk = try HungDisk(in: session) else { return }
    let folder = disk.path + "/folder"
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.write(
      """
      [timeouts]
      shutdown = "1s"
      [[folder]]
      path = "\(folder)"
      board = "inbox"
      """,
      to: session.scratch + "/config/xfer/config.toml"
    )
    try disk.hang("getattr", "opendir", "readdir")
    try session.startDaemon(warm: false)
    try session.expectPrompt()
    let isListed = try holds(within: .seconds(10)) {
      try session.xfer("folder").text.hasPrefix(folder + "\tinbox\t")
    }
    #expect(isListed)
    // It is to be saved there as well.
    try session.put("x", "-b", "inbox")
    #expect(try session.xfer("get", "-b", "inbox").text == "x")
    try session.expectPrompt()
    try session.expectReplaceable(disk)
  }
}

extension Session {
  /// The daemon ends as far as the kernel lets it, which keeps threads that wait for FUSE, and another
  /// one takes over.
  fileprivate func expectReplaceable(_ disk: HungDisk) throws {
    let former = daemon
    former?.send(SIGTERM)
    #expect(holds(within: .seconds(5)) { !Files.exists(socket) })
    try startDaemon(warm: false)
    try expectPrompt()
    disk.answer()
    #expect(former?.waited(within: .seconds(5)) == 0)
  }

  /// What has nothing to do with the disk goes on.
  fileprivate func expectPrompt(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let put = try xfer("put", "-b", "prompt", input: .bytes([65]))
    let get = try xfer("get", "-b", "prompt")
    #expect(get.text == "A", sourceLocation: sourceLocation)
    #expect(put.elapsed + get.elapsed < .seconds(2), sourceLocation: sourceLocation)
  }
}
