internal import Glibc
import Testing
internal import Wire

/// Content that has a name is pasted as a file where files are wanted.
@Suite("Content handed as files")
struct HandedFileTests {
  /// The paths in what xclip gets as a list of URIs.
  private func handed(_ session: Session) throws -> [String] {
    let list = try session.xclipReads(target: "text/uri-list")
    #expect(list.status == 0, "\(list.complaint)")
    let lines = list.text.split(whereSeparator: \.isNewline)
    return lines.map { line in
      #expect(line.hasPrefix("file:///"))
      return (String(line.dropFirst("file://".utf8.count)).removingPercents ?? "")
    }
  }

  @Test func `it has its name, and is there after the paste (B90, B92)`() throws {
    let session = try Session()
    let bytes = Samples.bytes(100_000)
    try session.put(bytes, "-t", "com.adobe.pdf", "--name", "Report \u{FC}")
    let file = try #require(try handed(session).first)
    #expect(file.hasSuffix("/Report \u{FC}.pdf"), "\(file)")
    expect(Files.read(file), is: bytes)
    #expect(try handed(session) == [file], "made once")
    let gnome = try session.xclipReads(target: "x-special/gnome-copied-files").text
    #expect(gnome.hasPrefix("copy\nfile:///") && !gnome.hasSuffix("\n"))
    // The content itself is what it was.
    try expect(session.xclipReads(target: "application/pdf").out, is: bytes)
    try session.put("something else")
    try session.xclipOwns(.bytes([65]))
    expect(Files.read(file), is: bytes)
  }

  @Test func `what was in a file has the name of that`() throws {
    let session = try Session()
    let file = session.scratch + "/home/Makefile"
    try Files.write("all:\n", to: file)
    #expect(try session.xfer("put", "--snapshot", file).status == 0)
    let copy = try #require(try handed(session).first)
    #expect(copy.hasSuffix("/Makefile") && copy != file && Files.text(copy) == "all:\n", "\(copy)")
  }

  @Test func `what a program took away or wrote into is made again`() throws {
    let session = try Session()
    try session.put("as it was", "--name", "notes.txt")
    let first = try #require(try handed(session).first)
    #expect(rename(first, session.scratch + "/home/taken.txt") == 0)
    let second = try #require(try handed(session).first)
    #expect(second != first && Files.text(second) == "as it was")
    try Files.write("scribbled", to: second)
    let third = try #require(try handed(session).first)
    #expect(third != second && Files.text(third) == "as it was")
    #expect(try session.xfer("get").text == "as it was")
  }

  @Test func `for everybody else nothing changes by it`() throws {
    let session = try Session()
    try session.put("two words", "--name", "notes.txt")
    let types = try session.xfer("types").text
    #expect(try handed(session).count == 1)
    #expect(try session.xfer("types").text == types)
    #expect(try session.xfer("get").text == "two words")
    #expect(try session.history().map(\.title) == ["two words"])
    #expect(try session.xclipReads().text == "two words")
  }

  @Test func `beyond the limit only the file is refused`() throws {
    let session = try Session(configuration: "[limits]\nspool = \"1MiB\"\n")
    let bytes = Samples.bytes(700_000)
    try session.put(bytes, "-t", "com.adobe.pdf", "--name", "first")
    let file = try #require(try handed(session).first)
    expect(Files.read(file), is: bytes)
    try session.put(bytes, "-t", "com.adobe.pdf", "--name", "second")
    #expect(try session.xclipReads(target: "text/uri-list").status != 0)
    try expect(session.xclipReads(target: "application/pdf").out, is: bytes)
    #expect(try session.history().count == 2)
  }

