import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("File transfer: moves", .timeLimit(.minutes(5)))
struct FileTransferMoveTests {
  private static let tree = """
    mkdir -p t/a/b t/c && head -c 3000000 /dev/urandom > t/big && ln t/big t/a/again && ln -s big t/l \
    && for i in $(seq 50); do echo $i > t/a/b/$i; done && chmod 555 t/a/b && chmod 4755 t/c \
    && touch -d 2001-01-01 t/a && truncate -s 10M t/c/hole && chmod 4711 t/big
    """

  @Test(arguments: [nil, 64 << 10])
  func `a tree is moved whole`(targetKiB: Int?) throws {
    guard targetKiB == nil || canMount else { return }
    let place = try TransferPlace(targetKiB: targetKiB)
    try place.make(Self.tree)
    let before = try manifest(of: "\(place.source)/t")
    let outcome = try place.transfer("t", .move)
    #expect(outcome.name == Array("t"))
    #expect(outcome.leftOutCount == 0)
    #expect(!outcome.sourceIsKept)
    #expect(try manifest(of: "\(place.target)/t") == before)
    #expect(try place.make("ls -A") == "")
    #expect(try place.targetNames() == ["t"])
    #expect(try bash("stat -c %h \(place.target)/t/big") == "2\n")
    let back = FileTransfer(
      Array("\(place.target)/t"),
      into: try TargetDirectory(Array(place.source)),
      as: .numbered("t"),
      .move
    )
    #expect(try back.run().name == Array("t"))
    #expect(try manifest(of: "\(place.source)/t") == before)
    #expect(try place.targetNames() == [])
  }

  @Test(.enabled(if: canMount))
  func `files and links are moved to another file system`() throws {
    let place = try TransferPlace(targetKiB: 64 << 10)
    try place.make("head -c 9000000 /dev/urandom > f; chmod 640 f; chown 123:456 f; ln -s f l")
    try place.make("touch -h -d 2001-01-01 f l; chown -h 99:98 l; cp -a f ../copy")
    try bash("echo old > \(place.target)/f")
    for name in ["user.a", "trusted.b"] { try setAttribute(name, name, of: "\(place.source)/f") }
    #expect(try place.transfer("f", .move).name == Array("f (2)"))
    for name in ["user.a", "trusted.b"] {
      let value = FileSystem.attribute(name, of: Array("\(place.target)/f (2)"))
      #expect(value == Array(name))
    }
    #expect(try place.transfer("l", .move).name == Array("l"))
    try bash("cmp \(place.path)/copy '\(place.target)/f (2)'")
    let facts = try bash(
      "cd \(place.target) && stat -c '%a %u:%g %Y' 'f (2)' && stat -c '%u:%g %Y' l"
    )
    #expect(facts == "640 123:456 978307200\n99:98 978307200\n")
    #expect(try place.make("ls -A") == "")
    #expect(try place.targetNames() == ["f", "f (2)", "l"])
  }

