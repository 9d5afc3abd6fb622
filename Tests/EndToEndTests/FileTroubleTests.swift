internal import Glibc
import Testing

/// What of a list cannot be brought is named; the others come, and nothing else is touched.
@Suite("Files that cannot be brought", .timeLimit(.minutes(5)))
struct FileTroubleTests {
  /// A session with an empty directory to bring files into.
  private struct Desk {
    let session: Session
    let home, target: String

    init() throws {
      session = try Session()
      home = session.scratch + "/home"
      target = session.scratch + "/target"
      try Files.makeDirectory(target)
    }

    func file(_ name: String, _ text: String = "fine") throws -> String {
      try Files.write(text, to: home + "/" + name)
      return home + "/" + name
    }

    /// Puts files, or what a shell makes of words.
    func put(_ paths: String...) throws { try put(paths) }

    func put(_ paths: [String]) throws {
      let put = try session.run([Programs.xfer, "put"] + paths)
      try #require(put.status == 0, "\(put.complaint)")
    }

    /// Offers addresses as another program does.
    func offer(_ uris: [String]) throws {
      let list = uris.map { $0 + "\r\n" }.joined()
      try session.xclipOwns(.bytes(Array(list.utf8)), target: "text/uri-list")
    }

    func get(_ words: String...) throws -> Outcome {
      try session.run([Programs.xfer, "get", "-o", target] + words)
    }

    /// Runs without what root may do with files of others.
    func getAsAnybody() throws -> Outcome {
      let drop = geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
      return try session.run(drop + [Programs.xfer, "get", "-o", target])
    }

    func expect(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(Files.names(in: target) == names, sourceLocation: sourceLocation)
    }
  }

  private func expectComplaints(
    _ wanted: [String],
    _ outcome: Outcome,
    status: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = outcome.complaint.split(separator: "\n").map { String($0) }
    let all = outcome.complaint
    #expect(outcome.status == status, "\(all)", sourceLocation: sourceLocation)
    #expect(lines.count == wanted.count, "\(all)", sourceLocation: sourceLocation)
    for (line, words) in zip(lines, wanted) {
      #expect(line.hasPrefix("xfer: "), sourceLocation: sourceLocation)
      #expect(line.contains(words), "\(all)", sourceLocation: sourceLocation)
    }
  }

  // MARK: - What a list may have

  @Test func `of a list of everything the files come, and the rest is named`() throws {
    let desk = try Desk()
    let home = desk.home
    for name in ["first", "last"] { _ = try desk.file(name) }
    try #require(mkfifo(home + "/pipe", 0o600) == 0)
    let listener = try desk.session.start(
      ["python3", "-c", "import socket,sys;socket.socket(socket.AF_UNIX).bind(sys.argv[1])"]
        + [home + "/socket"]
    )
    #expect(listener.waited(within: .seconds(10)) == 0)
    try Files.makeDirectory(home + "/tree")
    try Files.write("in", to: home + "/tree/in")
    try #require(mkfifo(home + "/tree/pipe", 0o600) == 0)
    let bad: [(String, String)] = [
      ("file://\(home)/pipe", "pipe: is a named pipe, which cannot be copied"),
      ("file://\(home)/socket", "socket: is a socket, which cannot be copied"),
      ("file:///dev/zero", "/dev/zero: is a device, which cannot be copied"),
      ("file:///proc/version", "/proc/version: is a file of the kernel"),
      ("file:///proc/self/mem", "/proc/self/mem: is a file of the kernel"),
      ("file://otherhost/etc/passwd", "file://otherhost/etc/passwd: this is no file of this"),
      ("file://\(home)/missing", "missing: No such file or directory"),
      ("file:///", "/: it has no name"), ("file://\(home)/tree/..", "cannot be the name"),
      ("file://\(home)/tree", "tree/pipe: left out: is a named pipe"),
    ]
    try desk.offer(["file://\(home)/first"] + bad.map { $0.0 } + ["file://\(home)/last"])
    let get = try desk.get()
    expectComplaints(bad.map { $0.1 }, get, status: 66)
    #expect(get.lines == ["first", "tree", "last"].map { desk.target + "/" + $0 })
    desk.expect(["first", "last", "tree"])
    #expect(Files.names(in: desk.target + "/tree") == ["in"])
    try desk.session.verifyAlive()
  }

