internal import Glibc
import Testing

/// Under which names files and content arrive in a directory.
@Suite("Names of what arrives", .timeLimit(.minutes(5)))
struct FileArrivalTests {
  private func target(in session: Session) throws -> String {
    let target = session.scratch + "/target"
    try Files.makeDirectory(target)
    return target
  }

  // MARK: - Names of strangers

  @Test(arguments: [
    ("../../x", "__.._x.txt"), ("/etc/passwd", "_etc_passwd.txt"), ("a/b", "a_b.txt"),
    ("..", "hi.txt"), (".", "hi.txt"), ("", "hi.txt"), ("%2e%2e%2fx", "%2e%2e%2fx.txt"),
    ("..\\x", "_\\x.txt"), (".hidden", "_hidden.txt"), ("new\nline", "new_line.txt"),
    ("a.txt", "a.txt"), ("-rf", "-rf.txt"),
  ])
  func `a name that content brings along is no path (B114)`(name: String, file: String) throws {
    let session = try Session()
    let target = try target(in: session)
    let before = Files.tree(session.scratch + "/home")
    try session.put("hi", "--name", name)
    let get = try session.xfer("get", "-o", target)
    #expect(get.status == 0 && get.text == "\(target)/\(file)\n", "\(get.text)")
    #expect(Files.names(in: target) == [file])
    #expect(Files.text(target + "/" + file) == "hi")
    #expect(Files.tree(session.scratch + "/home") == before)
  }

  @Test(arguments: ["rename", "replace"])
  func `a link that has the name is not followed (B114)`(choice: String) throws {
    let session = try Session()
    let target = try target(in: session)
    let victim = session.scratch + "/home/victim"
    try Files.write("victim", to: victim)
    try #require(symlink(victim, target + "/report.txt") == 0)
    for _ in 1...2 {
      try session.put("hi", "--name", "report.txt")
      #expect(try session.xfer("get", "-o", target, "--on-conflict", choice).status == 0)
    }
    #expect(Files.text(victim) == "victim")
    let files = Tree(target).nodes.values.filter { $0 == .file(Array("hi".utf8)) }
    #expect(files.count == (choice == "rename" ? 2 : 1))
  }

  @Test func `what is called by both normal forms is two files (B112)`() throws {
    let session = try Session()
    let target = try target(in: session)
    let names = ["\u{E9}.txt", "e\u{301}.txt", "\u{AC00}.txt", "\u{1100}\u{1161}.txt"]
    for name in names {
      try session.put("in \(Array(name.utf8))", "--name", name)
      #expect(try session.xfer("get", "-o", target).status == 0)
    }
    let found = Tree(target).nodes
    #expect(found.count == names.count)
    for name in names.map({ Array($0.utf8) }) {
      #expect(found[name] == .file(Array("in \(name)".utf8)))
    }
  }

  // MARK: - Names of files

