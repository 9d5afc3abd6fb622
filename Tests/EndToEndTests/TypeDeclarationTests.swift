import Testing
import Varlink
import Wire

/// Type declarations: in force when they are written, and never able to stop the daemon.
@Suite("Type declarations", .timeLimit(.minutes(15)))
struct TypeDeclarationTests {
  private func folder(of session: Session) throws -> String {
    let folder = session.scratch + "/config/xfer/types"
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.makeDirectory(folder)
    return folder
  }

  private func type(_ identifier: String, _ lines: String...) -> String {
    "[[type]]\nidentifier = \"\(identifier)\"\n" + lines.joined(separator: "\n") + "\n"
  }

  private func describe(_ types: String..., in session: Session) throws -> [DescribedType] {
    let client = try VarlinkClient(connectedTo: session.socket)
    try client.call(
      PasteboardInterface.Method.describeType.qualifiedName,
      parameters: try MessageEncoder.encode(DescribeTypeRequest(types: types))
    )
    let reply = try client.nextReply(timeout: .seconds(20))
    #expect(reply.error == nil)
    return try MessageDecoder.decode(DescribeTypeReply.self, from: reply.parameters).types
  }

  private let text = "conformsTo = [\"public.text\"]"

  @Test func `a file that is written, changed or removed counts without a reload`() throws {
    let session = try Session(display: false)
    let folder = try folder(of: session)
    func isSoon(_ condition: ([DescribedType]) -> Bool) -> Bool {
      holds(within: .seconds(10)) {
        (try? describe("com.example.a", in: session)).map(condition) ?? false
      }
    }
    #expect(try describe("com.example.a", in: session).isEmpty)
    try Files.write(type("com.example.a", text), to: folder + "/a.toml")
    #expect(isSoon { $0.first?.conformsTo == ["public.text"] })
    try Files.write(type("com.example.a", "conformsTo = [\"public.json\"]"), to: folder + "/a.toml")
    #expect(isSoon { $0.first?.conformsTo == ["public.json"] })
    Files.remove(folder + "/a.toml")
    #expect(isSoon(\.isEmpty))
    #expect(try session.status("problems") == "[]")
  }

  @Test func `a type is described with all that is declared`() throws {
    let session = try Session(.absent, display: false)
    let folder = try folder(of: session)
    let lines = """
      description = "Ticket"
      conformsTo = ["public.json"]
      mimeTypes = ["application/vnd.example.ticket+json"]
      extensions = ["ticket"]
      targets = ["TICKET"]
      imported = true
      [type.validate]
      required = ["key", "author.name"]
      [[type.representation]]
      type = "public.html"
      template = "{{key}}"
      """
    try Files.write(type("com.example.ticket", lines), to: folder + "/a.toml")
    try session.startDaemon()
    let described = try describe(".ticket", "TICKET", "com.example.nothing", in: session)
    #expect(described.map(\.identifier) == ["com.example.ticket", "com.example.ticket"])
    let ticket = try #require(described.first)
    #expect(ticket.declared && ticket.imported && !ticket.dynamic)
    #expect(ticket.description == "Ticket")
    #expect(ticket.mimeTypes == ["application/vnd.example.ticket+json"])
    #expect(ticket.extensions == ["ticket"])
    #expect(ticket.targets == ["TICKET"])
    #expect(ticket.representations == ["public.html"])
    #expect(ticket.required == ["key", "author.name"])
    #expect(ticket.supertypes.contains("public.item"))
    #expect(try describe(in: session).map(\.identifier) == ["com.example.ticket"])
  }

  @Test func `a reload that fails keeps all of the old declarations and says so`() throws {
    let session = try Session(.absent, display: false)
    let folder = try folder(of: session)
    try Files.write(type("com.example.old", text), to: folder + "/a.toml")
    try session.startDaemon()
    try Files.write(
      type("com.example.new", text) + type("com.example.bad", "conformsTo = [\"public.txet\"]"),
      to: folder + "/a.toml"
    )
    let reload = try session.xfer("daemon", "reload")
    #expect(reload.status == 65)
    #expect(reload.isCleanFailure, "\(reload.complaint)")
    #expect(reload.complaint.contains("a.toml:6:15: com.example.bad: "), "\(reload.complaint)")
    #expect(try session.status("problems").contains("did you mean 'public.text'?"))
    #expect(try describe(in: session).map(\.identifier) == ["com.example.old"])
    try Files.write(type("com.example.new", text), to: folder + "/a.toml")
    #expect(try session.xfer("daemon", "reload").status == 0)
    #expect(try session.status("problems") == "[]")
    #expect(try describe(in: session).map(\.identifier) == ["com.example.new"])
    try session.verifyAlive()
  }

