import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("File transfer", .timeLimit(.minutes(4)))
struct FileTransferTests {
  @Test(arguments: [0, 1, 4096, 70_000, 9 << 20])
  func `a file is copied with its mode, times and attributes`(count: Int) throws {
    let place = try TransferPlace()
    try writeFile(pattern(count), to: "\(place.source)/f")
    try setAttribute("user.note", "hello", of: "\(place.source)/f")
    try place.make("chmod 4754 f; touch -d '2001-02-03 04:05:06.789' f")
    let outcome = try place.transfer("f")
    #expect(outcome.name == Array("f"))
    #expect(outcome.byteCount == count)
    #expect(try FileSystem.read(Array("\(place.target)/f")) == pattern(count))
    // A copy is not the owner's, so it does not run as the owner.
    #expect(
      try bash("stat -c '%a %.9Y' \(place.target)/f") == "754 981173106.789000000\n"
    )
    #expect(FileSystem.attribute("user.note", of: Array("\(place.target)/f")) == Array("hello"))
    #expect(try place.targetNames() == ["f"])
  }

  @Test func `a tree is copied whole`() throws {
    let place = try TransferPlace()
    try place.make(
      """
      mkdir -p t/a/b 't/spa ce' t/empty && echo 1 > t/a/one && echo 2 > t/a/b/two && : > t/none \
      && ln -s ../nowhere t/a/broken && ln -s / t/root && ln -s loop t/loop \
      && echo x > $'t/new\\nline' && echo y > $'t/\\xff\\xfe' && echo z > -- t/-dash \
      && echo 1 > $'t/\\xc3\\xa9' && echo 2 > $'t/e\\xcc\\x81' \
      && head -c 100000 /dev/urandom > t/a/big && chmod 640 t/a/big && chmod 750 t/a \
      && touch -h -d 2001-01-01 t/root && find t -type d -exec touch -d 2002-02-02 {} + && chmod 555 t/a/b
      """
    )
    try place.make("cd t && touch $(printf 'n%.0s' {1..255})")
    let outcome = try place.transfer("t")
    #expect(outcome.leftOutCount == 0)
    #expect(try manifest(of: "\(place.target)/t") == manifest(of: "\(place.source)/t"))
    #expect(try place.targetNames() == ["t"])
  }

  @Test func `a link is copied as a link`() throws {
    let place = try TransferPlace()
    try place.make("echo secret > ../other; ln -s ../other l; touch -h -d 2001-01-01 l")
    #expect(try place.transfer("l").name == Array("l"))
    #expect(
      try bash("cd \(place.target) && readlink l && stat -c %Y l") == "../other\n978307200\n"
    )
    #expect(try place.targetNames() == ["l"])
  }

  @Test func `names of a file are kept together within a tree`() throws {
    let place = try TransferPlace()
    try place.make("mkdir -p t/d && echo 1 > t/a && ln t/a t/d/b && ln t/a t/c && ln t/a outside")
    try place.transfer("t")
    let links = try bash(
      "cd \(place.target)/t && stat -c '%h %i' a d/b c | sort -u | wc -l && stat -c %h a"
    )
    #expect(links == "1\n3\n")
  }

  @Test func `holes stay holes`() throws {
    let place = try TransferPlace()
    try place.make(
      """
      truncate -s 2G f && echo middle | dd of=f bs=1 seek=1G conv=notrunc status=none \
      && mkdir t && truncate -s 1G t/all
      """
    )
    let started = ContinuousClock.now
    try place.transfer("f")
    try place.transfer("t")
    #expect(ContinuousClock.now - started < .seconds(5))
    try bash("cmp \(place.source)/f \(place.target)/f")
    let sizes = try bash("cd \(place.target) && stat -c %s f t/all && du -k f t/all | cut -f1")
    let numbers = sizes.split(separator: "\n").compactMap { Int($0) }
    #expect(numbers[..<2] == [2 << 30, 1 << 30])
    #expect(numbers[2] <= 64 && numbers[3] <= 64)
  }

  @Test func `data at the start, in the middle and at the end of holes`() throws {
    let place = try TransferPlace()
    try place.make(
      """
      for at in 0 100000 5000000 9999990; do \
      echo data-$at | dd of=f bs=1 seek=$at conv=notrunc status=none; done
      """
    )
    try place.transfer("f")
    try bash("cmp \(place.source)/f \(place.target)/f")
  }

  @Test(arguments: [FileTransfer.Action.copy, .move, .link])
  func `a taken name gets a number`(action: FileTransfer.Action) throws {
    let place = try TransferPlace()
    try place.make("mkdir t; echo 1 > t/f; echo 2 > f")
    try bash("cd \(place.target) && mkdir t && echo old > f && ln -s nowhere 'f (2)'")
    #expect(try place.transfer("f", action).name == Array("f (3)"))
    #expect(try place.transfer("t", action).name == Array("t (2)"))
    #expect(try place.targetNames() == ["f", "f (2)", "f (3)", "t", "t (2)"])
    #expect(try bash("cd \(place.target) && cat f 'f (3)' 't (2)/f'") == "old\n2\n1\n")
    #expect(try place.make("ls | wc -l") == (action == .move ? "0\n" : "2\n"))
  }

  @Test(arguments: [FileTransfer.Action.copy, .move, .link])
  func `a file is replaced, a directory never`(action: FileTransfer.Action) throws {
    let place = try TransferPlace()
    try place.make("echo new > f; echo new > d; mkdir t; mkdir u; ln -s here l")
    try bash(
      "cd \(place.target) && echo old > f && mkdir d t && echo old > u && ln -s ../source/f l"
    )
    #expect(try place.transfer("f", action, .replace).name == Array("f"))
    #expect(try place.transfer("l", action, .replace).name == Array("l"))
    #expect(error(.target, .directoryInPlace) { try place.transfer("d", action, .replace) })
    #expect(error(.target, .directoryInPlace) { try place.transfer("t", action, .replace) })
    if action != .link {
      #expect(error(.target, .fileInPlace) { try place.transfer("u", action, .replace) })
    }
    #expect(
      try bash("cd \(place.target) && cat f && readlink l | sed 's,/.*/,,'")
        == (action == .link ? "new\nl\n" : "new\nhere\n")
    )
    #expect(try place.targetNames() == ["d", "f", "l", "t", "u"])
  }

  @Test func `a taken name may be skipped or an error`() throws {
    let place = try TransferPlace()
    try place.make("echo new > f; mkdir t")
    try bash("cd \(place.target) && echo old > f && mkdir t")
    for name in ["f", "t"] {
      let outcome = try place.transfer(name, .move, .skip)
      #expect(outcome.name == nil)
      #expect(error(.target, .nameTaken) { try place.transfer(name, .copy, .fail) })
    }
    #expect(try FileSystem.read(Array("\(place.target)/f")) == Array("old\n"))
    #expect(try place.make("ls") == "f\nt\n")
  }

  @Test(arguments: [NameConflict.skip, .fail, .rename])
  func `a name that is taken while a file is copied`(conflict: NameConflict) throws {
    let place = try TransferPlace()
    try place.make("echo new > f")
    let transfer = try place.start("f", .copy, conflict)
    while true {
      guard case .placing = try transfer.step() else { continue }
      break
    }
    try bash("echo old > \(place.target)/f")
    switch conflict {
    case .fail: #expect(error(.target, .nameTaken) { try transfer.run() })
    case .skip: #expect(try transfer.run().name == nil)
    default: #expect(try transfer.run().name == Array("f (2)"))
    }
    #expect(try FileSystem.read(Array("\(place.target)/f")) == Array("old\n"))
    #expect(try place.targetNames() == (conflict == .rename ? ["f", "f (2)"] : ["f"]))
  }

  @Test func `a file copied onto itself is not destroyed`() throws {
    let place = try TransferPlace()
    try bash("echo precious > \(place.target)/f && ln \(place.target)/f \(place.source)/f")
    for action in [FileTransfer.Action.copy, .link] {
      let itself = FileTransfer(
        Array("\(place.target)/f"),
        into: try place.directory(),
        as: .numbered("f", .replace),
        action
      )
      #expect(try itself.run().name == Array("f"))
    }
    // Another name of the same file: a rename would leave both.
    #expect(try place.transfer("f", .move, .replace).name == Array("f"))
    #expect(try FileSystem.read(Array("\(place.target)/f")) == Array("precious\n"))
    #expect(try place.make("ls") == "")
  }

  @Test func `a link leads to the absolute path`() throws {
    let place = try TransferPlace()
    try place.make("mkdir t")
    #expect(try place.transfer("t", .link).name == Array("t"))
    #expect(try bash("readlink \(place.target)/t") == "\(place.source)/t\n")
    let relative = FileTransfer(
      Array("."),
      into: try place.directory(),
      as: .numbered("here"),
      .link
    )
    _ = try relative.run()
    #expect(try bash("readlink \(place.target)/here").hasPrefix("/"))
  }

  @Test func `what will be placed is known before`() throws {
    let place = try TransferPlace()
    try place.make("echo 1 > f; ln -s f l; mkdir t; echo 2 > m")
    for (name, action) in [
      ("f", FileTransfer.Action.copy), ("l", .copy), ("t", .copy), ("m", .move),
    ] {
      let transfer = try place.start(name, action)
      var identity: FileIdentity?
      while true {
        let progress = try transfer.step()
        if case .placing(let coming) = progress { identity = coming }
        if case .finished = progress { break }
      }
      let made = try FileSystem.status(of: Array("\(place.target)/\(name)"), followingLinks: false)
      #expect(made?.identity == identity)
    }
  }

  @Test func `progress counts up to what was measured`() throws {
    let place = try TransferPlace()
    try place.make(
      "mkdir -p t/d && head -c 9000000 /dev/zero > t/a && head -c 9000000 /dev/zero > t/d/b"
    )
    let transfer = FileTransfer(
      Array("\(place.source)/t/"),
      into: try place.directory(),
      as: .numbered("t"),
      .copy,
      measures: true
    )
    var last = 0
    var total: Int?
    var steps = 0
    loop: while true {
      switch try transfer.step() {
      case .copied(let count, of: let all):
        #expect(count >= last)
        (last, total, steps) = (count, all ?? total, steps + 1)
      case .placing: continue
      case .finished(let outcome):
        #expect(outcome.byteCount == 18_000_000)
        break loop
      }
    }
    #expect(total == 18_000_000)
    #expect(steps >= 5)
  }

  @Test func `an actor on a loop takes steps and does something else in between`() async throws {
    let place = try TransferPlace()
    try place.make("head -c 30000000 /dev/zero > f")
    try await withLoop { loop in
      let carrier = Carrier(loop, try place.directory())
      async let outcome = carrier.bring(Array("\(place.source)/f"), as: .numbered("f"))
      #expect(try await outcome.name == Array("f"))
      #expect(await carrier.turns >= 7)
    }
  }

  @Test func `giving up leaves nothing`() throws {
    let place = try TransferPlace()
    try place.make(
      "mkdir -p t/d && head -c 9000000 /dev/urandom | tee t/d/a f > /dev/null; chmod 555 t/d"
    )
    for name in ["f", "t"] {
      var transfer: FileTransfer? = try place.start(name)
      for _ in 0..<3 { _ = try transfer?.step() }
      transfer?.cancel()
      #expect(try place.targetNames() == [])
      transfer = try place.start(name)
      for _ in 0..<3 { _ = try transfer?.step() }
      transfer = nil
      #expect(try place.targetNames() == [])
    }
    #expect(try place.make("ls") == "f\nt\n")
  }
}

private actor Carrier {
  private let loop: EventLoop
  private let directory: TargetDirectory
  private var transfer: FileTransfer?
  private(set) var turns = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop, _ directory: TargetDirectory) {
    self.loop = loop
    self.directory = directory
  }

  func bring(_ path: [UInt8], as names: NameChoice) async throws -> FileTransfer.Outcome {
    transfer = FileTransfer(path, into: directory, as: names, .copy)
    while true {
      if case .finished(let outcome)? = try transfer?.step() { return outcome }
      await turn()
    }
  }

  private func turn() async {
    turns += 1
    await Task.yield()
  }
}

/// Whether it fails in this way.
func error<Result>(
  _ side: FileTransferError.Side,
  _ cause: FileTransferError.Cause,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) -> Bool {
  let error = #expect(throws: FileTransferError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  return error == FileTransferError(side, cause)
}

func writeFile(_ bytes: [UInt8], to path: String) throws {
  try FileSystem.open(Array(path), .replace).writeAll(bytes)
}
