import Glibc
import Testing

/// A user of CopyQ brings along what it kept.
@Suite("From CopyQ", .timeLimit(.minutes(15)))
struct CopyQTests {
  private static var isInstalled: Bool { access("/usr/bin/copyq", X_OK) == 0 }

  @Test(.enabled(if: isInstalled, "CopyQ is not installed: Scripts/need managers"))
  func `its tabs become boards, with every format, once`() throws {
    let session = try Session()
    let variables = ["QT_QPA_PLATFORM": "xcb", "XDG_DATA_HOME": session.scratch + "/home/data"]
    session.environment.merge(variables) { $1 }
    let absent = try session.xfer("import", "--from", "copyq", within: .seconds(60))
    #expect(absent.status == 69, "\(absent.complaint)")
    let program = try session.start(["copyq"], output: .discarded)
    defer { program.send(9) }
    let answers = try holds(within: .seconds(30)) {
      try session.run(["copyq", "eval", "size()"], within: .seconds(10)).status == 0
    }
    try #require(answers)
    let large = String(repeating: "0123456789", count: 20_000)
    let script = """
      add('one', 'two'); tab('work/notes');
      write(0, 'text/plain', 'plain \u{E4}', 'text/html', '<b>rich</b>', 'image/x-test',
        fromBase64('AAH/'), 'application/x-copyq-tags', 'a, b');
      add('\(large)');
      """
    let filled = try session.run(["copyq", "eval", "-"], input: .bytes(Array(script.utf8)))
    try #require(filled.status == 0, "\(filled.complaint)")
    let before = try session.xfer("list", "-b", "clipboard").lines.count
    let first = try session.xfer("import", "--from", "copyq", within: .seconds(60))
    #expect(first.status == 0, "\(first.complaint)")
    #expect(first.complaint.hasSuffix("4 entries taken\n"))
    let titles = try session.xfer("list", "-b", "clipboard", "--source", "copyq", "--json")
    #expect(try session.json(titles.out, at: ["title"]) == [["\"two\""], ["\"one\""]])
    #expect(try session.xfer("list", "-b", "clipboard").lines.count == before + 2)
    #expect(try session.xfer("get", "@1", "-b", "work/notes").text == large)
    let words = ["get", "@2", "-b", "work/notes", "-t"]
    for (type, content) in [
      ("text/plain", Array("plain \u{E4}".utf8)), ("text/html", Array("<b>rich</b>".utf8)),
      ("image/x-test", [0, 1, 0xFF]),
    ] {
      #expect(try session.run([Programs.xfer] + words + [type]).out == content)
    }
    let tagged = try session.xfer("list", "-b", "work/notes", "--tag", "a", "--tag", "b", "--json")
    #expect(try session.json(tagged.out, at: ["index", "types"]).map { $0[0] } == ["2"])
    let second = try session.xfer("import", "--from", "copyq", within: .seconds(60))
    #expect(second.complaint.hasSuffix("0 entries taken, 4 were there already\n"))
    _ = try session.run(["copyq", "exit"])
  }
}
