internal import Glibc
import Testing
internal import Wire

/// `xfer put FILE…` offers files as programs look for them, and files are known however they are listed.
@Suite("Lists of files")
struct FileListTests {
  private static let gnome = "x-special/gnome-copied-files"
  private static let kde = "application/x-kde-cutselection"

  /// A session with some files in a directory of a name that has to be encoded.
  private struct Desk {
    let session: Session
    let directory: String

    init(_ names: String..., session: Session? = nil) throws {
      self.session = try session ?? Session()
      directory = self.session.scratch + "/u++ \u{FC}"
      try Files.makeDirectory(directory)
      for name in names { try Files.write("in \(name)", to: directory + "/" + name) }
    }

    /// The directory in a URI.
    var encoded: String { "file://\(session.scratch)/u++%20%C3%BC" }

    func put(_ words: String...) throws {
      let put = try session.run([Programs.xfer, "put"] + words)
      try #require(put.status == 0, "\(put.complaint)")
    }

    func path(_ name: String) -> String { directory + "/" + name }
  }

  // MARK: - What is offered

  @Test func `the list of file managers has no last newline (B80)`() throws {
    let desk = try Desk("a b", "c")
    try desk.put(desk.path("a b"), desk.path("c"))
    let copied = try desk.session.xclipReads(target: Self.gnome)
    expect(copied.out, is: Array("copy\n\(desk.encoded)/a%20b\n\(desk.encoded)/c".utf8))
    let mate = try desk.session.xclipReads(target: "x-special/mate-copied-files")
    expect(mate.out, is: copied.out)
    let list = try desk.session.xclipReads(target: "text/uri-list")
    expect(list.out, is: Array("\(desk.encoded)/a%20b\r\n\(desk.encoded)/c\r\n".utf8))
  }

  @Test func `every form is offered, and one file's own content (B82, B88)`() throws {
    let desk = try Desk("a.json")
    try Files.write("{}", to: desk.path("a.json"))
    let wanted = ["text/uri-list", Self.gnome, Self.kde, "UTF8_STRING", "application/json"]
    for (words, mark, word) in [([], "0", "copy"), (["--cut"], "1", "cut")] {
      let put = try desk.session.run([Programs.xfer, "put"] + words + [desk.path("a.json")])
      #expect(put.status == 0, "\(put.complaint)")
      let targets = try desk.session.xclipReads(target: "TARGETS").lines
      #expect(Set(wanted).subtracting(targets).isEmpty, "\(targets)")
      #expect(try desk.session.xclipReads(target: Self.kde).text == mark)
      #expect(try desk.session.xclipReads(target: Self.gnome).text.hasPrefix(word + "\n"))
      #expect(try desk.session.xclipReads(target: "application/json").text == "{}")
    }
    // What is in it now, and not when it was put; who asks time and again gets one version of it.
    try Files.write("{\"later\":1}", to: desk.path("a.json"))
    let isNew = try holds(within: .seconds(10)) {
      try desk.session.xclipReads(target: "application/json").text == "{\"later\":1}"
    }
    #expect(isNew)
  }

  @Test func `as text, files are their paths, one a line (B84)`() throws {
    let desk = try Desk("a b.txt", "c")
    let (first, second) = (desk.path("a b.txt"), desk.path("c"))
    try desk.put(first)
    #expect(try desk.session.xselReads().text == first)
    try desk.put(first, second)
    #expect(try desk.session.xselReads().text == first + "\n" + second)
    #expect(try desk.session.xclipReads().text == first + "\n" + second)
    for kind in [ToolkitPeer.Kind.tk, .gtk, .qt] {
      let peer = try ToolkitPeer(kind, in: desk.session)
      #expect(try peer.getText() == Array((first + "\n" + second).utf8), "\(kind)")
    }
  }

  @Test func `what cannot be put is named, and changes nothing`() throws {
    let desk = try Desk("a")
    try desk.put(desk.path("a"))
    try #require(mkfifo(desk.path("pipe"), 0o600) == 0)
    for (words, status, why) in [
      (["missing"], 66, "missing: No such file or directory"), (["pipe"], 66, "this is no file"),
    ] {
      let paths = words.map { desk.path($0) }
      let put = try desk.session.run([Programs.xfer, "put", desk.path("a")] + paths)
      #expect(put.status == status && put.isCleanFailure, "\(put.complaint)")
      #expect(put.complaint.contains(why), "\(put.complaint)")
    }
    #expect(try desk.session.xselReads().text == desk.path("a"))
  }

  // MARK: - What is read

  /// Has xclip offer some bytes, and gives the paths that come of it.
  private func paths(
    _ content: [UInt8],
    as target: String,
    in session: Session
  ) throws -> (paths: [String], outcome: Outcome) {
    try session.xclipOwns(.bytes(content), target: target)
    let get = try session.xfer("get", "--files", "-0")
    let paths = get.out.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return (paths, get)
  }

