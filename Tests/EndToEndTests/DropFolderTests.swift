internal import Glibc
internal import TestSupport
import Testing

/// Drop folders: what lands in a directory becomes entries of its board.
@Suite("Drop folders")
struct DropFolderTests {
  // MARK: What lands

  @Test func `files that come together are one entry, each once`() throws {
    let session = try DropSession()
    let names = ["a.txt", "b c.txt", "ü.txt", "-dash", "it's \"x\"", "100%+#.txt", "a\nb"]
    for name in names { try Files.write(name, to: session.folder + "/" + name) }
    try session.add("-b", "inbox")
    #expect(session.entryCount("inbox") == 0, "what was there before has not landed")
    for name in names { try Files.write("again", to: session.folder + "/new " + name) }
    #expect(session.landed(names.map { "new " + $0 }) == 1)
    #expect(session.isAlive)
  }

  @Test func `a name that is no UTF-8 lands as its bytes, and NFC and NFD are two (B112)`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    let script =
      "cd \"$1\" && for n in 'a\\377' '\\303\\251' 'e\\314\\201'; do "
      + "printf x > \"$(printf \"$n\")\"; done"
    #expect(try session.session.run(["sh", "-c", script, "sh", session.folder]).status == 0)
    let expected: Set<[UInt8]> = [[0x61, 0xFF], [0xC3, 0xA9], [0x65, 0xCC, 0x81]]
    #expect(holds(within: .seconds(10)) { Set(session.files("inbox")) == expected })
    #expect(session.files("inbox").count == 3)
  }

  @Test func `a file counts when its writer has closed it (B106)`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    let number = open(session.folder + "/slow", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(number >= 0)
    try EndToEndTests.write(Array("half".utf8), to: number)
    // What comes later and is whole says that the first would have been taken by now.
    try Files.write("x", to: session.folder + "/other")
    #expect(session.landed(["other"]) == 1)
    try EndToEndTests.write(Array("whole".utf8), to: number)
    close(number)
    #expect(session.landed(["other", "slow"]) == 2)
  }

  @Test func `a temporary name is none, and the final one counts (B104)`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    let endings = [".part", ".crdownload", ".filepart", ".tmp", "~"]
    for ending in endings { try Files.write("x", to: session.folder + "/a.pdf" + ending) }
    for name in [".a.pdf.Xy12", ".goutputstream-1", "~syncthing~a.pdf.tmp", ".hidden"] {
      try Files.write("x", to: session.folder + "/" + name)
    }
    rename(session.folder + "/a.pdf.filepart", session.folder + "/a.pdf")
    #expect(session.landed(["a.pdf"]) == 1)
  }

  @Test func `20,000 files at once become parts of entries, each once (B108)`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    kill(session.session.daemonPid, SIGSTOP)
    let names = (0..<20_000).map { "file-\($0)" }
    for name in names { try Files.write("x", to: session.folder + "/" + name) }
    let before = try #require(residentBytes(of: session.session.daemonPid))
    kill(session.session.daemonPid, SIGCONT)
    session.landed(names, within: .seconds(90))
    #expect(session.isAlive)
    // What is known of each file, and the lists of some thousand names.
    let after = try #require(residentBytes(of: session.session.daemonPid))
    #expect(after - before < 40_000_000, "\(before) bytes, then \(after)")
  }

  // MARK: What becomes of it

  @Test func `copied content is there when the file has gone`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", "copy")
    try Files.write(Samples.bytes(50_000), to: session.folder + "/data.bin")
    #expect(session.landed(["data.bin"]) == 1)
    Files.remove(session.folder + "/data.bin")
    let content = try session.session.xfer("get", "-b", "inbox", "-t", "public.data")
    expect(content.out, is: Samples.bytes(50_000))
  }

  @Test func `copied content becomes a file again when its own has gone`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", "copy")
    try Files.write("one", to: session.folder + "/one.txt")
    session.landed(["one.txt"])
    unlink(session.folder + "/one.txt")
    let target = session.session.scratch + "/target/"
    let get = try session.session.xfer("get", "-b", "inbox", "-o", target)
    #expect(get.text == target + "one.txt\n", "\(get.complaint)")
    #expect(Files.text(target + "one.txt") == "one")
    #expect(try session.session.xfer("get", "-b", "inbox", "--files").status == 1)
  }

  @Test func `what is moved leaves the folder, and what is not accepted stays and is named`() throws
  {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", "move", "--accept", "public.text")
    try Files.write("text", to: session.folder + "/note.txt")
    try Files.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      to: session.folder + "/p.png"
    )
    mkfifo(session.folder + "/pipe", 0o600)
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["p.png", "pipe"] })
    #expect(try session.session.xfer("get", "-b", "inbox", "-t", "public.text").text == "text")
    let list = try session.session.xfer("folder", "--json").text
    #expect(
      holds(within: .seconds(5)) {
        let said = session.session.log
        return said.contains("p.png stays there: ") && said.contains("pipe stays there: ")
      }
    )
    #expect(try session.session.xfer("folder", "--json").text.contains("p.png: "), "\(list)")
    #expect(try session.session.xfer("status").text.contains("in box's: "))
    let out = try session.session.xfer(
      "get",
      "-b",
      "inbox",
      "-o",
      session.session.scratch + "/out/"
    )
    #expect(out.status == 0, "\(out.complaint)")
    #expect(Files.text(session.session.scratch + "/out/note.txt") == "text")
  }

  @Test func `a command gets each entry`() throws {
    let session = try DropSession()
    let ran = session.session.scratch + "/home/ran"
    try session.add(
      "-b",
      "inbox",
      "--run",
      "cat > '\(ran).part'; echo \" $XFER_BOARD\" >> "
        + "'\(ran).part'; mv '\(ran).part' '\(ran)'"
    )
    try Files.write("x", to: session.folder + "/a")
    #expect(
      holds(within: .seconds(10)) {
        Files.text(ran)?.hasSuffix("/a\r\n inbox\n") == true
      }
    )
    try session.add("-b", "inbox", "--run", "exit 3")
    try Files.write("x", to: session.folder + "/b")
    let line = "the command of the folder '\(session.folder)' exited with status 3"
    #expect(
      holds(within: .seconds(10)) { session.session.log.contains(line) },
      "\(session.session.log)"
    )
  }

  // MARK: Life

  @Test(arguments: [SIGTERM, SIGKILL])
  func `what lands while xferd does not run is taken once`(signal: CInt) throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    try Files.write("x", to: session.folder + "/before")
    #expect(session.landed(["before"]) == 1)
    #expect(
      holds(within: .seconds(5)) {
        Files.text(session.session.scratch + "/state/xfer/folders.json")?.contains("\"time\"")
          == true
      }
    )
    session.session.daemon?.send(signal)
    _ = session.session.daemon?.waited(within: .seconds(10))
    try Files.write("x", to: session.folder + "/meanwhile")
    try session.session.startDaemon(warm: false)
    #expect(session.landed(["before", "meanwhile"]) == 2)
  }

  @Test func `what lands just before xferd ends is neither lost nor taken twice`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    var names: [String] = []
    for round in 1...6 {
      for number in 1...3 {
        names.append("\(round)-\(number)")
        try Files.write("x", to: session.folder + "/\(round)-\(number)")
      }
      // Of some rounds the burst has been reported by then, and of others not.
      let isReported = round.isMultiple(of: 2)
      if isReported { session.landed(names) }
      session.session.daemon?.send(SIGTERM)
      #expect(session.session.daemon?.waited(within: .seconds(10)) == 0)
      try session.session.startDaemon(warm: false)
    }
    session.landed(names)
  }

  @Test(arguments: ["link", "copy"])
  func `what was taken and not noted when xferd was killed is not taken again`(then: String) throws
  {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", then)
    let book = session.session.scratch + "/state/xfer/folders.json"
    let file = session.folder + "/a.txt"
    try Files.write("first", to: session.folder + "/first.txt")
    #expect(holds(within: .seconds(10)) { session.entryCount("inbox") == 1 })
    var noted: [UInt8] = []
    #expect(
      holds(within: .seconds(10)) {
        noted = Files.read(book) ?? []
        return String(decoding: noted, as: UTF8.self).contains("\"time\"")
      }
    )
    try Files.write("text", to: file)
    #expect(holds(within: .seconds(10)) { session.entryCount("inbox") == 2 })
    #expect(holds(within: .seconds(10)) { Files.read(book) != noted })
    // It need not be the newest by then.
    try session.session.put("later", "-b", "inbox", "--name", "later.txt")
    #expect(holds(within: .seconds(10)) { Files.exists(session.folder + "/later.txt") })
    session.session.killDaemon()
    // As if it had come no further than to the entry.
    try Files.write(noted, to: book)
    try session.session.startDaemon(warm: false)
    try Files.write("last", to: session.folder + "/last.txt")
    // What was saved and not noted lands, too.
    session.landed(["a.txt", "first.txt", "last.txt", "later.txt"])
  }

  @Test
  func `a file of the name, size and age of one that was moved is taken, and not removed unseen`()
    throws
  {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", "move")
    func land(_ text: String) throws {
      let place = session.session.scratch + "/home/photo.raw"
      try Files.write(text, to: place)
      var times = [timespec(tv_sec: 1_600_000_000, tv_nsec: 0)]
      times.append(times[0])
      utimensat(AT_FDCWD, place, &times, 0)
      rename(place, session.folder + "/photo.raw")
    }
    func takes(_ text: String) -> Bool {
      holds(within: .seconds(10)) {
        Files.names(in: session.folder).isEmpty
          && (try? session.session.xfer("get", "-b", "inbox", "--item", "1").text) == text
      }
    }
    try land("AAAAA")
    #expect(takes("AAAAA"))
    session.session.daemon?.send(SIGTERM)
    _ = session.session.daemon?.waited(within: .seconds(10))
    try land("BBBBB")
    try session.session.startDaemon(warm: false)
    #expect(takes("BBBBB"))
    try session.add("-b", "inbox", "--then", "move")
    try land("CCCCC")
    #expect(takes("CCCCC"))
    #expect(session.entryCount("inbox") == 3)
    // Each is nowhere else.
    #expect(try session.session.xfer("list", "-b", "inbox", "--pinned").lines.count == 3)
  }

  @Test func `no folder of our own, and no path that is none, is watched`() throws {
    let session = try DropSession()
    let state = session.session.scratch + "/state"
    for path in [state + "/xfer", state + "/xfer/payloads"] {
      let outcome = try session.session.xfer("folder", "add", path, "-b", "x")
      #expect(outcome.status == 77, "\(path): \(outcome.complaint)")
    }
    #expect(try session.session.xfer("folder").text.isEmpty)
  }

  @Test func `a folder that goes and comes back is followed`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    rename(session.folder, session.folder + ".away")
    #expect(holds(within: .seconds(10)) { session.state.contains("missing") })
    try Files.write("x", to: session.folder + ".away/elsewhere")
    rename(session.folder + ".away", session.folder)
    #expect(holds(within: .seconds(10)) { session.state.contains("watching") })
    try Files.write("x", to: session.folder + "/here")
    session.landed(["elsewhere", "here"])
  }

  @Test func `a folder is added, listed and removed`() throws {
    let session = try DropSession()
    try session.add()
    let listed = try session.session.xfer("folder").text
    #expect(listed == "\(session.folder)\tin box's\tlink\twatching\tall\n")
    let again = try session.session.xfer(
      "folder",
      "add",
      session.folder + "/../in box's",
      "-b",
      "x"
    )
    #expect(again.status == 0, "\(again.complaint)")
    #expect(try session.session.xfer("folder").lines.count == 1)
    symlink(session.folder, session.session.scratch + "/link")
    #expect(try session.session.xfer("folder", "remove", session.folder).status == 0)
    #expect(try session.session.xfer("folder").text.isEmpty)
    let gone = try session.session.xfer("folder", "remove", session.folder)
    #expect(gone.status == 64, "\(gone.complaint)")
    try Files.write("x", to: session.folder + "/late")
    let missing = try session.session.xfer("folder", "add", session.folder + "/none")
    #expect(missing.status == 66, "\(missing.complaint)")
    #expect(session.entryCount("x") == 0)
  }

  @Test func `the configuration has folders as well`() throws {
    let configuration = """
      [[folder]]
      path = "~/drop"
      board = "inbox"
      accept = ["public.text"]

      """
    let session = try Session(display: false, configuration: configuration)
    try Files.makeDirectory(session.scratch + "/home/drop")
    #expect(
      holds(within: .seconds(10)) {
        (try? session.xfer("folder").text.contains("\twatching\t")) == true
      }
    )
    try Files.write("x", to: session.scratch + "/home/drop/a.txt")
    #expect(
      holds(within: .seconds(10)) {
        (try? session.xfer("get", "-b", "inbox", "--files").text)
          == "\(session.scratch)/home/drop/a.txt\n"
      }
    )
    let remove = try session.xfer("folder", "remove", session.scratch + "/home/drop")
    #expect(remove.status == 77, "\(remove.complaint)")
    // A configuration without it is obeyed at once.
    try Files.write("", to: session.scratch + "/config/xfer/config.toml")
    #expect(try session.xfer("daemon", "reload").status == 0)
    #expect(holds(within: .seconds(5)) { (try? session.xfer("folder").text) == "" })
  }

  @Test func `what lands right after a reload has landed in a folder that is new`() throws {
    let session = try DropSession()
    try Files.makeDirectory(session.session.scratch + "/config/xfer")
    let table = "[[folder]]\npath = \"\(session.folder)\"\nboard = \"inbox\"\n"
    try Files.write(table, to: session.session.scratch + "/config/xfer/config.toml")
    #expect(try session.session.xfer("daemon", "reload").status == 0)
    try Files.write("x", to: session.folder + "/a.txt")
    #expect(session.landed(["a.txt"]) == 1)
  }

  @Test func `mistakes of a folder are named`() throws {
    let session = try Session(
      .absent,
      display: false,
      configuration: """
        [[folder]]
        path = "relative"
        board = "a"
        [[folder]]
        path = "/x"
        board = "b"
        then = "burn"
        name = "{{dat}}"
        acept = "public.image"

        """
    )
    let check = try session.xfer("config", "check")
    #expect(check.status == 65)
    let places = check.lines.map { $0.split(separator: ":").dropFirst().prefix(1).joined() }
    #expect(places.sorted() == ["2", "7", "8", "9"], "\(check.text)")
  }
}

