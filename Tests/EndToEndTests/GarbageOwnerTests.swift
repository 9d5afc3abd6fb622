internal import Glibc
import Testing
internal import XCB

/// Owners that answer nonsense cost one clear line, never the daemon.
@Suite("Owners that break the protocol", .watchingOnAndOff)
struct GarbageOwnerTests {
  /// Runs `xfer` while an owner answers everything by `respond`.
  private func run(
    _ session: Session,
    _ owner: XClient,
    _ words: [String],
    _ respond: (SelectionRequest, String) throws -> Void
  ) throws -> Outcome {
    try owner.claim()
    let xfer = try session.start([Programs.xfer] + words)
    while xfer.poll() == nil {
      guard let request = try owner.request(within: .milliseconds(10)) else { continue }
      try respond(request, owner.name(request.target))
    }
    return xfer.outcome()
  }

  @Test func `garbage in TARGETS (bad input)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let lists: [(type: String, format: UInt8, bytes: [UInt8])] = [
      ("ATOM", 32, packed([0, 0xFFFF_FFFF, 7_777_777])),
      ("ATOM", 32, []),
      ("ATOM", 8, [1, 2, 3]),
      ("ATOM", 16, [1, 2]),
      ("ATOM", 32, packed([UInt32](repeating: 31, count: 65_000))),
      ("STRING", 8, Array("TARGETS".utf8)),
      ("WINDOW", 32, packed([1, 2, 3])),
      ("INCR", 32, packed([12])),
    ]
    for list in lists {
      for verb in ["types", "get"] {
        let outcome = try run(session, owner, [verb, "--timeout", "500ms"]) { request, target in
          guard target == "TARGETS" else { return try owner.refuse(request) }
          try owner.reply(to: request, type: list.type, format: list.format, list.bytes)
        }
        #expect(outcome.status == 0 || outcome.isCleanFailure, "\(list.type): \(outcome.complaint)")
        #expect([0, 1, 75, 76].contains(outcome.status), "\(verb) \(list.type): \(outcome.status)")
      }
    }
    try session.verifyAlive()
  }

  @Test func `a target list by INCR is read`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let atoms = packed([try owner.atom("UTF8_STRING").rawValue])
    let outcome = try run(session, owner, ["get"]) { request, target in
      guard target == "TARGETS" else { return try owner.reply(to: request, [65]) }
      try owner.announce(request, hint: [4])
      try owner.send(atoms, of: request, type: "ATOM", format: 32)
      try owner.send([], of: request, type: "ATOM", format: 32)
    }
    #expect(outcome.text == "A" || outcome.isCleanFailure, "\(outcome.complaint)")
    try session.verifyAlive()
  }

  @Test func `a notify without a property, or of another question`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let outcome = try run(session, owner, ["get", "--timeout", "500ms"]) { request, target in
      guard target != "TARGETS" else { return try owner.replyTargets(["UTF8_STRING"], to: request) }
      // Promises a value and writes none.
      try owner.notify(request)
    }
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect([75, 76].contains(outcome.status))
    let late = try run(session, owner, ["get"]) { request, target in
      var wrong = request
      wrong.selection = .secondary
      owner.connection.send(SelectionNotify(answering: wrong, property: .none))
      guard target != "TARGETS" else { return try owner.replyTargets(["UTF8_STRING"], to: request) }
      try owner.reply(to: request, [66])
      try owner.notify(request)
      try owner.refuse(request)
    }
    #expect(late.text == "B", "\(late.complaint)")
    try session.verifyAlive()
  }

  @Test func `every request is refused`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let get = try run(session, owner, ["get"]) { request, _ in try owner.refuse(request) }
    #expect(get.isCleanFailure, "\(get.complaint)")
    #expect(get.elapsed < .seconds(1))
    // An owner that names no targets is taken for one of the oldest, which knew none.
    let types = try run(session, owner, ["types"]) { request, _ in try owner.refuse(request) }
    #expect(types.status == 0 || types.isCleanFailure, "\(types.complaint)")
    #expect(types.elapsed < .seconds(1))
    try session.verifyAlive()
  }

  @Test func `the second representation is tried when the first fails (B134)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let words = ["get", "-t", "image/png", "-t", "image/jpeg"]
    let outcome = try run(session, owner, words) { request, target in
      switch target {
      case "TARGETS": try owner.replyTargets(["image/png", "image/jpeg"], to: request)
      case "image/jpeg": try owner.reply(to: request, [67])
      default: try owner.refuse(request)
      }
    }
    #expect(outcome.text == "C", "\(outcome.complaint)")
    let failed = try run(session, owner, words) { request, target in
      guard target != "TARGETS" else {
        return try owner.replyTargets(["image/png", "image/jpeg"], to: request)
      }
      try owner.refuse(request)
    }
    #expect(failed.isCleanFailure && failed.status == 76, "\(failed.complaint)")
    for name in ["public.png: ", "public.jpeg: "] { #expect(failed.complaint.contains(name)) }
  }

  @Test func `an owner that changes its mind about the type in mid-transfer`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let outcome = try run(session, owner, ["get", "--timeout", "500ms"]) { request, target in
      guard target != "TARGETS" else { return try owner.replyTargets(["UTF8_STRING"], to: request) }
      try owner.announce(request, hint: [10])
      try owner.send([65], of: request)
      try owner.send(packed([1]), of: request, type: "INTEGER", format: 32)
      try owner.send(packed([1]), of: request, type: "INCR", format: 32)
      try owner.send([], of: request)
    }
    #expect(outcome.status == 0 || outcome.status == 75 || outcome.status == 76)
    try session.verifyAlive()
  }

  @Test func `text as STRING, TEXT and COMPOUND_TEXT is decoded (B72)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let forms: [(target: String, type: String, bytes: [UInt8], text: String)] = [
      ("STRING", "STRING", [0x63, 0x61, 0x66, 0xE9], "café"),
      ("STRING", "STRING", Array("café".utf8), "café"),
      ("TEXT", "UTF8_STRING", Array("café".utf8), "café"),
      ("TEXT", "STRING", [0x63, 0x61, 0x66, 0xE9], "café"),
      ("COMPOUND_TEXT", "COMPOUND_TEXT", [0x63, 0x61, 0x66, 0xE9], "café"),
      (
        "COMPOUND_TEXT", "COMPOUND_TEXT",
        [0x1B, 0x25, 0x47] + Array("€".utf8) + [0x1B, 0x25, 0x40], "€"
      ),
    ]
    for form in forms {
      let outcome = try run(session, owner, ["get"]) { request, target in
        guard target != "TARGETS" else { return try owner.replyTargets([form.target], to: request) }
        try owner.reply(to: request, type: form.type, form.bytes)
      }
      #expect(outcome.text == form.text, "\(form.target) as \(form.type): \(outcome.complaint)")
    }
  }

  @Test func `the better text is asked, whatever the order (B74)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    var asked: [String] = []
    let outcome = try run(session, owner, ["get"]) { request, target in
      guard target != "TARGETS" else {
        return try owner.replyTargets(
          ["STRING", "text/plain;charset=utf-8", "DELETE"],
          to: request
        )
      }
      asked.append(target)
      try owner.reply(to: request, Array("€".utf8))
    }
    #expect(outcome.text == "€")
    #expect(Set(asked) == ["text/plain;charset=utf-8"])
  }
}
