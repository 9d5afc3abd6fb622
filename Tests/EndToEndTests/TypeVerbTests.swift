import Testing

/// `xfer type`: content types, explained without a daemon.
@Suite("Verb type", .timeLimit(.minutes(15)))
struct TypeVerbTests {
  private let session: Session
  private let folder: String

  init() throws {
    session = try Session(.absent, display: false)
    folder = session.scratch + "/config/xfer/types"
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.makeDirectory(folder)
    try Files.write(Self.tickets, to: folder + "/tickets.toml")
  }

  private static let tickets = """
    [[type]]
    identifier = "com.example.ticket"
    description = "Ticket"
    conformsTo = ["public.json"]
    mimeTypes = ["application/vnd.example.ticket+json"]
    extensions = ["ticket"]
    targets = ["com.example.ticket"]

    [[type.representation]]
    type = "public.utf8-plain-text"
    template = "{{key}}: {{title}}\\n"

    [[type.representation]]
    type = "public.png"
    command = ["no-such-program-anywhere"]

    [type.validate]
    required = ["key", "title"]

    [[type]]
    identifier = "com.example.bug"
    conformsTo = ["com.example.ticket"]

    [[type]]
    identifier = "public.png"
    extensions = ["pong"]
    """

  @Test func `list names every declared type and who declares it`() throws {
    let list = try session.xfer("type")
    #expect(list.status == 0)
    let rows = list.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.allSatisfy { $0.count == 5 })
    let ticket = try #require(rows.first { $0[0] == "com.example.ticket" })
    #expect(ticket[1...3] == ["application/vnd.example.ticket+json", "ticket", "Ticket"])
    #expect(ticket[4] == "\(folder)/tickets.toml:2:14")
    let png = try #require(rows.first { $0[0] == "public.png" })
    #expect(png[4].hasPrefix("system,"))
    #expect(rows.contains { $0[0] == "public.jpeg" && $0[4] == "system" })
    #expect(session.daemons.isEmpty)
  }

  @Test(arguments: [
    "com.example.ticket", "application/vnd.example.ticket+json", ".ticket", "COM.example.Ticket",
  ])
  func `show says all of a type, however it is named`(name: String) throws {
    let show = try session.xfer("type", "show", name)
    #expect(show.status == 0)
    let expected = [
      "identifier\tcom.example.ticket", "description\tTicket", "conforms to\tpublic.json",
      "supertype\tpublic.item", "X11 target\tapplication/vnd.example.ticket+json",
      "X11 target\tcom.example.ticket", "also had as\tpublic.utf8-plain-text, by a template",
      "also had as\tpublic.png, not now: there is no program no-such-program-anywhere",
      "required\tkey", "required\ttitle",
    ]
    for line in expected { #expect(show.lines.contains(line), "\(line)") }
  }

  @Test func `show of a type that nobody declares says how to declare it`() throws {
    let show = try session.xfer("type", "show", "com.example.nothing")
    #expect(show.status == 1)
    #expect(show.isCleanFailure, "\(show.complaint)")
    #expect(show.complaint.contains("[[type]] in \(folder)/"), "\(show.complaint)")
    let dynamic = try session.xfer("type", "show", "application/x-nobody")
    #expect(dynamic.status == 0)
    #expect(dynamic.lines.contains("declared in\tnobody declares it"))
    #expect(dynamic.lines.contains("MIME type\tapplication/x-nobody"))
  }

  @Test func `of names the types of files by kind, name and content`() throws {
    let files = session.scratch + "/tmp"
    try Files.write("{}", to: files + "/a.ticket")
    try Files.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: files + "/picture")
    try Files.write("plain", to: files + "/notes")
    try Files.write([0, 1, 2], to: files + "/noise")
    let names = ["a.ticket", "picture", "notes", "noise"].map { files + "/" + $0 }
    let of = try session.run([Programs.xfer, "type", "of"] + names + [files])
    #expect(of.status == 0)
    let types = of.lines.map { $0.split(separator: "\t").dropFirst().first.map(String.init) }
    #expect(
      types == [
        "com.example.ticket", "public.png", "public.utf8-plain-text", "public.data",
        "public.folder",
      ]
    )
    let missing = try session.run([Programs.xfer, "type", "of", files + "/none", names[0]])
    #expect(missing.status == 66)
    #expect(missing.lines.count == 1)
    #expect(missing.complaint == "xfer: \(files)/none: No such file or directory\n")
  }

  @Test(arguments: [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8], "public.png"),
    (Array("plain".utf8), "public.utf8-plain-text"), ([0, 1, 2], "public.data"),
    (Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 0, count: 1 << 20), "com.adobe.pdf"),
    ([], "public.data"),
  ])
  func `of knows standard input by its content`(bytes: [UInt8], type: String) throws {
    let of = try session.xfer("type", "of", "-", input: .bytes(bytes))
    #expect(of.status == 0, "\(of.complaint)")
    #expect(of.lines.first?.split(separator: "\t").prefix(2) == ["-", Substring(type)])
    // A file is none without its name.
    try Files.write(bytes, to: session.scratch + "/home/-")
    let file = try session.run(["sh", "-c", "cd \"$HOME\" && exec xfer type of ./-"])
    #expect(file.text.hasPrefix("./-\t\(type)\t"), "\(file.text) \(file.complaint)")
  }

  @Test(arguments: [
    ("com.example.bug", "public.json", 0), (".ticket", ".ticket", 0), ("image/png", "image/png", 0),
    ("public.json", "com.example.bug", 1), (".pong", "public.image", 0),
    ("com.example.nothing", "public.json", 1),
  ])
  func `conforms answers by its exit code`(type: String, supertype: String, code: Int) throws {
    let conforms = try session.xfer("type", "conforms", type, supertype)
    #expect(conforms.status == code)
    #expect(conforms.out.isEmpty)
  }

  @Test func `check names every mistake with file and line`() throws {
    let file = session.scratch + "/tmp/new.toml"
    try Files.write(
      """
      [[type]]
      identifier = "com.example.feature"
      conformsTo = ["com.example.tickte"]
      [[type]]
      identifier = "com.example.epic"
      conformsTo = ["com.example.ticket"]
      mimeTypes = ["epic"]
      """,
      to: file
    )
    let check = try session.xfer("type", "check", file)
    #expect(check.status == 65)
    let mistakes = [
      "\(file):3:15: com.example.feature: there is no type 'com.example.tickte'; "
        + "did you mean 'com.example.ticket'?",
      "\(file):7:14: com.example.epic: 'epic' is no MIME type; "
        + "one is written type/subtype, as in text/plain",
    ]
    #expect(check.lines == mistakes)
    #expect(check.complaint == "xfer: \(file): 2 mistakes\n")
    try Files.write("[[type]]\nidentifier = \"com.example.x\"\nconformsTo = []\n", to: file)
    let good = try session.xfer("type", "check", file)
    #expect(good.status == 0)
    #expect(good.text == "\(file): ok, 1 type\n")
    #expect(try session.xfer("type", "check").text == "the type declarations: ok, 3 types\n")
    #expect(try session.xfer("type", "check", file + "x").status == 66)
  }

  @Test func `tree shows what is above and below a type`() throws {
    let tree = try session.xfer("type", "tree", ".ticket")
    #expect(
      tree.lines == [
        "public.content", "\tpublic.text", "\t\tpublic.json", "\t\t\tcom.example.ticket",
        "\t\t\t\tcom.example.bug", "public.item", "\tpublic.data", "\t\tpublic.text …",
      ]
    )
    let whole = try session.xfer("type", "tree")
    #expect(whole.lines.count > 700)
    #expect(whole.lines.contains { $0.hasSuffix("\tcom.example.bug") })
  }

  @Test(arguments: [
    ["list"], ["show", ".ticket"], ["of", "/"], ["conforms", ".png", ".png"], ["check"], ["tree"],
  ])
  func `every action has objects for programs`(words: [String]) throws {
    let result = try session.run([Programs.xfer, "type"] + words + ["--json"])
    #expect(result.status == 0)
    #expect(!result.lines.isEmpty)
    #expect(result.lines.allSatisfy { $0.hasPrefix("{\"schema\":1,") && $0.hasSuffix("}") })
  }

  @Test(arguments: [
    ["nonsense"], ["show"], ["show", "a", "b"], ["of"], ["conforms", "a"], ["tree", "a", "b"],
  ])
  func `words that make no sense are usage errors`(words: [String]) throws {
    let result = try session.run([Programs.xfer, "type"] + words)
    #expect(result.status == 64)
    #expect(result.isCleanFailure, "\(result.complaint)")
  }

  @Test func `a broken file costs the other types nothing`() throws {
    try Files.write("[[type]\n", to: folder + "/broken.toml")
    let show = try session.xfer("type", "show", ".ticket")
    #expect(show.status == 0)
    #expect(show.complaint.hasPrefix("xfer: \(folder)/broken.toml:1:8: "), "\(show.complaint)")
    #expect(show.complaint.hasSuffix("; a file or type with a mistake does not count\n"))
    let unknown = try session.xfer("type", "show", "com.example.nothing")
    #expect(unknown.isCleanFailure, "\(unknown.complaint)")
    #expect(unknown.complaint.contains("\n\(folder)/broken.toml:1:8: "), "\(unknown.complaint)")
    let check = try session.xfer("type", "check")
    #expect(check.status == 65)
    #expect(check.text.hasPrefix("\(folder)/broken.toml:1:8: "), "\(check.text)")
  }
}
