internal import Glibc
import Testing

/// `get -o FILE` writes a file whole or not at all.
@Suite("Writing files")
struct OutputFileTests {
  @Test func `the file has the bytes and nothing lies beside it`() throws {
    let session = try Session()
    let bytes = Samples.bytes(3_000_000)
    try session.put(bytes, "-t", "image/png")
    let directory = session.scratch + "/out"
    try Files.makeDirectory(directory)
    let get = try session.xfer("get", "-o", directory + "/picture.png")
    #expect(get.status == 0, "\(get.complaint)")
    #expect(get.out.isEmpty)
    expect(Files.read(directory + "/picture.png"), is: bytes)
    #expect(Files.names(in: directory) == ["picture.png"])
  }

  @Test func `the name says the type`() throws {
    let session = try Session()
    let html = session.scratch + "/a.html"
    try Files.write("<b>hi</b>", to: html)
    try session.put("hi", "-r", "text/html=\(html)", "-r", "text/plain=-")
    let directory = session.scratch + "/out"
    try Files.makeDirectory(directory)
    #expect(try session.xfer("get", "-o", directory + "/x.html").status == 0)
    #expect(Files.text(directory + "/x.html") == "<b>hi</b>")
    #expect(try session.xfer("get", "-o", directory + "/x.txt").status == 0)
    #expect(Files.text(directory + "/x.txt") == "hi")
    #expect(try session.xfer("get", "-o", directory + "/x.png").status == 1)
    #expect(Files.names(in: directory) == ["x.html", "x.txt"])
  }

  @Test func `a failure leaves the old file as it was (B122)`() throws {
    let session = try Session()
    let file = session.scratch + "/old.txt"
    try Files.write("old", to: file)
    #expect(try session.xfer("get", "-o", file).status == 1)
    #expect(Files.text(file) == "old")
    try session.xclipOwns(.bytes(Samples.text(30 << 20)))
    let xclip = try #require(session.processes(named: "xclip").first)
    let get = try session.startXfer("get", "-o", file, "--timeout", "2s")
    // Stops somewhere in the middle, or before the beginning; either way nothing is complete.
    #expect(holds(within: .seconds(5)) { Processes.hasSocket(get.pid) })
    kill(xclip, SIGKILL)
    let outcome = get.outcome()
    if outcome.status != 0 {
      #expect(Files.text(file) == "old")
    } else {
      expect(Files.read(file), is: Samples.text(30 << 20), "it was faster than the kill")
    }
    let beside = Files.names(in: session.scratch).filter { $0.contains("old") }
    #expect(beside == ["old.txt"])
  }

  @Test func `a file keeps its mode, and a secret makes no file for others`() throws {
    let session = try Session()
    let (old, new) = (session.scratch + "/old", session.scratch + "/new")
    try Files.write("old", to: old)
    chmod(old, 0o640)
    try session.put("secret", "--sensitive")
    for path in [old, new] {
      #expect(try session.xfer("get", "-o", path).status == 0)
      #expect(Files.text(path) == "secret")
    }
    #expect(Files.mode(old) == 0o640)
    #expect(Files.mode(new) == 0o600)
  }

  @Test func `a link is written through, to a file that is there or not`() throws {
    let session = try Session()
    let (link, file) = (session.scratch + "/link", session.scratch + "/file")
    #expect(symlink("file", link) == 0)
    for text in ["one", "two"] {
      try session.put(text)
      #expect(try session.xfer("get", "-o", link).status == 0)
      #expect(Files.text(file) == text)
    }
    #expect(Files.target(ofLink: link) == "file")
  }

  @Test func `a name of odd bytes is a name`() throws {
    let session = try Session()
    try session.put("x")
    for name in [" a b", "-dash", "grüß", "new\nline", "'quote\"", "e\u{301}", "\u{E9}"] {
      let path = session.scratch + "/home/" + name
      #expect(try session.xfer("get", "-o", path).status == 0)
      #expect(Files.text(path) == "x", "\(name.debugDescription)")
    }
    #expect(Files.names(in: session.scratch + "/home").count == 7)
    // A byte that is no UTF-8, from a shell.
    let shell = try session.run(
      ["sh", "-c", "cd \"$HOME\" && xfer get -o \"$(printf 'bad\\377')\" && ls | grep -c bad"]
    )
    #expect(shell.text == "1\n", "\(shell.complaint)")
  }
}
