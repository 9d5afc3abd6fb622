import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("File transfer: bad input", .timeLimit(.minutes(4)))
struct FileTransferBadInputTests {
  private static let actions = [FileTransfer.Action.copy, .move, .link]

  @Test(arguments: actions)
  func `what has no content is refused`(action: FileTransfer.Action) throws {
    let place = try TransferPlace()
    try place.make(
      "mkfifo pipe; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")'"
    )
    #expect(error(.source, .special(.pipe)) { try place.transfer("pipe", action) })
    #expect(error(.source, .special(.socket)) { try place.transfer("s", action) })
    for path in ["/dev/zero", "/dev/null"] {
      #expect(error(.source, .special(.characterDevice)) { try bring(path, place, action) })
    }
    for path in ["/proc/version", "/proc/self/mem", "/proc/self", "/sys/kernel", "/proc/self/exe"] {
      #expect(error(.source, .madeByKernel) { try bring(path, place, action) })
    }
    #expect(
      error(.source, .system(SystemError(call: "stat", code: ENOENT))) {
        try place.transfer("missing", action)
      }
    )
    #expect(try place.targetNames() == [])
    #expect(try place.make("ls") == "pipe\ns\n")
  }

  @Test(arguments: [FileTransfer.Action.copy, .move])
  func `what of a directory has no content is left out`(action: FileTransfer.Action) throws {
    let place = try TransferPlace()
    try place.make(
      "mkdir -p t/d; echo 1 > t/a; mkfifo t/d/pipe; ln -s /dev/zero t/z; echo 2 > t/zz"
    )
    let outcome = try place.transfer("t", .copy)
    #expect(outcome.leftOut.map(\.path) == [Array("d/pipe")])
    #expect(outcome.leftOut.first?.error.reason == "is a named pipe, which cannot be copied")
    #expect(try bash("cd \(place.target)/t && cat a zz && readlink z") == "1\n2\n/dev/zero\n")
  }

  @Test(arguments: [FileTransfer.Action.copy, .move])
  func `a directory does not go into itself`(action: FileTransfer.Action) throws {
    let place = try TransferPlace()
    try bash("mkdir -p \(place.target)/a/b && ln -s \(place.target) \(place.path)/way")
    for inner in ["", "/a", "/a/b"] {
      let directory = try TargetDirectory(Array("\(place.path)/way\(inner)"))
      for path in [place.target, "\(place.path)/way/.", "/"] {
        let transfer = FileTransfer(Array(path), into: directory, as: .numbered("x"), action)
        let thrown = #expect(throws: FileTransferError.self) { try transfer.run() }
        #expect(thrown?.side == .source)
        #expect(path == "/" || thrown?.cause == .intoItself)
      }
    }
    #expect(try bash("cd \(place.target) && find .") == ".\n./a\n./a/b\n")
  }

  @Test(.enabled(if: canMount))
  func `a mount of the source elsewhere is no way into itself`() throws {
    let place = try TransferPlace()
    try place.make("mkdir -p t/sub && echo 1 > t/a")
    try bash("mount --bind \(place.source)/t/sub \(place.target)")
    defer { _ = try? bash("umount -l \(place.target)") }
    #expect(error(.target, .intoItself) { try place.transfer("t") })
    #expect(try place.make("find t | sort") == "t\nt/a\nt/sub\n")
  }

  @Test func `a source that becomes a link is not followed`() throws {
    let place = try TransferPlace()
    try place.make("echo mine > f; mkdir d t; echo 1 > t/a; echo secret > ../secret")
    // Replaced between two looks, again and again, while it is copied again and again.
    let swaps = try ChildProgram(
      "bash",
      [
        "-c",
        "cd \(place.source); while :; do ln -sfT ../secret l; mv -T l f; echo mine > g; mv g f; done",
      ]
    )
    var names = 0
    for _ in 0..<300 {
      do {
        try place.transfer("f")
        names += 1
      } catch let error as FileTransferError {
        #expect(error.side == .source)
      }
    }
    withExtendedLifetime(swaps) {}
    let files = try bash("cd \(place.target) && find . -type f -print0 | xargs -0 -r cat | sort -u")
    #expect(!files.contains("secret"))
    #expect(names > 0)
  }

  @Test func `what becomes a link within a tree is not followed`() throws {
    let place = try TransferPlace()
    try place.make("mkdir -p ../hidden t/d; echo secret > ../hidden/a; echo mine | tee t/a t/d/a")
    let swaps = try ChildProgram(
      "bash",
      [
        "-c",
        """
        cd \(place.source)/t; while :; do ln -sfT ../../hidden/a l; mv -T l a; mv d e; \
        ln -sT ../../hidden d; echo mine > g; mv g a; rm d; mv e d; done
        """,
      ]
    )
    for _ in 0..<200 {
      let outcome = try place.transfer("t")
      #expect(outcome.leftOut.allSatisfy { $0.error.side == .source })
    }
    withExtendedLifetime(swaps) {}
    let files = try bash("cd \(place.target) && find . -type f -print0 | xargs -0 -r cat | sort -u")
    #expect(files == "mine\n")
  }

  @Test func `a target that is removed is an error for each item`() throws {
    let place = try TransferPlace()
    try place.make("head -c 9000000 /dev/zero > f; mkdir t; cp f t; ln -s x l; echo 1 > m; mkdir u")
    let directory = try place.directory()
    let begun = try place.start("f", into: directory)
    let tree = try place.start("t", into: directory)
    for _ in 0..<2 { _ = try begun.step() }
    while try place.targetNames() == [] { _ = try tree.step() }
    try bash("rm -rf \(place.target)")
    #expect(error(.target, .directoryRemoved) { try begun.run() })
    #expect(error(.target, .directoryRemoved) { try tree.run() })
    for action in Self.actions {
      for name in ["f", "t", "l", "m"] {
        #expect(
          error(.target, .directoryRemoved) { try place.transfer(name, action, into: directory) }
        )
      }
    }
    #expect(
      error(.target, .system(SystemError(call: "open", code: ENOENT))) {
        try TargetDirectory(Array(place.target))
      }
    )
    #expect(try place.make("ls") == "f\nl\nm\nt\nu\n")
  }

  @Test(arguments: [false, true])
  func `a copy of a tree that is removed on its way is an error`(isComplete: Bool) throws {
    let place = try TransferPlace()
    try place.make("mkdir t; echo 1 > t/a")
    let tree = try place.start("t")
    var isPlacing = false
    while try isComplete ? !isPlacing : place.targetNames() == [] {
      if case .placing = try tree.step() { isPlacing = true }
    }
    try bash("cd \(place.target) && rm -r .xfer-*")
    #expect(error(.target, .copyRemoved) { try tree.run() })
    #expect(try place.targetNames() == [] && place.make("cat t/a") == "1\n")
  }

  @Test(arguments: ["/proc", "/proc/self", "/sys", "/sys/kernel"])
  func `a directory of the kernel takes no files`(path: String) {
    #expect(error(.target, .madeByKernel) { try TargetDirectory(Array(path.utf8)) })
  }

  @Test func `a target that a link takes the place of stays the target`() throws {
    let place = try TransferPlace()
    try place.make("echo 1 > f; mkdir t; echo 2 > t/a")
    let directory = try place.directory()
    try bash("cd \(place.path) && mkdir elsewhere && mv target moved && ln -s elsewhere target")
    for name in ["f", "t"] { try place.transfer(name, into: directory) }
    #expect(try bash("ls \(place.path)/elsewhere") == "")
    #expect(try bash("cd \(place.path)/moved && cat f t/a") == "1\n2\n")
  }

  @Test func `a link with the wanted name is not followed`() throws {
    let place = try TransferPlace()
    try place.make("echo new > f; mkdir t; echo new > t/victim; echo old > ../victim")
    try bash("cd \(place.target) && ln -s ../victim f && ln -s .. t")
    #expect(try place.transfer("f").name == Array("f (2)"))
    #expect(try place.transfer("t").name == Array("t (2)"))
    #expect(try place.transfer("f", .copy, .replace).name == Array("f"))
    #expect(try bash("cat \(place.path)/victim") == "old\n")
    #expect(try bash("stat -c %F \(place.target)/f") == "regular file\n")
  }

  @Test(.enabled(if: canMount), arguments: ["f", "t"])
  func `a full disk ends it and leaves nothing`(name: String) throws {
    let place = try TransferPlace(targetKiB: 2048)
    try place.make(
      "mkdir -p t/d; for i in 1 2 3 4 5; do head -c 1000000 /dev/urandom > t/d/$i; done; cat t/d/* > f"
    )
    for action in [FileTransfer.Action.copy, .move] {
      let thrown = #expect(throws: FileTransferError.self) { try place.transfer(name, action) }
      #expect(thrown?.side == .target)
      #expect(thrown?.reason == "No space left on device")
      #expect(try place.targetNames() == [])
      #expect(try bash("df --output=used \(place.target) | tail -1").contains(" 0\n"))
    }
    #expect(try place.make("find . | wc -l") == "9\n")
  }

  /// As a user whom the modes bind.
  @Test(.enabled(if: getuid() == 0))
  func `what may not be read is left out, what may not be written is an error`() async throws {
    let place = try TransferPlace()
    try place.make(
      "mkdir -p t/closed t/open; echo 1 > t/secret; echo 2 > t/open/a; echo 3 > t/closed/x; echo 4 > t/open/z; cp t/secret f"
    )
    try bash(
      "cd \(place.path) && chmod 600 source/t/secret source/f && chmod 700 source/t/closed && chmod 555 source/t/open"
    )
    try bash(
      "cd \(place.path) && mkdir shut && chmod 777 target && chmod 755 . source source/t && chown nobody source/t/open"
    )
    await #expect(processExitsWith: .success) {
      [
        source = place.source as String, target = place.target as String,
        path = place.path as String
      ] in
      guard setgid(65534) == 0, setuid(65534) == 0 else { exit(9) }
      let directory = try TargetDirectory(Array(target))
      func start(_ name: String, _ directory: TargetDirectory, _ action: FileTransfer.Action)
        -> FileTransfer
      {
        FileTransfer(Array("\(source)/\(name)"), into: directory, as: .numbered(name), action)
      }
      let outcome = try start("t", directory, .copy).run()
      let left = outcome.leftOut.map { String(decoding: $0.path, as: UTF8.self) }.sorted()
      guard left == ["closed", "secret"] else { exit(1) }
      guard outcome.leftOut.allSatisfy({ $0.error.reason == "Permission denied" }) else { exit(2) }
      // A tree of directories that are not writable can be given up, too.
      let given = start("t", directory, .copy)
      while true {
        guard case .placing = try given.step() else { continue }
        break
      }
      given.cancel()
      guard try FileSystem.names(in: Array(target)).count == 1 else { exit(3) }
      for action in [FileTransfer.Action.copy, .move] {
        do {
          _ = try start("f", directory, action).run()
          exit(4)
        } catch let error as FileTransferError {
          guard error.side == .source, error.reason == "Permission denied" else { exit(5) }
        }
        do {
          _ = try start("t", TargetDirectory(Array("\(path)/shut")), action).run()
          exit(6)
        } catch let error as FileTransferError {
          guard error.reason == "Permission denied" else { exit(7) }
        }
      }
    }
    #expect(
      try bash("cd \(place.target) && cat t/open/a t/open/z && stat -c %a t/open") == "2\n4\n555\n"
    )
  }

  private func bring(
    _ path: String,
    _ place: TransferPlace,
    _ action: FileTransfer.Action
  ) throws -> FileTransfer.Outcome {
    try FileTransfer(Array(path), into: place.directory(), as: .numbered("x"), action).run()
  }
}
