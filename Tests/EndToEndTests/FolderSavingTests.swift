internal import Glibc
import Testing

/// What is put on a board that is bound to a folder becomes files there, and no second entry.
@Suite("Boards bound to folders")
struct FolderSavingTests {
  @Test func `what is put is saved once, and makes one entry`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    try session.session.put("hello there\n", "-b", "inbox")
    try session.session.put("[1]", "-b", "inbox", "-t", "public.json", "--name", "list.json")
    try session.session.put("[2]", "-b", "inbox", "-t", "public.json", "--name", "list.json")
    try session.session.put("x", "-b", "inbox", "-t", "public.png", "--name", "../../evil")
    let wanted = ["__.._evil.png", "hello there.txt", "list (2).json", "list.json"]
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == wanted })
    #expect(Files.text(session.folder + "/list (2).json") == "[2]")
    #expect(Files.text(session.folder + "/hello there.txt") == "hello there\n")
    // What lands after them says that they would have landed by now.
    try Files.write("x", to: session.folder + "/landed")
    #expect(holds(within: .seconds(10)) { session.files("inbox").count == 1 })
    #expect(session.entryCount("inbox") == 5)
  }

  @Test func `what is brought to the board from another one is saved, and what was there is not`()
    throws
  {
    let session = try DropSession()
    try session.session.put("there", "-b", "inbox", "--name", "there.txt")
    try session.add("-b", "inbox")
    for verb in ["copy", "move"] {
      try session.session.put("x", "-b", "desk", "--name", "\(verb).txt")
      #expect(try session.session.xfer(verb, "@1", "-b", "desk", "--to", "inbox").status == 0)
    }
    #expect(try session.session.xfer("move", "@3", "-b", "inbox", "--to", "inbox").status == 0)
    try session.session.put("after", "-b", "inbox", "--name", "after.txt")
    let wanted = ["after.txt", "copy.txt", "move.txt"]
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == wanted })
    #expect(session.entryCount("inbox") == 4)
  }

  @Test func `what was saved before xferd was killed does not land after it`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    let book = session.session.scratch + "/state/xfer/folders.json"
    let before = Files.read(book)
    try session.session.put("x", "-b", "inbox", "--name", "saved.txt")
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["saved.txt"] })
    #expect(holds(within: .seconds(10)) { Files.read(book) != before })
    session.session.killDaemon()
    try session.session.startDaemon(warm: false)
    try Files.write("x", to: session.folder + "/landed")
    #expect(session.landed(["landed"]) == 2)
  }

  @Test func `files that are put are copied there, but for those that lie there`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    let source = session.session.scratch + "/home/source"
    try Files.makeDirectory(source)
    try Files.write("a", to: source + "/a.txt")
    try Files.makeDirectory(source + "/tree")
    try Files.write("b", to: source + "/tree/b")
    let put = try session.session.xfer("put", "-b", "inbox", source + "/a.txt", source + "/tree")
    #expect(put.status == 0, "\(put.complaint)")
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["a.txt", "tree"] })
    #expect(Files.text(session.folder + "/tree/b") == "b")
    let own = try session.session.xfer("put", "-b", "inbox", session.folder + "/a.txt")
    #expect(own.status == 0, "\(own.complaint)")
    try session.session.put("after", "-b", "inbox", "--name", "after.txt")
    #expect(
      holds(within: .seconds(10)) {
        Files.names(in: session.folder) == ["a.txt", "after.txt", "tree"]
      }
    )
    #expect(session.entryCount("inbox") == 3)
  }

  @Test(arguments: [false, true])
  func `what a file held is saved under its name, but for a template`(hasTemplate: Bool) throws {
    let session = try DropSession()
    let file = session.session.scratch + "/home/Makefile"
    try Files.write("all:\n", to: file)
    let words = hasTemplate ? ["--name", "{{name}}.{{type.extension}}"] : []
    try session.add(["-b", "inbox"] + words)
    #expect(try session.session.xfer("put", "--snapshot", "-b", "inbox", file).status == 0)
    let name = hasTemplate ? "Makefile.make" : "Makefile"
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == [name] })
  }

  @Test func `names come from a template`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox", "--name", "{{date}} {{name}}-{{title}}.{{type.extension}}")
    try session.session.put(
      "{}",
      "-b",
      "inbox",
      "-t",
      "public.json",
      "--name",
      "a.b.json",
      "--title",
      "T/1"
    )
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder).count == 1 })
    let name = Files.names(in: session.folder).first ?? ""
    #expect(name.hasSuffix(" a.b-T_1.json"), "\(name)")
    #expect(name.prefix(10).split(separator: "-").map(\.count) == [4, 2, 2], "\(name)")
    // A title is no name with an extension, and text is .txt.
    try session.session.put("Dr. Smith asked at 10.30\n", "-b", "inbox")
    #expect(
      holds(within: .seconds(10)) {
        Files.names(in: session.folder).contains { $0.hasSuffix("-Dr. Smith asked at 10.30.txt") }
      },
      "\(Files.names(in: session.folder))"
    )
    let wrong = try session.session.xfer("folder", "add", session.folder, "--name", "{{dat}}")
    #expect(wrong.status == 64)
    #expect(wrong.complaint.contains("there is no field {{dat}}"), "\(wrong.complaint)")
  }

  @Test func `what is secret is saved nowhere`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    try session.session.put("secret", "-b", "inbox", "--sensitive")
    try session.session.put("open", "-b", "inbox", "--name", "open.txt")
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["open.txt"] })
  }

  @Test func `others may read what is saved, as far as the user lets them`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    try session.session.put("x", "-b", "inbox", "--name", "x.txt")
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["x.txt"] })
    let mask = umask(0)
    umask(mask)
    #expect(Files.mode(session.folder + "/x.txt") == 0o666 & ~mask)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `what xferd had no time to save is saved when it is there again`(signal: CInt) throws {
    let session = try DropSession()
    guard let disk = try HungDisk(in: session.session) else { return }
    let source = disk.path + "/a.json"
    try session.add("-b", "inbox")
    #expect(try session.session.xfer("put", "-b", "inbox", source).status == 0)
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder) == ["a.json"] })
    try disk.hang("open")
    #expect(try session.session.xfer("put", "-b", "inbox", source).status == 0)
    let book = session.session.scratch + "/state/xfer/folders.json"
    #expect(
      holds(within: .seconds(10)) { Files.text(book)?.contains("\"unsaved\"") == true }
    )
    let former = session.session.daemon
    former?.send(signal)
    #expect(
      holds(within: .seconds(20)) { signal == SIGKILL || !Files.exists(session.session.socket) }
    )
    disk.answer()
    #expect(former?.waited(within: .seconds(10)) != nil)
    try session.session.startDaemon(warm: false)
    #expect(
      holds(within: .seconds(10)) { Files.names(in: session.folder) == ["a (2).json", "a.json"] },
      "\(Files.names(in: session.folder)) \(session.session.log)"
    )
    #expect(holds(within: .seconds(10)) { Files.text(book)?.contains("\"unsaved\"") == false })
  }

  @Test func `a folder that takes nothing is told of in the log, and the put succeeds`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox")
    Files.remove(session.folder)
    try session.session.put("x", "-b", "inbox")
    #expect(
      holds(within: .seconds(10)) { session.session.log.contains("could not be saved in") },
      "\(session.session.log)"
    )
    #expect(try session.session.xfer("get", "-b", "inbox").text == "x")
    let problem =
      "folder \(session.folder): x: it was not saved here: No such file or directory"
    #expect(try session.session.xfer("status").text.contains(problem))
  }
}