  @Test func `a full disk refuses only the file, until it has room`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 16) else { return }
    try session.startDaemon()
    let bytes = Samples.bytes(3_000_000)
    try session.put(bytes, "-t", "com.adobe.pdf", "--name", "report")
    try disk.fill(leaving: 1_000_000)
    #expect(try session.xclipReads(target: "text/uri-list").status != 0)
    try expect(session.xclipReads(target: "application/pdf").out, is: bytes)
    #expect(holds(within: .seconds(10)) { Files.names(in: disk.path + "/xfer/handed") == [] })
    disk.empty()
    let file = try #require(try handed(session).first)
    expect(Files.read(file), is: bytes)
  }

  @Test func `our own clients have the content, and no list`() throws {
    let session = try Session()
    try session.put([1, 2, 3], "-t", "public.png", "--name", "shot")
    #expect(!(try session.xfer("types").text.contains("uri-list")))
    #expect(try session.xfer("get", "--files").status == 1)
    let into = session.scratch + "/home/in/"
    #expect(try session.xfer("get", "-o", into).text == into + "shot.png\n")
    #expect(!Files.exists(session.scratch + "/state/xfer/handed"), "nobody asked")
  }

  @Test func `two of one name do not clash`() throws {
    let session = try Session()
    for name in ["a", "b"] {
      try Files.makeDirectory(session.scratch + "/home/" + name)
      try Files.write(name, to: session.scratch + "/home/\(name)/x.txt")
    }
    let paths = ["a", "b"].map { session.scratch + "/home/\($0)/x.txt" }
    #expect(try session.xfer("put", "--snapshot", paths[0], paths[1]).status == 0)
    let files = try handed(session)
    #expect(files.count == 2 && Set(files).count == 2)
    #expect(files.map { Files.text($0) } == ["a", "b"])
    #expect(files.allSatisfy { $0.hasSuffix("/x.txt") })
  }

  @Test func `a secret, and what has no name, is no file`() throws {
    let session = try Session()
    for words in [["--sensitive", "--name", "x.txt"], []] {
      let put = try session.run([Programs.xfer, "put"] + words, input: .bytes([65]))
      #expect(put.status == 0)
      #expect(!(try session.xclipReads(target: "TARGETS").text.contains("uri-list")))
    }
  }

  @Test func `what a daemon that was killed left is swept when it is old`() throws {
    let session = try Session()
    try session.put([1, 2, 3], "-t", "public.png", "--name", "old")
    let old = try #require(try handed(session).first)
    try session.put([4, 5, 6], "-t", "public.png", "--name", "young")
    let young = try #require(try handed(session).first)
    session.killDaemon()
    let directory = age(old)
    try session.startDaemon(warm: false)
    #expect(holds(within: .seconds(10)) { !Files.exists(directory) })
    #expect(Files.exists(young))
    // What was on offer is again, and so is a file of it.
    let again = try #require(try handed(session).first)
    #expect(again != young && Files.read(again) == [4, 5, 6])
  }

  @Test func `a daemon without the history leaves what another one offers`() throws {
    let session = try Session()
    try session.put([1, 2, 3], "-t", "public.png", "--name", "shot")
    let file = try #require(try handed(session).first)
    age(file)
    let other = ["XFER_SOCKET": session.scratch + "/runtime/other.sock"]
    // A secret needs no history. It is read where files are removed, after those that were due.
    let put = try session.run(
      [Programs.xfer, "put", "--sensitive", "-b", "work"],
      input: .bytes(Samples.bytes(100_000)),
      environment: other
    )
    #expect(put.status == 0, "\(put.complaint)")
    #expect(Files.exists(file))
    #expect(try session.xfer("daemon", "stop", environment: other).status == 0)
    #expect(try handed(session) == [file])
  }

  /// Makes the directory of a handed file older than a lease; its path.
  @discardableResult
  private func age(_ file: String) -> String {
    let directory = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    var times = [timespec](repeating: timespec(tv_sec: time(nil) - 700, tv_nsec: 0), count: 2)
    #expect(utimensat(AT_FDCWD, directory, &times, 0) == 0)
    return directory
  }
}

extension String {
  /// The text without percent-encoding.
  fileprivate var removingPercents: String? {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