  @Test func `a mistake is in the status although nobody asked for types`() throws {
    let session = try Session(display: false)
    let folder = try folder(of: session)
    try Files.write("[[type]\n", to: folder + "/broken.toml")
    let isTold = holds(within: .seconds(10)) {
      (try? session.status("problems").contains("\(folder)/broken.toml:1:8: ")) == true
    }
    #expect(isTold)
  }

  @Test func `the aliases that the desktop has for a type are one row with it`() throws {
    let session = try Session(.absent)
    let mime = session.scratch + "/home/data/mime"
    try Files.makeDirectory(session.scratch + "/home/data")
    try Files.makeDirectory(mime)
    let name = "application/x-xfer-test"
    try Files.write("50:\(name):*.xfertest\n", to: mime + "/globs2")
    try Files.write("\(name)-a \(name)\n\(name)-b \(name)\n", to: mime + "/aliases")
    try session.startDaemon()
    for word in [".xfertest", name + "-a"] {
      try session.put("content", "-t", word)
      let targets = try session.xclipReads(target: "TARGETS").lines
      #expect(targets.filter { $0.hasPrefix(name) }.count == 3, "\(targets)")
      #expect(try session.xfer("types").lines.count == 1)
      for target in ["", "-a", "-b"].map({ name + $0 }) {
        #expect(try session.xfer("get", "-t", target).text == "content")
      }
    }
  }

  @Test func `a watcher's words mean what is declared after it began`() throws {
    let session = try Session(display: false)
    let folder = try folder(of: session)
    let watch = try session.startXfer("watch", "-t", "text/x-later", "--json", output: .pipe)
    try session.waitForWatcher()
    try session.put("text")
    let declarations =
      type("com.example.later", text, "mimeTypes = [\"text/x-later\"]")
      + type("com.example.card", "conformsTo = [\"com.example.later\"]")
    try Files.write(declarations, to: folder + "/later.toml")
    let isSoon = try holds(within: .seconds(10)) {
      try !describe("com.example.card", in: session).isEmpty
    }
    #expect(isSoon)
    try session.put("card", "-t", "com.example.card")
    let line = try #require(readLine(from: watch.output, within: .seconds(5)))
    let types = try session.json(Array(line.utf8), at: ["types.0.type"])
    #expect(types == [["\"com.example.card\""]])
    try session.endWatch(watch)
  }

  @Test func `each mistake has its error, and everything else works`() throws {
    let session = try Session(.absent)
    let folder = try folder(of: session)
    try Files.write(
      type("com.example.a", "conformsTo = [\"com.example.b\"]")
        + type("com.example.b", "conformsTo = [\"com.example.a\"]"),
      to: folder + "/cycle.toml"
    )
    try Files.write(type("com.example_bad", text), to: folder + "/identifier.toml")
    try Files.write(type("com.example.owned", text), to: folder + "/owner1.toml")
    try Files.write(type("com.example.owned", text), to: folder + "/owner2.toml")
    try Files.write(type("com.example.m", text, "mimeTypes = [\"m\"]"), to: folder + "/mime.toml")
    try Files.write(
      type("com.example.good", text, "mimeTypes = [\"text/x-good\"]", "targets = [\"GOOD\"]"),
      to: folder + "/good.toml"
    )
    try session.startDaemon()
    let problems = try session.status("problems")
    let expected = [
      "cycle.toml:3:15: com.example.a: it conforms to itself: "
        + "com.example.a > com.example.b > com.example.a",
      "identifier.toml:2:14: 'com.example_bad' is no identifier; ",
      "owner2.toml:2:14: com.example.owned: \(folder)/owner1.toml:2:14 declares it, too; ",
      "mime.toml:4:14: com.example.m: 'm' is no MIME type; ",
    ]
    for problem in expected { #expect(problems.contains(problem), "\(problems)") }
    let declared = try describe(in: session).map(\.identifier)
    #expect(declared == ["com.example.good", "com.example.owned"])
    try session.put("good text", "-t", "com.example.good")
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("text/x-good"))
    #expect(targets.contains("GOOD"))
    #expect(try session.xclipReads(target: "GOOD").text == "good text")
    try session.verifyAlive()
  }