  @Test func `a list is read however its lines end (B80, x11 63)`() throws {
    let session = try Session()
    for end in ["", "\n", "\r\n"] {
      let files = "copy\nfile:///tmp/a%20b\nfile:///c\(end)"
      let found = try paths(Array(files.utf8), as: Self.gnome, in: session)
      #expect(found.paths == ["/tmp/a b", "/c"], "\(end.debugDescription)")
    }
    let lists: [(String, [String])] = [
      ("file:///a\nfile:///b\n", ["/a", "/b"]), ("file:///a\r\nfile:///b", ["/a", "/b"]),
      ("# a comment\r\nfile://localhost/a%20b\r\nfile:/x\r\n", ["/a b", "/x"]),
      ("file:///b\r\nfile:///a\r\nfile:///b\r\n", ["/b", "/a", "/b"]),
      // Raw, it is part of the address and not of the path.
      ("file:///a%23b\r\nfile:///a%3Fb\r\n", ["/a#b", "/a?b"]),
    ]
    for (list, wanted) in lists {
      let found = try paths(Array(list.utf8), as: "text/uri-list", in: session)
      #expect(found.paths == wanted && found.outcome.status == 0, "\(list.debugDescription)")
    }
    try session.verifyAlive()
  }

  @Test func `a byte that is no UTF-8 is that byte, and JSON says it (x11 63)`() throws {
    let session = try Session()
    let list = Array("file:///tmp/%FF\r\n".utf8)
    let get = try paths(list, as: "text/uri-list", in: session).outcome
    expect(get.out, is: Array("/tmp/".utf8) + [0xFF, 0])
    let json = try session.xfer("get", "--files", "--json").out
    let found = try session.json(json, at: ["path", "encodedPath", "uri"])
    #expect(found == [["\"/tmp/\\ufffd\"", "\"/tmp/%FF\"", "\"file:///tmp/%FF\""]])
  }

  @Test func `a plus sign is one (B86)`() throws {
    let desk = try Desk("x+y.txt")
    for name in ["x+y.txt", "x%2By.txt"] {
      let list = Array("\(desk.encoded)/\(name)\r\n".utf8)
      let found = try paths(list, as: "text/uri-list", in: desk.session)
      #expect(found.paths == [desk.path("x+y.txt")])
    }
    try desk.put(desk.path("x+y.txt"))
    #expect(try desk.session.xfer("get", "--files").text == desk.path("x+y.txt") + "\n")
  }

  @Test func `a file of another machine is said to be one, and the others are named`() throws {
    let session = try Session()
    let list = "file://otherhost/y\r\nfile:///tmp/x\r\nhttp://example.org/z\r\n"
    let (found, get) = try paths(Array(list.utf8), as: "text/uri-list", in: session)
    #expect(found == ["/tmp/x"] && get.status == 1)
    for uri in ["file://otherhost/y", "http://example.org/z"] {
      let line = "xfer: \(uri): this is no file of this machine\n"
      #expect(get.complaint.contains(line), "\(get.complaint)")
    }
  }

  // MARK: - Cut