  @Test(.enabled(if: canMount))
  func `a file on another file system is replaced only when all is there`() throws {
    let place = try TransferPlace(targetKiB: 4 << 10)
    try place.make("head -c 3000000 /dev/zero > f; head -c 9000000 /dev/zero > g")
    try bash("cd \(place.target) && echo old | tee f g")
    #expect(try place.transfer("f", .move, .replace).name == Array("f"))
    #expect(
      error(.target, .system(SystemError(call: "copy", code: ENOSPC))) {
        try place.transfer("g", .move, .replace)
      }
    )
    #expect(try bash("cd \(place.target) && stat -c %s f g") == "3000000\n4\n")
    #expect(try place.make("ls -A") == "g\n")
  }

  @Test func `what is in the directory already stays there under its name`() throws {
    let place = try TransferPlace()
    try bash("cd \(place.target) && echo 1 > f && mkdir t")
    for name in ["f", "t"] {
      for conflict in [NameConflict.rename, .replace, .skip, .fail] {
        let transfer = FileTransfer(
          Array("\(place.target)/../target/\(name)"),
          into: try place.directory(),
          as: .numbered(name, conflict),
          .move
        )
        #expect(try transfer.run().name == Array(name))
      }
    }
    #expect(try place.targetNames() == ["f", "t"])
    #expect(try FileSystem.read(Array("\(place.target)/f")) == Array("1\n"))
  }

  @Test(.enabled(if: canMount))
  func `a source that changes after it was copied is kept`() throws {
    let place = try TransferPlace(targetKiB: 64 << 10)
    try place.make("echo 1 > f; mkdir -p t/d; echo 1 > t/a; echo 1 > t/d/b; echo 1 > t/d/c")
    try place.make("cp f g; cp -a t u; ln u/a u/also; touch -d 2001-01-01 g u/a")
    // Those of the same size and age tell by their ctime alone.
    let changes = [
      ("f", "echo 22 > f"), ("g", "echo 2 > g; touch -d 2001-01-01 g"),
      ("t", "echo 22 > t/d/b; echo new > t/d/n"),
      ("u", "echo 3 > u/a; touch -d 2001-01-01 u/a"),
    ]
    for (name, change) in changes {
      let transfer = try place.start(name, .move)
      // First a rename is tried.
      for _ in 0..<2 {
        while true {
          guard case .placing = try transfer.step() else { continue }
          break
        }
      }
      try place.make(change)
      let outcome = try transfer.run()
      #expect(outcome.name == Array(name))
      #expect(outcome.sourceIsKept)
      #expect(outcome.leftOut.map(\.error.cause).first == .changedMeanwhile)
    }
    #expect(try place.make("find . -type f | sort | xargs cat") == "22\n2\n22\nnew\n3\n3\n")
    let moved = try bash("cd \(place.target) && cat f g t/a t/d/[bc] u/a u/also u/d/[bc]")
    #expect(moved == String(repeating: "1\n", count: 9))
  }

  @Test(.enabled(if: canMount))
  func `a tree of which something is left out is copied, not moved`() throws {
    let place = try TransferPlace(targetKiB: 64 << 10)
    try place.make("mkdir -p t/d; echo 1 > t/a; mkfifo t/d/pipe; echo 2 > t/d/z")
    let outcome = try place.transfer("t", .move)
    #expect(outcome.name == Array("t"))
    #expect(outcome.sourceIsKept)
    #expect(outcome.leftOut.map(\.path) == [Array("d/pipe")])
    #expect(try place.make("find t | wc -l") == "5\n")
    #expect(try bash("cd \(place.target) && find t | sort") == "t\nt/a\nt/d\nt/d/z\n")
  }

  /// Each run is killed somewhere between its beginning and its end, and a second one ends it.
  @Test(.enabled(if: canMount))
  func `killed at any moment nothing is lost`() async throws {
    let place = try TransferPlace(in: "/dev/shm", targetKiB: 64 << 10)
    try place.make("\(Self.tree); for i in $(seq 300); do echo $i > t/c/$i; done; cp -a t ../whole")
    // Whatever has the name is whole, and else the source is.
    let check = """
      cd \(place.path); facts() { (cd $1 && find . -printf '%P %y %m %l\\n' -type f -printf '%n %s\\n' | sort); }; \
      there=0; [ -e target/t ] && there=1; source=0; [ -e source/t ] && source=1; \
      whole=source/t; [ $there = 1 ] && whole=target/t; \
      diff -r --no-dereference whole $whole && diff <(facts whole) <(facts $whole) && echo $there $source
      """
    let again = "cd \(place.path) && rm -rf target/* target/.xfer* source/* && cp -a whole source/t"
    let start = ContinuousClock.now
    _ = try place.transfer("t", .move)
    let duration = (ContinuousClock.now - start) / .microseconds(1)
    var endings = [0, 0, 0]
    for round in 0..<100 {
      try bash(again)
      let delay = UInt32(duration * Double(round) / 90)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [source = place.source as String, target = place.target as String, delay = delay as UInt32]
        in
        let transfer = FileTransfer(
          Array("\(source)/t"),
          into: try TargetDirectory(Array(target)),
          as: .numbered("t"),
          .move
        )
        startThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        _ = try? transfer.run()
        // Quicker than the other.
        kill(getpid(), SIGKILL)
      }
      let after = try bash(check)
      let hasSource = after.hasSuffix("1\n")
      endings[after.hasPrefix("0") ? 0 : hasSource ? 1 : 2] += 1
      guard hasSource else { continue }
      let outcome = try place.transfer("t", .move)
      #expect(!outcome.sourceIsKept, "round \(round)")
      #expect(try bash(check) == "1 0\n", "round \(round)")
      // Nothing half-done is left by the second; what the first did not remove is there twice.
      let left = try place.targetNames()
      #expect(left == (after.hasPrefix("0") ? ["t"] : ["t", "t (2)"]), "round \(round)")
    }
    // The moments were not all the same one.
    #expect(endings[0] > 0 && endings[2] > 0, "\(endings)")
  }
}