  @Test func `a name that is nearly that of a type is offered, with a hint`() throws {
    let session = try Session(.absent)
    let folder = try folder(of: session)
    try Files.write(type("com.example.ticket", text), to: folder + "/a.toml")
    let put = try session.xfer("put", "-t", "com.example.tikcet", input: .bytes([65]))
    #expect(put.status == 0)
    #expect(put.out.isEmpty)
    let hint =
      "xfer: com.example.tikcet: nobody declares this type; the nearest that is declared is "
      + "com.example.ticket; declare it in \(folder)/NAME.toml: xfer help type\n"
    #expect(put.complaint == hint)
    #expect(try session.xclipReads(target: "com.example.tikcet").text == "A")
    let right = try session.xfer("put", "-t", "com.example.ticket", input: .bytes([65]))
    #expect(right.complaint.isEmpty)
  }

  @Test func `a mistake is named to whoever puts a type that it may keep from being known`() throws
  {
    let session = try Session(.absent)
    let folder = try folder(of: session)
    #expect(try session.xfer("put", input: .bytes([65])).status == 0)
    try Files.write("x = [[[\n", to: folder + "/bad.toml")
    try Files.write(type("com.example.new", text), to: folder + "/good.toml")
    let isTold = try holds(within: .seconds(10)) {
      let put = try session.xfer("put", "-t", "com.example.new", input: .bytes([65]))
      return put.status == 0 && put.complaint.contains("\(folder)/bad.toml:1:")
        && put.complaint.contains("xfer type check")
    }
    #expect(isTold)
  }

  @Test func `a Swift program knows declared types when it asks, and how they have changed`() throws
  {
    let session = try Session(.absent, display: false)
    let folder = try folder(of: session)
    let file = folder + "/a.toml"
    let lines = "extensions = [\"ticket\"]\ndescription = "
    try Files.write(type("com.example.ticket", text, lines + "\"Ticket\""), to: file)
    let peer = try SwiftPeer(in: session)
    #expect(try peer.ask("type", "ticket")[1].isEmpty)
    #expect(try peer.ask("load-types").isEmpty)
    #expect(try peer.ask("type", "ticket") == ["com.example.ticket", "Ticket"])
    try Files.write(type("com.example.ticket", text, lines + "\"Card\""), to: file)
    let isSoon = try holds(within: .seconds(10)) {
      _ = try peer.ask("load-types")
      return try peer.ask("type", "ticket") == ["com.example.ticket", "Card"]
    }
    #expect(isSoon)
    Files.remove(file)
    let isForgotten = try holds(within: .seconds(10)) {
      _ = try peer.ask("load-types")
      return try peer.ask("type", "ticket")[0] != "com.example.ticket"
    }
    #expect(isForgotten)
  }

  @Test func `a Swift program knows what the desktop knows when it asks`() throws {
    let session = try Session(.absent, display: false)
    let database = session.scratch + "/home/data/mime"
    for part in ["/home", "/home/data", "/home/data/mime", "/home/data/mime/application"] {
      try Files.makeDirectory(session.scratch + part)
    }
    try Files.write("application/x-shelf\n", to: database + "/types")
    try Files.write("50:application/x-shelf:*.shelf\n", to: database + "/globs2")
    let names = "xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\""
    let text = "<mime-type \(names) type=\"application/x-shelf\"><comment>Shelf</comment>"
    try Files.write(text + "</mime-type>", to: database + "/application/x-shelf.xml")
    let peer = try SwiftPeer(in: session)
    #expect(try peer.ask("type", "shelf")[1].isEmpty)
    _ = try peer.ask("load-types")
    let type = try peer.ask("type", "shelf")
    #expect(type[1] == "Shelf")
    try Files.write([0, 1], to: session.scratch + "/a.shelf")
    let known = try session.xfer("type", "of", session.scratch + "/a.shelf")
    #expect(known.text.contains("\t" + type[0] + "\t"))
  }
}
