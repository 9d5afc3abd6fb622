import DropFolders
import LinuxIO
import TestSupport
import Testing

/// Cases B104 and B106: real programs, and real writers that take their time.
@Suite("Writers of drop folders", .timeLimit(.minutes(4)))
struct WriterTests {
  @Test(arguments: [
    "exec 3> \"$1\"; printf half >&3; echo > \"$READY\"; read x < \"$GATE\"; printf half >&3",
    // Another process has it open, too.
    """
    exec 3> "$1"; printf half >&3; printf '' >> "$1"
    echo > "$READY"; read x < "$GATE"; printf half >&3
    """,
    // Reserved before it is written.
    """
    exec 3<> "$1"; fallocate -l 8 "$1"; printf half >&3
    echo > "$READY"; read x < "$GATE"; printf half >&3
    """,
  ])
  func `a file with a writer open lands when that has closed it`(script: String) async throws {
    let test = try await TestDrops.watching()
    let writer = try await HeldProgram("sh", script, [test.path("slow")], in: test.scratch)
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    try await writer.finish()
    try await test.waitForNames("witness", "slow")
    #expect(test.files.last?.byteCount == 8)
  }

  @Test func `a file that is mapped for writing lands when it no longer is`() async throws {
    let test = try await TestDrops.watching()
    let script = """
      import mmap, os, sys
      file = open(sys.argv[1], "w+b")
      file.truncate(4096)
      map = mmap.mmap(file.fileno(), 4096)
      file.close()
      open(os.environ["READY"], "w").write("x")
      open(os.environ["GATE"]).read(1)
      map[0:5] = b"whole"
      map.close()
      """
    let writer = try await HeldProgram("python3", script, [test.path("slow")], in: test.scratch)
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    try await writer.finish()
    try await test.waitForNames("witness", "slow")
    #expect(try readFile(test.path("slow")).prefix(5) == Array("whole".utf8)[...])
  }

  /// Nobody tells of the closing: it is written by a name elsewhere.
  @Test(arguments: ["ln \"$1\" \"$2\"", "ln -s \"$1\" \"$2\""])
  func `a link to a file that is still written lands when it is closed`(link: String) async throws {
    let test = try await TestDrops.watching()
    let script = """
      exec 3> "$1"; printf half >&3; \(link)
      echo > "$READY"; read x < "$GATE"; printf half >&3
      """
    let arguments = [test.scratch.path("elsewhere"), test.path("linked")]
    let writer = try await HeldProgram("sh", script, arguments, in: test.scratch)
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    try await writer.finish()
    try await test.waitForNames("witness", "linked")
    #expect(test.files.last?.byteCount == 8)
    #expect(test.files.last?.kind == (link.contains("-s") ? .symbolicLink : .regular))
  }

  @Test func `copies, moves, links and redirections land once each`() async throws {
    let test = try await TestDrops.watching()
    let source = try test.scratch.write([UInt8](repeating: 7, count: 300_000), to: "source")
    let script = """
      set -e; cd "$1"; cp "$0" copied; cp --sparse=always "$0" sparse; cp -p "$0" kept
      ln "$0" linked; ln -s "$0" symbolic; cat "$0" > redirected; : > empty
      fallocate -l 1000 reserved; dd if="$0" of=dd bs=1000 status=none
      cp "$0" "$0.2"; mv "$0.2" moved; tar -C "${0%/*}" -cf - source | tar -xf - source
      """
    try await run("bash", ["-c", script, source, test.drop])
    try await test.waitForNames(
      "copied",
      "sparse",
      "kept",
      "linked",
      "symbolic",
      "redirected",
      "empty",
      "reserved",
      "dd",
      "moved",
      "source"
    )
    try await test.waitForWitness()
    #expect(test.names.count == 12, "\(test.names)")
    #expect(test.reports.count(where: { if case .landed = $0 { true } else { false } }) <= 3)
  }

  /// A file that gets its name only when it is complete, with no closing that is told by that name.
  @Test func `a file that was written without a name lands when it is closed`() async throws {
    let test = try await TestDrops.watching()
    let script = """
      import ctypes, os, sys
      file = os.open(os.path.dirname(sys.argv[1]), os.O_TMPFILE | os.O_WRONLY)
      os.write(file, b"half")
      path, here, follow = f"/proc/self/fd/{file}".encode(), -100, 0x400
      assert ctypes.CDLL(None).linkat(here, path, here, sys.argv[1].encode(), follow) == 0
      open(os.environ["READY"], "w").write("x")
      open(os.environ["GATE"]).read(1)
      os.write(file, b"half")
      """
    let writer = try await HeldProgram("python3", script, [test.path("late")], in: test.scratch)
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    try await writer.finish()
    try await test.waitForNames("witness", "late")
    #expect(test.files.last?.byteCount == 8)
  }

