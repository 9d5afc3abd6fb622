import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite("Target directory", .timeLimit(.minutes(4)))
struct TargetDirectoryTests {
  private func file(_ text: String, _ directory: TargetDirectory) throws -> UnnamedFile {
    let file = try directory.newFile()
    try file.descriptor.descriptor.writeAll(Array(text))
    return file
  }

  @Test func `content gets a name by the same rules`() throws {
    let place = try TransferPlace()
    let directory = try place.directory()
    for name in ["f", "f (2)", "f (3)"] {
      #expect(try directory.place(file(name, directory), as: .numbered("f")) == Array(name))
    }
    #expect(try directory.place(file("x", directory), as: .numbered("f", .skip)) == nil)
    #expect(
      error(.target, .nameTaken) {
        try directory.place(file("x", directory), as: .numbered("f", .fail))
      }
    )
    #expect(
      error(.target, .unusableName) {
        try directory.place(file("x", directory), as: .numbered("../f"))
      }
    )
    let replacing = try file("new", directory)
    let identity = try replacing.descriptor.descriptor.status().identity
    let name = try directory.place(replacing, as: .numbered("f", .replace), mode: 0o640)
    #expect(name == Array("f"))
    let made = try FileSystem.status(of: Array("\(place.target)/f"))
    #expect(made?.identity == identity)
    #expect(made?.mode == 0o640)
    #expect(try bash("cd \(place.target) && cat f 'f (2)' 'f (3)'") == "newf (2)f (3)")
    #expect(try place.targetNames() == ["f", "f (2)", "f (3)"])
  }

  @Test func `what killed processes left is swept, and nothing that somebody works at`() throws {
    let place = try TransferPlace()
    try place.make("mkdir -p t/d && head -c 9000000 /dev/zero | tee t/a > t/d/b")
    let live = try place.start("t")
    while try place.targetNames() == [] { _ = try live.step() }
    let hidden = try #require(place.targetNames().first)
    let named = try UnnamedFile(withNameIn: Array(place.target))
    // As of processes that are no more, or have this number again.
    try bash(
      "cd \(place.target) && mkdir -p .xfer-1-2/d .xfer-\(getpid())-7 && echo 1 | tee .xfer-1-2/d/f .xfer-1-3 && chmod 000 .xfer-1-2/d .xfer-1-2"
    )
    try bash("cd \(place.target) && mkdir .xfer .xfer-a-b && ln -s / .xfer-1-9 && touch .xfer-1")
    try place.make("echo 1 > f")
    try place.transfer("f")
    let left = Set(try place.targetNames())
    #expect(left.count == 7)
    #expect(left.isSuperset(of: [hidden, ".xfer", ".xfer-a-b", ".xfer-1-9", ".xfer-1", "f"]))
    try named.name(Array("\(place.target)/named"))
    #expect(try live.run().name == Array("t"))
    #expect(try manifest(of: "\(place.target)/t") == manifest(of: "\(place.source)/t"))
    #expect(
      try Set(place.targetNames()) == [
        ".xfer", ".xfer-a-b", ".xfer-1-9", ".xfer-1", "f", "t", "named",
      ]
    )
  }

  @Test func `sweepers and makers at once do not take from each other`() async throws {
    let place = try TransferPlace()
    try place.make("mkdir -p t/d; for i in 1 2 3 4 5; do echo $i > t/d/$i; done")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          try await onThread {
            for round in 0..<100 {
              // Each one sweeps first, having a directory of its own.
              let name = "\(number)-\(round)"
              let transfer = FileTransfer(
                Array("\(place.source)/t"),
                into: try place.directory(),
                as: .numbered(name, .fail),
                .copy
              )
              _ = try transfer.run()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try bash("cd \(place.target) && ls -A | wc -l && find . -type f | wc -l") == "400\n2000\n"
    )
  }

  @Test func `a file system that cannot rename without replacing`() throws {
    let place = try TransferPlace()
    try place.make("echo 1 > f; mkdir d; echo 2 > d/a; ln -s nowhere l; mkdir full empty")
    let source = try FileSystem.open(Array(place.source))
    func rename(_ from: String, _ to: String) throws -> CInt {
      do {
        try FileSystem.renameInTwoSteps(
          Array(from),
          in: source.number,
          to: Array(to),
          in: source.number
        )
        return 0
      } catch {
        return error.code
      }
    }
    for (from, to) in [("f", "f2"), ("d", "d2"), ("l", "l2")] {
      #expect(try rename(from, to) == 0)
      #expect(try rename(to, "full") == EEXIST)
      #expect(try rename(to, "empty") == EEXIST)
      #expect(try rename(to, "f2") == EEXIST)
    }
    #expect(
      try place.make("ls; cat f2 d2/a; readlink l2") == "d2\nempty\nf2\nfull\nl2\n1\n2\nnowhere\n"
    )
  }

  @Test(.enabled(if: getuid() == 0))
  func `a directory that may be written but not read`() async throws {
    let place = try TransferPlace()
    try place.make("echo 1 > f; mkdir t; cp f t")
    try bash("cd \(place.path) && chmod 755 . source && chmod 777 source && chmod 733 target")
    await #expect(processExitsWith: .success) {
      [source = place.source as String, target = place.target as String] in
      guard setgid(65534) == 0, setuid(65534) == 0 else { exit(9) }
      let directory = try TargetDirectory(Array(target))
      for name in ["f", "t"] {
        let transfer = FileTransfer(
          Array("\(source)/\(name)"),
          into: directory,
          as: .numbered(name),
          .copy
        )
        _ = try transfer.run()
      }
    }
    #expect(try place.targetNames() == ["f", "t"])
  }
}
