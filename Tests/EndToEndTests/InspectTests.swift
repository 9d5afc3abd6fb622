internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// `xfer inspect` and `xfer status` say of a selection what is so, and why.
@Suite("Inspecting")
struct InspectTests {
  private func why(_ target: String, in session: Session) throws -> String? {
    try session.inspect().targets.first { $0.target == target }?.why
  }

  @Test func `what is not kept names the key that says so`() throws {
    let session = try Session(
      configuration: """
        [watch]
        types = ["public.text", "public.image"]
        ignore-types = ["public.rtf"]
        size = "1KiB"
        [selections]
        secondary = false

        """
    )
    let png = RawOwner.Answer.text("PNG", type: "image/png")
    let owner = try RawOwner(
      #require(session.server),
      answers: [
        "UTF8_STRING": .text("text"), "text/rtf": .text("{}"), "application/pdf": .text("%PDF"),
        "text/html": .text(String(repeating: "long ", count: 1000)), "image/png": png,
        "image/bmp": png,
      ]
    )
    try session.expectTitles(["text"])
    #expect(try why("UTF8_STRING", in: session) == nil)
    #expect(try why("text/rtf", in: session) == "it is one of [watch] ignore-types")
    #expect(try why("application/pdf", in: session) == "it is none of [watch] types")
    #expect(try why("text/html", in: session) == "it is larger than [watch] size")
    // Nothing is declared here of which it could be made.
    #expect(try why("image/bmp", in: session) == "another format of the image is kept")
    #expect(try session.inspect("primary").why == "nobody has it")
    try session.xclipOwns(.bytes([65]), selection: "primary")
    #expect(try session.inspect("primary").why == "[watch] primary is off")
    let unbound = try session.xfer("inspect", "secondary")
    #expect(unbound.isCleanFailure && unbound.status == 69, "\(unbound.complaint)")
    #expect(unbound.complaint.contains("[selections] secondary is off"), "\(unbound.complaint)")
    #expect(owner.failure == nil)
    try session.verifyAlive()
  }

  @Test func `a format that is made again is one for which something is declared`() throws {
    let declaration = """
      [[type]]
      identifier = "public.png"
      [[type.representation]]
      type = "com.microsoft.bmp"
      command = ["cat"]
      """
    let session = try Session(.absent, configuration: "")
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    try Files.write(declaration, to: session.scratch + "/config/xfer/types/images.toml")
    try session.startDaemon()
    let image = RawOwner.Answer.text("image", type: "image/png")
    let owner = try RawOwner(
      #require(session.server),
      answers: ["image/png": image, "image/bmp": image, "image/jpeg": image]
    )
    try session.expectHistory { $0.first?.types == ["public.png"] }
    let kept = "another format of the image is kept"
    #expect(try why("image/bmp", in: session) == kept + ", from which it is made again")
    #expect(try why("image/jpeg", in: session) == kept)
    #expect(owner.failure == nil)
  }

  @Test func `what was removed, or has expired, is not kept though it is offered`() throws {
    let session = try Session(
      configuration: "[[rule]]\nmatch.text = \"^short\"\ndo.expire = \"200ms\"\n"
    )
    try session.xclipOwns(.bytes(Array("copied".utf8)))
    try session.expectTitles(["copied"])
    #expect(try session.inspect().kept)
    #expect(try session.xfer("remove", "@1").status == 0)
    let removed = try session.inspect()
    #expect(!removed.kept && removed.why == "its entry was removed", "\(removed)")
    #expect(removed.entry == nil && removed.targets.allSatisfy { !$0.kept })
    try session.xclipOwns(.bytes(Array("short".utf8)))
    let hasExpired = try holds(within: .seconds(10)) {
      try session.inspect().why == "it has expired"
    }
    #expect(hasExpired)
    try session.xclipOwns(.bytes(Array("again".utf8)))
    try session.expectTitles(["again"])
    #expect(try session.inspect().kept)
  }

  @Test func `of very many targets it says how many more there are`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    let names = (1...1500).map { Array("application/x-odd-\($0)".utf8) }
    let atoms = try client.connection.intern(names).map(\.rawValue)
    let server = try #require(session.server)
    for (count, shown) in [(1024, 1024), (1025, 1025), (1500, 1025)] {
      let targets = RawOwner.Answer.whole(
        type: "ATOM",
        format: 32,
        .bytes(packed(Array(atoms.prefix(count))))
      )
      let owner = try RawOwner(server, answers: ["TARGETS": targets])
      let reply = try session.inspect()
      #expect(reply.targets.count == shown, "\(count)")
      let last = reply.targets.last?.why
      let others = "\(count - 1024) more are on offer, at which nobody looks"
      #expect((last == others) == (count > 1024), "\(last ?? "")")
      owner.end()
    }
  }

  @Test func `without a display it says that there is none`() throws {
    let session = try Session(display: false)
    let inspect = try session.xfer("inspect")
    #expect(inspect.status == 69)
    #expect(inspect.isCleanFailure, "\(inspect.complaint)")
    #expect(inspect.complaint.contains("xferd has none"), "\(inspect.complaint)")
  }

  @Test func `nobody has the selections of a server that has gone`() throws {
    let session = try Session()
    try session.xclipOwns(.bytes([65]))
    try session.expectTitles(["A"])
    #expect(try session.status("boards.0.holder") == "\"foreign\"")
    try session.killServer()
    #expect(try holds(within: .seconds(5)) { try session.status("bridged") == "false" })
    #expect(try session.status("boards.0.holder") == "\"nobody\"")
    #expect(try WireClient(session).boards().first?.holder == .nobody)
  }
}

extension Session {
  fileprivate func inspect(_ board: String = "clipboard") throws -> InspectReply {
    try WireClient(self).call(.inspect, InspectRequest(board: board), InspectReply.self)
  }
}
