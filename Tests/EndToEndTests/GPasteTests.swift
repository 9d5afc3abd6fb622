import Glibc
import Testing

/// A user of GPaste brings along what it kept.
@Suite("From GPaste", .timeLimit(.minutes(15)))
struct GPasteTests {
  private static var isInstalled: Bool {
    let programs: [String] = ["/usr/bin/gpaste-client", "/usr/bin/dbus-daemon"]
    return programs.allSatisfy { path in access(path, X_OK) == 0 }
  }

  /// A PNG image of one pixel.
  private static let pixel = """
    iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAA
    DElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC
    """

  @Test(.enabled(if: isInstalled, "GPaste is not installed: Scripts/need managers"))
  func `its history becomes a board, exactly and once`() throws {
    let session = try Session()
    let image = session.scratch + "/a.png"
    let pixel = try session.run(["base64", "-d"], input: .bytes(Array(Self.pixel.utf8))).out
    try Files.write(pixel, to: image)
    try keep(
      [
        "<item kind=\"Image\" date=\"1700000000\"><value>\(image)</value></item>",
        "<item kind=\"Uris\"><value>/tmp/a b/\u{E4}&amp;\n\(session.scratch)/home/%</value></item>",
      ],
      as: "kept",
      in: session
    )
    let bus = try startBus(in: session)
    defer { bus.send(9) }
    try ask(["switch-history", "kept"], in: session)
    let texts = ["two\nlines\n\n", "\n\n \t\u{E4}\u{1F600}\r\n", "[Password] none", "-r"]
    for text in texts { try ask(["add", "--", text], in: session) }
    try ask(["add-password", "mail", "hidden"], in: session)
    let large = String(repeating: "0123456789", count: 20_000)
    try ask([], input: .bytes(Array(large.utf8)), in: session)

    let first = try session.xfer("import", "--from", "gpaste", within: .seconds(60))
    #expect(first.status == 0, "\(first.complaint)")
    #expect(
      first.complaint
        == "xfer: import: 1 password stays in GPaste\nxfer: import: 7 entries taken\n"
    )
    for (place, text) in (texts + [large]).reversed().enumerated() {
      #expect(try session.xfer("get", "@\(place + 1)", "-b", "kept").out == Array(text.utf8))
    }
    let addresses = "file:///tmp/a%20b/%C3%A4%26\r\nfile://\(session.scratch)/home/%25\r\n"
    let files = ["get", "@6", "-b", "kept", "-t"]
    #expect(try session.run([Programs.xfer] + files + ["text/uri-list"]).text == addresses)
    let paths = "/tmp/a b/\u{E4}&\n\(session.scratch)/home/%"
    #expect(try session.run([Programs.xfer] + files + ["text/plain"]).text == paths)
    let pixels = try session.xfer("get", "@7", "-b", "kept", "-t", "image/png")
    #expect(pixels.out == pixel)
    let all = try session.xfer("list", "-b", "kept", "--source", "gpaste", "--json")
    #expect(all.lines.count == 7 && !all.text.contains("hidden") && !all.text.contains("***"))

    // An image whose file is gone costs only itself.
    Files.remove(image)
    let second = try session.xfer("import", "--from", "gpaste", within: .seconds(60))
    #expect(second.status == 65)
    #expect(second.complaint.contains("a.png: No such file"), "\(second.complaint)")
    #expect(second.complaint.hasSuffix("0 entries taken, 6 were there already\n"))

    // The history that nobody named is the clipboard's.
    try ask(["switch-history", "history"], in: session)
    try ask(["empty"], in: session)
    let nothing = try session.xfer("import", "--from", "gpaste", within: .seconds(60))
    #expect(nothing.complaint == "xfer: import: 0 entries taken\n")
    try ask(["add", "brought"], in: session)
    let third = try session.xfer("import", "--from", "gpaste", within: .seconds(60))
    #expect(third.complaint == "xfer: import: 1 entry taken\n")
    let mine = try session.xfer("list", "-b", "clipboard", "--source", "gpaste", "--json")
    #expect(try session.json(mine.out, at: ["title"]) == [["\"brought\""]])
  }

  @Test(.enabled(if: isInstalled, "GPaste is not installed: Scripts/need managers"))
  func `without it, a bus or a daemon there is an error that says so`() throws {
    let session = try Session()
    let absent = try session.xfer(
      "import",
      "--from",
      "gpaste",
      environment: ["PATH": session.scratch]
    )
    #expect(absent.status == 69 && absent.isCleanFailure, "\(absent.complaint)")
    #expect(absent.complaint.contains("there is no such program"))
    let words = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(session.scratch)/nothing"]
    let noBus = try session.xfer("import", "--from", "gpaste", environment: words)
    #expect(noBus.status == 69 && noBus.isCleanFailure, "\(noBus.complaint)")
    #expect(noBus.complaint.contains("its history: Could not connect: No such file"))
    // Without a display the bus cannot start the daemon.
    let display = session.environment.removeValue(forKey: "DISPLAY")
    let bus = try startBus(in: session, answers: false)
    defer { bus.send(9) }
    session.environment["DISPLAY"] = display
    let noDaemon = try session.xfer("import", "--from", "gpaste")
    #expect(noDaemon.status == 69 && noDaemon.isCleanFailure, "\(noDaemon.complaint)")
    #expect(noDaemon.complaint.contains("its history: Error calling StartServiceByName"))
  }

  /// Starts a session bus where GLib looks for it; it starts GPaste's daemon when somebody asks.
  private func startBus(in session: Session, answers: Bool = true) throws -> Child {
    let settings = session.scratch + "/config/glib-2.0/settings"
    try Files.makeDirectory(session.scratch + "/config/glib-2.0")
    try Files.makeDirectory(settings)
    // What it saw of the clipboard would be there as well, and again what it put there itself.
    let kept = "[org/gnome/GPaste]\nimages-support=true\ntrack-changes=false\n"
    try Files.write(kept, to: settings + "/keyfile")
    session.environment["GSETTINGS_BACKEND"] = "keyfile"
    let socket = session.scratch + "/runtime/bus"
    let bus = try session.start(
      ["dbus-daemon", "--session", "--nofork", "--nosyslog", "--address=unix:path=" + socket],
      output: .discarded
    )
    try #require(holds(within: .seconds(10)) { Files.exists(socket) })
    guard answers else { return bus }
    let isThere = try holds(within: .seconds(30)) {
      try session.run(["gpaste-client", "daemon-version"], within: .seconds(30)).status == 0
    }
    try #require(isThere)
    return bus
  }

  /// Writes a history as GPaste would have kept it.
  private func keep(_ items: [String], as name: String, in session: Session) throws {
    let directory = session.scratch + "/home/data"
    try Files.makeDirectory(directory)
    try Files.makeDirectory(directory + "/gpaste")
    let text = "<history version=\"2.0\">" + items.reversed().joined() + "</history>"
    try Files.write(text, to: directory + "/gpaste/\(name).xml")
  }

  private func ask(
    _ words: [String],
    input: Child.Input = .nothing,
    in session: Session
  ) throws {
    let outcome = try session.run(["gpaste-client"] + words, input: input)
    try #require(outcome.status == 0, "\(outcome.complaint)")
  }
}