  @Test func `a link comes as a link, wherever it leads`() throws {
    let desk = try Desk()
    let links = [
      "out": "/etc/passwd", "itself": "itself", "nowhere": "not/there", "up": "../../..",
    ]
    for (name, target) in links { try #require(symlink(target, desk.home + "/" + name) == 0) }
    try desk.put(links.keys.sorted().map { desk.home + "/" + $0 })
    #expect(try desk.get().status == 0)
    desk.expect(links.keys.sorted())
    for (name, target) in links {
      #expect(Files.target(ofLink: desk.target + "/" + name) == target)
    }
  }

  @Test(arguments: ["/dev/zero", "/dev/null"]) func `a device is nothing to put`(path: String)
    throws
  {
    let desk = try Desk()
    let put = try desk.session.xfer("put", path)
    #expect(put.status == 66 && put.isCleanFailure, "\(put.complaint)")
  }

  @Test(arguments: [[], ["--cut"]]) func `a directory does not go into itself`(words: [String])
    throws
  {
    let desk = try Desk()
    try Files.makeDirectory(desk.target + "/in")
    let file = try desk.file("file")
    try desk.put(words + [desk.target, file])
    for directory in ["", "/in", "/in/"] {
      let get = try desk.session.xfer("get", "-o", desk.target + directory)
      #expect(get.complaint.contains("target: a directory cannot go into itself"))
      guard get.status == 66 else {
        Issue.record("\(get.complaint)")
        continue
      }
    }
    #expect(Files.exists(desk.target + "/in"))
    #expect(Files.tree(desk.target).contains { $0.hasSuffix("/file") })
  }

  // MARK: - What is not permitted

  @Test func `what may not be read is named, what may not be written as well`() throws {
    let desk = try Desk()
    let (secret, fine) = (try desk.file("secret"), try desk.file("fine"))
    chmod(secret, 0)
    let locked = desk.home + "/locked"
    try Files.makeDirectory(locked)
    chmod(locked, 0)
    defer { chmod(locked, 0o700) }
    try desk.put(secret, locked, fine)
    let denied = ["secret: Permission denied", "locked: Permission denied"]
    expectComplaints(denied, try desk.getAsAnybody(), status: 66)
    desk.expect(["fine"])
    chmod(desk.target, 0o500)
    expectComplaints(
      denied + ["target: fine: Permission denied"],
      try desk.getAsAnybody(),
      status: 66
    )
    desk.expect(["fine"])
    chmod(desk.target, 0o700)
  }

  @Test func `what was cut from where nothing may be removed stays, and is not on both sides`()
    throws
  {
    let desk = try Desk()
    let directory = desk.home + "/fixed"
    try Files.makeDirectory(directory)
    try Files.write("fine", to: directory + "/file")
    try desk.put("--cut", directory + "/file")
    chmod(directory, 0o500)
    let get = try desk.getAsAnybody()
    #expect(get.status == 66)
    #expect(get.complaint.contains("file: Permission denied"), "\(get.complaint)")
    #expect(Files.text(directory + "/file") == "fine")
    desk.expect([])
    chmod(directory, 0o700)
    // Nothing was used up.
    #expect(try desk.get().status == 0)
    desk.expect(["file"])
    #expect(!Files.exists(directory + "/file"))
  }

  // MARK: - Where it cannot go

  @Test func `a target that is none is an error (B120)`() throws {
    let desk = try Desk()
    try desk.put(try desk.file("file"))
    let scratch = desk.session.scratch
    for (path, why) in [
      (scratch + "/nowhere/deep/", "No such file or directory"),
      (scratch + "/home/file/", "Not a directory"),
      ("/proc/", "/proc/: a directory of the kernel takes no files; name another one"),
    ] {
      let get = try desk.session.xfer("get", "-o", path)
      #expect(get.status == 73 && get.isCleanFailure, "\(get.complaint)")
      #expect(get.complaint.contains(why), "\(get.complaint)")
    }
    #expect(Files.text(desk.home + "/file") == "fine")
  }

  @Test func `a full disk ends what it has no room for (B118, B120)`() throws {
    let desk = try Desk()
    guard let disk = SmallDisk(at: desk.target, megabytes: 4) else { return }
    let large = desk.home + "/large"
    try Files.write(Samples.bytes(8 << 20), to: large)
    let small = try desk.file("small")
    try desk.put(large, small)
    expectComplaints(["target: large: No space left on device"], try desk.get(), status: 74)
    desk.expect(["small"])
    // What is there stays, also where it was to be replaced.
    try Files.write("old", to: desk.target + "/large")
    let replacing = try desk.get("--on-conflict", "replace")
    expectComplaints(["target: large: No space left on device"], replacing, status: 74)
    #expect(Files.text(desk.target + "/large") == "old")
    desk.expect(["large", "small"])
    // A cut that did not arrive is still where it was, and still on offer.
    try desk.put("--cut", large, small)
    #expect(try desk.get().status == 74)
    #expect(Files.exists(large) && !Files.exists(small))
    #expect(try desk.session.xfer("get", "--files").lines == [large, small])
    // So is content.
    try desk.session.put(Samples.bytes(8 << 20), "--name", "content.bin", "-t", "image/png")
    #expect(try desk.get().status == 74)
    desk.expect(["large", "small", "small (2)"])
    #expect(disk.remount(readOnly: true))
    #expect(try desk.get().status == 73)
    try desk.session.verifyAlive()
  }

  @Test func `content whose owner dies makes no file (B122)`() throws {
    let desk = try Desk()
    try desk.session.xclipOwns(.bytes(Samples.text(30 << 20)))
    let xclip = try #require(desk.session.processes(named: "xclip").first)
    kill(xclip, SIGSTOP)
    let get = try desk.session.startXfer("get", "-o", desk.target, "--timeout", "5s")
    #expect(holds(within: .seconds(5)) { Processes.hasSocket(get.pid) })
    kill(xclip, SIGKILL)
    let outcome = get.outcome()
    #expect(outcome.status > 0 && outcome.isCleanFailure, "\(outcome.complaint)")
    desk.expect([])
  }
}