  @Test func `temporary names never land, and what is renamed from them does, once`() async throws {
    let test = try await TestDrops.watching()
    let script = """
      set -e; cd "$1"
      for temporary in a.pdf.filepart b.pdf.part c.pdf.crdownload .d.pdf.Xy12 e.pdf~ \
        .goutputstream-ABC '~syncthing~g.pdf.tmp' '.#h' .xfer-1; do
        echo half > "$temporary"; echo half >> "$temporary"
      done
      echo; mv a.pdf.filepart a.pdf; mv .d.pdf.Xy12 d.pdf; mv .xfer-1 x.pdf
      mv '~syncthing~g.pdf.tmp' g.pdf
      """
    try await run("bash", ["-c", script, "bash", test.drop])
    try await test.waitForNames("a.pdf", "d.pdf", "x.pdf", "g.pdf")
    try await test.waitForWitness()
    #expect(test.names.count == 5, "\(test.names)")
  }

  @Test func `a landed file lands again when it is rewritten, and for nothing less`() async throws {
    let test = try await TestDrops.watching()
    try await run("sh", ["-c", "echo one > \"$0\"", test.path("a")])
    try await test.waitForNames("a")
    let script = """
      cd "$1"; chmod 640 a; chmod 750 .; touch .; : >> a; mv a b; ln b .hidden; rm .hidden; mv b a
      """
    try await run("sh", ["-c", script, "sh", test.drop])
    try await test.waitForWitness()
    #expect(test.names == ["a", "witness"])
    try await run("sh", ["-c", "echo two > \"$0\"", test.path("a")])
    try await test.waitForNames("a", "a", "witness")
  }

  @Test func `what we put there ourselves does not land`() async throws {
    let test = try await TestDrops.watching()
    let temporary = Array(test.path(".xfer-1").utf8)
    try FileSystem.open(temporary, .create).writeAll(Array("ours".utf8))
    let identity = try #require(try FileSystem.version(of: temporary)?.identity)
    await test.drops.expect(identity, in: Array(test.drop.utf8))
    try FileSystem.rename(temporary, to: Array(test.path("ours").utf8))
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
  }

  // MARK: - Directories and other things

  @Test func `a directory that is moved in lands whole, one that is filled when it rests`()
    async throws
  {
    var limits = DropLimits()
    limits.settling = .milliseconds(400)
    let test = try await TestDrops.watching(limits: limits)
    let script = """
      mkdir -p "$1/tree/deep" "$1/moved"; for n in 1 2 3; do echo $n > "$1/tree/deep/$n"; done
      echo x > "$1/moved/x"; mv "$1/moved" "$2"; cp -r "$1/tree" "$2"
      exec 3> "$2/tree/deep/open"; echo > "$READY"; read x < "$GATE"; printf whole >&3
      """
    let arguments = [test.scratch.path("from"), test.drop]
    let writer = try await HeldProgram("sh", script, arguments, in: test.scratch)
    try await test.waitForNames("moved")
    try await test.waitForWitness()
    #expect(test.names == ["moved", "witness"])
    try await writer.finish()
    try await test.waitForNames("moved", "witness", "tree")
    #expect(test.files.last?.kind == .directory)
    #expect(test.files.last?.byteCount == 11)
    try await run("sh", ["-c", "echo more > \"$0\"", test.path("tree/more")])
    try await test.waitForWitness("later")
    #expect(test.names.count == 4)
  }

  @Test func `pipes, sockets, devices and links to no file are refused with a reason`() async throws
  {
    let test = try await TestDrops.watching()
    let script = """
      import os, socket, sys
      os.chdir(sys.argv[1])
      os.mkfifo("pipe"); socket.socket(socket.AF_UNIX).bind("socket")
      os.symlink("nothing", "dangling"); os.symlink("/tmp", "folder"); os.symlink("self", "self")
      os.symlink("/dev/zero", "zero")
      """
    try await run("python3", ["-c", script, test.drop])
    let wanted: Set = [
      "pipe: it is a named pipe", "socket: it is a socket", "dangling: it is a link to nothing",
      "folder: it is a link to a directory", "zero: it is a link to something that is no file",
      "self: it is a link that leads nowhere: Too many levels of symbolic links",
    ]
    #expect(await eventually { () async -> Bool in Set(test.refusals) == wanted })
    try await test.waitForWitness()
    #expect(test.refusals.count == wanted.count, "\(test.refusals)")
    #expect(test.names == ["witness"])
  }

  // MARK: - Many

  /// Case B108: more than the queue of inotify holds, while we do nothing.
  @Test(arguments: [20_000, 50_000])
  func `every file of a burst that overflows the queue lands once`(count: Int) async throws {
    let test = try await TestDrops.watching()
    try await test.waitForWitness("0")
    let script = """
      import os, sys
      os.chdir(sys.argv[1])
      for number in range(1, int(sys.argv[2])):
          with open(str(number), "w") as file: file.write("x")
      """
    try await test.holdingLoop {
      try await run("python3", ["-c", script, test.drop, "\(count)"], within: .seconds(60))
    }
    await eventually(within: .seconds(30)) { () async -> Bool in test.files.count >= count }
    try await test.waitForWitness("last")
    #expect(test.names.count == count + 1)
    #expect(Set(test.names).count == count + 1)
    let isWithinLimits = test.reports.allSatisfy {
      if case .landed(_, let files, _) = $0 { files.count <= 4096 } else { true }
    }
    #expect(isWithinLimits)
  }
}