  @Test(arguments: [false, true])
  func `a cut is one for the first paste and a copy for the second (x11 64)`(isRescued: Bool) throws
  {
    let desk = try Desk("f")
    if isRescued {
      // As Thunar has it, which then dies.
      let peer = try ToolkitPeer(.gtk, in: desk.session)
      let lists = [
        ("text/uri-list", "\(desk.encoded)/f\r\n"), (Self.gnome, "cut\n\(desk.encoded)/f"),
      ]
      try own(lists, by: peer, in: desk.session)
      try desk.session.expectHistory { $0.first?.types.count == 2 }
      peer.process.killGroup()
    } else {
      try desk.put("--cut", desk.path("f"))
    }
    #expect(
      try holds(within: .seconds(5)) { try desk.session.xclipReads(target: Self.gnome).status == 0 }
    )
    #expect(try desk.session.xclipReads(target: Self.gnome).text == "cut\n\(desk.encoded)/f")
    // Whoever asks within a second only looks what is new.
    let isUsedUp = try holds(within: .seconds(10)) {
      try desk.session.xclipReads(target: Self.gnome).text == "copy\n\(desk.encoded)/f"
    }
    #expect(isUsedUp)
    #expect(try desk.session.xclipReads(target: Self.kde).text == "0")
    #expect(Files.text(desk.path("f")) == "in f")
  }

  private func own(
    _ contents: [(target: String, text: String)],
    by peer: ToolkitPeer,
    in session: Session
  ) throws {
    let files = try contents.enumerated().map { number, content in
      let path = session.scratch + "/content-\(number)"
      try Files.write(content.text, to: path)
      return (target: content.target, path: path)
    }
    try peer.own(files: files)
  }

  @Test func `a cut from the history is a copy, and nobody removes the file (B88)`() throws {
    let desk = try Desk("f")
    try desk.put("--cut", desk.path("f"))
    try desk.session.put("something else")
    let target = desk.session.scratch + "/target/"
    #expect(try desk.session.xfer("get", "@2", "-o", target).status == 0)
    #expect(try desk.session.xfer("restore", "@2").status == 0)
    #expect(try desk.session.xclipReads(target: Self.gnome).text == "copy\n\(desk.encoded)/f")
    #expect(try desk.session.xclipReads(target: Self.kde).text == "0")
    #expect(try desk.session.xfer("get", "-o", target).status == 0)
    #expect(Files.text(desk.path("f")) == "in f")
    #expect(Files.names(in: target) == ["f", "f (2)"])
  }

  @Test(arguments: [gnome, kde], [true, false])
  func `a program's mark moves what it cut, and only that (B88)`(mark: String, isCut: Bool) throws {
    let desk = try Desk("f")
    let peer = try ToolkitPeer(.gtk, in: desk.session)
    let word = isCut ? "cut" : "copy"
    let said = mark == Self.kde ? (isCut ? "1" : "0") : "\(word)\n\(desk.encoded)/f"
    let lists = [("text/uri-list", "\(desk.encoded)/f\r\n"), (mark, said)]
    try own(lists, by: peer, in: desk.session)
    let target = desk.session.scratch + "/target"
    let get = try desk.session.xfer("get", "-o", target + "/")
    #expect(get.status == 0 && get.text == target + "/f\n", "\(get.complaint)")
    #expect(Files.text(target + "/f") == "in f")
    #expect(Files.exists(desk.path("f")) == !isCut)
    try desk.session.verifyAlive()
  }

  // MARK: - Toolkits

  @Test(.needs(.gtk3, .qt5, .qt6), arguments: [ToolkitPeer.Kind.gtk, .qt, .qt6])
  func `a toolkit lists what is put, and what it lists comes`(kind: ToolkitPeer.Kind) throws {
    let session = try Session()
    let (source, target) = (session.scratch + "/source", session.scratch + "/target")
    try OddNames.fill(source)
    let script = "cd '\(source)' && xfer put -- * .h* && xfer get --files -0"
    let put = try session.run(["sh", "-c", script])
    #expect(put.status == 0, "\(put.complaint)")
    let peer = try ToolkitPeer(kind, in: session)
    let list = session.scratch + "/uris"
    var answer: [String] = []
    // Qt hears of a new owner when its loop turns.
    #expect(
      try holds(within: .seconds(5)) {
        answer = try peer.ask(["get-uris", "CLIPBOARD", list])
        return answer.first == "ok"
      }
    )
    #expect(Files.text(list)?.split(separator: "\n").count == OddNames.count, "\(answer)")
    try session.put("something else")
    try peer.ask(["own-uris", "CLIPBOARD", list])
    expect(try session.xfer("get", "--files", "-0").out, is: put.out)
    let get = try session.xfer("get", "-o", target + "/")
    #expect(get.status == 0, "\(get.complaint)")
    let difference = Tree(target).difference(to: Tree(source))
    #expect(difference.isEmpty, "\(difference)")
    try session.verifyAlive()
  }

  // MARK: - Many

  @Test func `a list of 100,000 files is put and read`() throws {
    let session = try Session()
    let script = "mkdir '\(session.scratch)/many' && cd '\(session.scratch)/many' && "
    let make = "seq 100000 | xargs touch && xfer put *"
    let put = try session.run(["sh", "-c", script + make], within: .seconds(60))
    #expect(put.status == 0, "\(put.complaint)")
    let uris = try session.xclipReads(target: "text/uri-list").out
    #expect(uris.count { $0 == 0x0A } == 100_000)
    let copied = try session.xclipReads(target: Self.gnome).out
    #expect(copied.count { $0 == 0x0A } == 100_000)
    let paths = try session.xfer("get", "--files", "-0").out
    #expect(paths.count { $0 == 0 } == 100_000)
    // And as another program has them, which then ends.
    for (target, content) in [(Self.gnome, copied), ("text/uri-list", uris)] {
      try session.xclipOwns(.bytes(content), target: target)
      expect(try session.xfer("get", "--files", "-0").out, is: paths, target)
      try session.expectHistory { $0.first?.size == content.count }
    }
    let peer = try ToolkitPeer(.gtk, in: session)
    let reader = try XClient(in: session)
    let owner = try reader.owner()
    for pid in session.processes(named: "xclip") { kill(pid, SIGKILL) }
    // Who asks one that dies gets no answer.
    #expect(
      try holds(within: .seconds(20)) {
        let next = try reader.owner()
        return next != nil && next != owner
      }
    )
    let list = session.scratch + "/uris"
    #expect(
      try holds(within: .seconds(10)) {
        try peer.ask(["get-uris", "CLIPBOARD", list]).first == "ok"
      }
    )
    #expect(Files.read(list)?.count { $0 == 0x0A } == 99_999)
    try session.verifyAlive()
  }
}