/// A daemon, and a directory that is to be one of its drop folders.
final class DropSession {
  let session: Session
  /// Its name needs care.
  let folder: String

  init(display: Bool = false) throws {
    session = try Session(display: display)
    folder = session.scratch + "/in box's"
    try Files.makeDirectory(folder)
  }

  func add(_ words: String...) throws { try add(words) }

  func add(_ words: [String]) throws {
    let outcome = try session.run([Programs.xfer, "folder", "add", folder] + words)
    try #require(outcome.status == 0, "\(outcome.complaint)")
  }

  var isAlive: Bool { session.daemon?.poll() == nil }
  var state: String { (try? session.xfer("folder").text) ?? "" }

  func entries(_ board: String) -> [String] {
    let lines = (try? session.xfer("list", "-b", board, "-l", "1000").lines) ?? []
    return lines.compactMap { $0.split(separator: "\t").dropFirst().first.map(String.init) }
  }

  func entryCount(_ board: String) -> Int { entries(board).count }

  /// The names of all files in all entries of a board.
  func files(_ board: String) -> [[UInt8]] {
    entries(board).flatMap { entry -> [[UInt8]] in
      let out = (try? session.xfer("get", entry, "-b", board, "--files", "-0").out) ?? []
      return out.split(separator: 0).map { path in
        Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
      }
    }
  }

  /// Waits until just these files are in the entries of the board, each once, and says how many entries
  /// that are.
  @discardableResult
  func landed(
    _ names: [String],
    on board: String = "inbox",
    within limit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let wanted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    var found: [[UInt8]] = []
    let isThere = holds(within: limit, every: 100) {
      found = files(board).sorted { $0.lexicographicallyPrecedes($1) }
      return found.count >= wanted.count
    }
    #expect(isThere && found == wanted, "\(found.count) files", sourceLocation: sourceLocation)
    return entryCount(board)
  }
}