  /// Files whose names have no extension of their type.
  private static let makeFiles = #"""
    set -e; mkdir -p "$1"; cd "$1"; echo all: >Makefile; echo x >notes.weird; echo '#!/bin/sh' >run
    echo x >-d; echo x >"$(printf 'a\377b')"; echo x >"$(printf 'a\nb')"; printf '\0\1' >core.zzz
    """#
  /// What they are called when they have arrived, as bytes.
  private static let keptNames =
    ["-d", "Makefile", "a_b", "core.zzz", "notes.weird", "run"]
    .map { Array($0.utf8) } + [[0x61, 0xFF, 0x62]]

  private func expectKept(in target: String) {
    let found = Tree(target).nodes
    #expect(Set(found.keys) == Set(Self.keptNames), "\(Files.names(in: target))")
    #expect(found[Array("Makefile".utf8)] == .file(Array("all:\n".utf8)))
    #expect(found[Array("core.zzz".utf8)] == .file([0, 1]))
  }

  @Test func `what files held comes back under their names, whatever it is`() throws {
    let session = try Session()
    let source = session.scratch + "/source"
    let script = Self.makeFiles + "; exec xfer put --snapshot -- *"
    let put = try session.run(["sh", "-c", script, "sh", source])
    #expect(put.status == 0, "\(put.complaint)")
    let get = try session.xfer("get", "-o", session.scratch + "/one/")
    #expect(get.status == 0, "\(get.complaint)")
    expectKept(in: session.scratch + "/one")
    // From the history of another place, which knows them from an archive.
    let archive = session.scratch + "/a.tar"
    #expect(try session.xfer("copy", "@1", "--to", "shelf").status == 0)
    #expect(try session.xfer("export", "-b", "shelf", archive).status == 0)
    let other = try Session(display: false)
    #expect(try other.xfer("import", archive).status == 0)
    #expect(try other.xfer("get", "@1", "-b", "shelf", "-o", other.scratch + "/two/").status == 0)
    expectKept(in: other.scratch + "/two")
  }

  @Test func `what a folder moved into the history comes back under its name`() throws {
    let session = try DropSession()
    try session.add("-b", "inbox", "--then", "move")
    let made = session.session.scratch + "/made"
    let script = Self.makeFiles + #"; mv -- * "$2""#
    #expect(try session.session.run(["sh", "-c", script, "sh", made, session.folder]).status == 0)
    #expect(holds(within: .seconds(10)) { Files.names(in: session.folder).isEmpty })
    let target = session.session.scratch + "/target/"
    for entry in session.entries("inbox") {
      let get = try session.session.xfer("get", entry, "-b", "inbox", "-o", target)
      #expect(get.status == 0, "\(get.complaint)")
    }
    expectKept(in: target)
  }

  @Test func `what is suggested, or made of a file, has the extension of its type`() throws {
    let session = try Session()
    let target = try target(in: session)
    let file = session.scratch + "/home/Makefile"
    try Files.write("all:\n", to: file)
    #expect(try session.xfer("put", "--snapshot", "--name", "notes", file).status == 0)
    #expect(try session.xfer("get", "-o", target).lines == [target + "/notes.txt"])
    #expect(try session.xfer("put", "--snapshot", file).status == 0)
    #expect(try session.xfer("get", "-o", target).lines == [target + "/Makefile"])
    let text = try session.xfer("get", "-t", "UTF8_STRING", "-o", target)
    #expect(text.lines == [target + "/Makefile.txt"], "\(text.text) \(text.complaint)")
    // What is in a file that was put by its address.
    #expect(try session.xfer("put", file).status == 0)
    let read = try session.xfer("get", "-t", "public.make-source", "-o", target)
    #expect(read.lines == [target + "/Makefile (2)"], "\(read.text) \(read.complaint)")
  }

  // MARK: - Names that are taken

  @Test func `the second of a name is another file, and JSON says which (B116)`() throws {
    let session = try Session()
    let target = try target(in: session)
    let paths = try ["one", "two"].map { text in
      try session.put(text, "--name", "report.pdf", "-t", "com.adobe.pdf")
      let get = try session.xfer("get", "-o", target, "--json")
      #expect(get.status == 0, "\(get.complaint)")
      return try session.json(get.out, at: ["path"])
    }
    let names = ["report.pdf", "report (2).pdf"]
    #expect(paths == names.map { [["\"\(target)/\($0)\""]] })
    #expect(names.map { Files.text(target + "/" + $0) } == ["one", "two"])
  }

  @Test func `files of one name in one list all arrive (B118)`() throws {
    let session = try Session()
    let target = try target(in: session)
    let home = session.scratch + "/home"
    for directory in ["/a", "/b", "/c", "/c/n.md"] { try Files.makeDirectory(home + directory) }
    for (path, text) in [("/a/n.md", "a"), ("/b/n.md", "b"), ("/c/n.md/in", "c")] {
      try Files.write(text, to: home + path)
    }
    let put = try session.xfer("put", home + "/a/n.md", home + "/b/n.md", home + "/c/n.md")
    #expect(put.status == 0, "\(put.complaint)")
    let get = try session.xfer("get", "-o", target)
    #expect(get.lines == ["n.md", "n (2).md", "n (3).md"].map { target + "/" + $0 })
    #expect(Files.text(target + "/n.md") == "a" && Files.text(target + "/n (2).md") == "b")
    #expect(Files.text(target + "/n (3).md/in") == "c")
    // One of them alone.
    #expect(try session.xfer("get", "--files", "--item", "2").lines == [home + "/b/n.md"])
    #expect(try session.xfer("get", "-o", target, "--item", "2").lines == [target + "/n (4).md"])
    #expect(Files.text(target + "/n (4).md") == "b")
    let none = try session.xfer("get", "-o", target, "--item", "4")
    #expect(none.status == 64 && none.isCleanFailure, "\(none.complaint)")
  }

  @Test func `what becomes of a name that is taken can be chosen`() throws {
    let session = try Session()
    let target = try target(in: session)
    let file = session.scratch + "/home/f"
    try Files.write("new", to: file)
    #expect(try session.xfer("put", file).status == 0)
    for (choice, status, old, second) in [
      ("fail", 73, "old", nil), ("skip", 0, "old", nil), ("rename", 0, "old", "new"),
      ("replace", 0, "new", "new"),
    ] {
      if choice == "fail" { try Files.write("old", to: target + "/f") }
      let get = try session.xfer("get", "-o", target, "--on-conflict", choice)
      #expect(get.status == status, "\(choice): \(get.complaint)")
      #expect(Files.text(target + "/f") == old, "\(choice)")
      #expect(Files.text(target + "/f (2)") == second, "\(choice)")
    }
    // A directory is never replaced.
    Files.remove(target)
    try Files.makeDirectory(target)
    try Files.makeDirectory(target + "/f")
    let get = try session.xfer("get", "-o", target, "--on-conflict", "replace")
    #expect(get.status == 73 && get.isCleanFailure, "\(get.complaint)")
    #expect(Files.names(in: target) == ["f"])
  }

  @Test(arguments: [false, true])
  func `two at once, a hundred times, are two hundred files`(isContent: Bool) throws {
    let session = try Session()
    let target = try target(in: session)
    if isContent {
      try session.put("it", "--name", "it.txt")
    } else {
      try Files.write("it", to: session.scratch + "/home/it.txt")
      #expect(try session.xfer("put", session.scratch + "/home/it.txt").status == 0)
    }
    var paths: Set<String> = []
    for _ in 1...100 {
      let both = try (1...2).map { _ in try session.startXfer("get", "-o", target) }
      for get in both {
        let outcome = get.outcome()
        #expect(outcome.status == 0, "\(outcome.complaint)")
        paths.formUnion(outcome.lines)
      }
    }
    let nodes = Tree(target).nodes
    #expect(paths.count == 200 && nodes.count == 200)
    #expect(nodes.values.allSatisfy { $0 == .file(Array("it".utf8)) })
    try session.verifyAlive()
  }

  @Test(arguments: [["--cut"], []])
  func `files of one name in one list never replace one another`(words: [String]) throws {
    let session = try Session()
    let home = session.scratch + "/home"
    for name in ["a", "b"] {
      try Files.makeDirectory(home + "/" + name)
      try Files.write(name, to: home + "/\(name)/n")
    }
    let target = session.scratch + "/target"
    try Files.makeDirectory(target)
    try Files.write("old", to: target + "/n")
    let put = [Programs.xfer, "put"] + words + [home + "/a/n", home + "/b/n"]
    #expect(try session.run(put).status == 0)
    let get = try session.xfer("get", "-o", target, "--on-conflict", "replace")
    #expect(get.lines == [target + "/n", target + "/n (2)"], "\(get.complaint)")
    #expect(Files.text(target + "/n") == "a")
    #expect(Files.text(target + "/n (2)") == "b")
  }

  @Test func `a cut that was interrupted is used up by the paste that brings the rest`() throws {
    let session = try Session()
    let home = session.scratch + "/home"
    for name in ["a", "b", "c"] { try Files.write(name, to: home + "/" + name) }
    let put = [Programs.xfer, "put", "--cut"] + ["a", "b", "c"].map { home + "/" + $0 }
    #expect(try session.run(put).status == 0)
    let target = session.scratch + "/target/"
    #expect(try session.xfer("get", "-o", target, "--item", "2").status == 0)
    let rest = try session.xfer("get", "-o", target)
    #expect(rest.status == 66)
    let why = "was cut and is there no more: moved before, or removed"
    #expect(rest.complaint == "xfer: \(home)/b: \(why)\n")
    #expect(Files.names(in: target) == ["a", "b", "c"])
    #expect(try session.xfer("get", "--files").status == 1)
    // Of which nothing is there, such as on a disk that was taken out, may come back.
    #expect(
      try session.run([Programs.xfer, "put", "--cut", target + "a", target + "b"]).status == 0
    )
    try #require(rename(target, session.scratch + "/elsewhere") == 0)
    let none = try session.xfer("get", "-o", home)
    #expect(none.status == 66)
    #expect(
      none.complaint
        == "xfer: \(target)a: was cut and is there no more, and 1 more: moved before, or removed\n"
    )
    try #require(rename(session.scratch + "/elsewhere", target) == 0)
    #expect(try session.xfer("get", "-o", home).status == 0)
  }

  @Test func `two at once may make the directory that both want`() throws {
    let session = try Session()
    try Files.write("it", to: session.scratch + "/home/it")
    #expect(try session.xfer("put", session.scratch + "/home/it").status == 0)
    for number in 1...20 {
      let target = session.scratch + "/target-\(number)"
      let both = try (1...2).map { _ in try session.startXfer("get", "-o", target + "/") }
      for get in both {
        let outcome = get.outcome()
        #expect(outcome.status == 0, "\(outcome.complaint)")
      }
      #expect(Files.names(in: target) == ["it", "it (2)"])
    }
  }

  // MARK: - Across file systems

  @Test(arguments: [[], ["--cut"]])
  func `it is the same across file systems, there and back (B128)`(words: [String]) throws {
    let session = try Session()
    let places = ["/one", "/two"].map { session.scratch + $0 }
    for place in places { try Files.makeDirectory(place) }
    guard let first = SmallDisk(at: places[0], megabytes: 8),
      let second = SmallDisk(at: places[1], megabytes: 8)
    else { return }
    try OddNames.fill(places[0] + "/tree")
    let expected = Tree(places[0] + "/tree")
    try Files.write("in the way", to: places[1] + "/tree")
    for (from, to, name) in [
      (places[0] + "/tree", places[1], "tree (2)"),
      (places[1] + "/tree (2)", places[0], "tree (2)"),
    ] {
      #expect(try session.run([Programs.xfer, "put"] + words + [from]).status == 0)
      let get = try session.xfer("get", "-o", to)
      #expect(get.status == 0 && get.lines == [to + "/" + name], "\(get.complaint)")
      let difference = Tree(to + "/" + name).difference(to: expected)
      #expect(difference.isEmpty, "\(difference)")
      #expect(Files.exists(from) == words.isEmpty)
    }
    #expect(Files.text(places[1] + "/tree") == "in the way")
    withExtendedLifetime((first, second)) {}
  }
}
