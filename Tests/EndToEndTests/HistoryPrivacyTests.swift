internal import Glibc
import Testing
internal import Wire

/// What the history writes is the user's alone, and what is secret is not written.
@Suite("Privacy of the history")
struct HistoryPrivacyTests {
  @Test func `nothing under the state directory is for others, whatever the umask`() throws {
    let session = try Session(.absent, display: false)
    let old = umask(0)
    defer { umask(old) }
    try session.startDaemon(warm: false)
    umask(old)
    try session.put("small", "-b", "work")
    try session.put(Samples.text(100_000), "-b", "work")
    let files = Files.tree(session.scratch + "/state")
    #expect(files.contains { $0.contains("/payloads/") && !$0.hasSuffix("/") })
    for path in files {
      let mode = Files.mode(path.hasSuffix("/") ? String(path.dropLast()) : path) ?? 0o777
      #expect(mode & 0o077 == 0, "\(path) has \(String(mode, radix: 8))")
    }
  }

  @Test func `symbolic links that the user made stay links (B130)`() throws {
    let session = try Session(.absent, display: false)
    let dots = session.scratch + "/dots"
    let links = [
      "state/xfer": "xfer", "dots/xfer/payloads": "payloads",
      "dots/xfer/history.sqlite": "database", "config/xfer/config.toml": "config",
    ]
    for name in ["dots", "dots/xfer", "dots/payloads", "config/xfer"] {
      try Files.makeDirectory(session.scratch + "/" + name)
    }
    try Files.write("", to: dots + "/config")
    for (link, target) in links {
      try #require(symlink(dots + "/" + target, session.scratch + "/" + link) == 0)
    }
    for round in 1...3 {
      try session.startDaemon(warm: false)
      try session.put("small \(round)", "-b", "work")
      try session.put(Samples.text(100_000 + round), "-b", "work")
      #expect(try session.xfer("daemon", "reload").status == 0)
      #expect(try WireClient(session).list("work").count == 2 * round)
      if round == 2 {
        session.killDaemon()
      } else {
        session.daemon?.send(SIGTERM)
        #expect(session.daemon?.waited(within: .seconds(10)) == 0)
      }
    }
    for (link, target) in links {
      #expect(Files.target(ofLink: session.scratch + "/" + link) == dots + "/" + target)
    }
    #expect(Files.names(in: dots + "/payloads").count == 3)
    #expect(Files.size(dots + "/database") ?? 0 > 0)
  }

  @Test(arguments: ["--sensitive", "--once"])
  func `a secret is in no file, no list and no search`(option: String) throws {
    let session = try Session(display: false)
    let mark = "marker-\(UInt64.random(in: 0 ... .max))"
    let bytes = Array(mark.utf8)
    for text in [bytes, bytes + Samples.text(100_000) + bytes] {
      let client = try WireClient(session)
      try session.put("known", "-b", "work")
      try session.put(text, option, "-b", "work", "--title", "title \(mark)", "--tag", mark)
      let board = try #require(client.boards().first { $0.board == "work" })
      let entry = try #require(board.entry)
      #expect(holders(of: mark, in: session).isEmpty)
      for words in [["list"], ["list", "-b", "work"], ["list", "-b", "work", "--search", mark]] {
        let outcome = try session.run([Programs.xfer] + words + ["--json"])
        #expect(!outcome.text.contains(mark), "\(words)")
      }
      #expect(try client.list("work") { $0.regex = mark }.isEmpty)
      #expect(try client.list("work") { $0.tags = [mark] }.isEmpty)
      for words in [["show", entry], ["show", entry, "--json"]] {
        let outcome = try session.run([Programs.xfer] + words)
        #expect(!outcome.text.contains(mark), "\(words)")
      }
      var copy = ArrangeRequest(entries: [entry], to: "elsewhere")
      copy.board = "work"
      for method in [PasteboardInterface.Method.copy, .move] {
        #expect(try client.refusal(method, copy) == "NoSuchEntry")
      }
      try expect(session.xfer("get", entry).out, is: text)
      // By its name it is no less a paste.
      if option == "--once" { #expect(try session.xfer("get", "-b", "work").status == 1) }
      try session.put(text, option, "-b", "work")
      session.killDaemon()
      #expect(holders(of: mark, in: session).isEmpty)
      try session.startDaemon(warm: false)
      #expect(holders(of: mark, in: session).isEmpty)
      // What it replaced does not come back for it.
      #expect(try session.xfer("get", "-b", "work").status == 1)
    }
  }

  /// The files of a session that hold a text, the write-ahead log among them.
  private func holders(of mark: String, in session: Session) -> [String] {
    let files = ["state", "runtime", "tmp", "home"]
      .flatMap { Files.tree(session.scratch + "/" + $0) }
    return files.filter { path in
      !path.hasSuffix("/") && Files.text(path)?.contains(mark) == true
    }
  }
}
