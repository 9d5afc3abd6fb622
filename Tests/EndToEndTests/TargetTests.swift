import Testing
internal import XCB

/// What xferd offers and answers as owner.
@Suite("Targets", .watchingOnAndOff)
struct TargetTests {
  @Test func `text is offered in every form, to everybody (x11 10, B74)`() throws {
    let session = try Session()
    try session.put("grüß dich")
    let wanted = [
      "TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "STRING", "text/plain",
      "text/plain;charset=utf-8",
    ]
    let client = try XClient(in: session)
    let value = try #require(try client.first("TARGETS"))
    #expect(value.type == "ATOM")
    #expect(value.format == 32)
    let raw = try unpacked(value.bytes).map { try client.name(Atom(rawValue: $0)) }
    #expect(Set(raw).count == raw.count, "each once: \(raw)")
    var seen = ["raw": raw, "xclip": try session.xclipReads(target: "TARGETS").lines]
    seen["gtk"] = try ToolkitPeer(.gtk, in: session).targets()
    seen["tk"] = try ToolkitPeer(.tk, in: session).targets()
    for (reader, targets) in seen {
      #expect(Set(wanted).isSubset(of: targets), "\(reader): \(targets)")
      let effects = ["DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "INCR"]
      #expect(Set(effects).isDisjoint(with: targets), "\(reader): \(targets)")
    }
  }

  @Test func `STRING is Latin-1 or refused (x11 11, B74)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try session.put("grüß")
    #expect(
      try client.first("STRING")
        == .init(type: "STRING", format: 8, bytes: [0x67, 0x72, 0xFC, 0xDF])
    )
    try session.put("grüß €")
    #expect(try client.first("STRING") == nil)
    #expect(try client.first("UTF8_STRING")?.text == "grüß €")
  }

  @Test func `an address is offered to browsers and read from them (x11 7.5)`() throws {
    let session = try Session()
    let address = "https://a.b/é"
    let browsers = "\(address)\nA title".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try session.xclipOwns(.bytes(browsers), target: "text/x-moz-url")
    #expect(try session.xfer("get", "-t", "public.url").text == address)
    #expect(try session.xfer("get", "-t", "text/x-moz-url").out == browsers)
    try session.xclipOwns(.bytes(Array("\(address)\nA title".utf8)), target: "_NETSCAPE_URL")
    #expect(try session.xfer("get", "-t", "public.url").text == address)
    try session.put(address, "-t", "public.url")
    let own = try session.xclipReads(target: "text/x-moz-url").out
    #expect(own == "\(address)\n\(address)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(try session.xfer("get", "-t", "public.url").text == address)
    // What was put as a browser puts it is that for everybody.
    let lines = Array("\(address)\nA title".utf8)
    for (target, content) in [("text/x-moz-url", browsers), ("_NETSCAPE_URL", lines)] {
      try session.put(content, "-t", target)
      #expect(try session.xclipReads(target: target).out == content)
      #expect(try session.xfer("get", "-t", target).out == content)
      #expect(try session.xfer("get", "-t", "public.url").text == address)
    }
  }

  @Test func `TEXT comes as what it is (x11 12)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    for text in ["plain", "grüß", "grüß €"] {
      try session.put(text)
      let value = try #require(try client.first("TEXT"))
      #expect(["UTF8_STRING", "STRING", "COMPOUND_TEXT"].contains(value.type))
      if value.type == "UTF8_STRING" { #expect(value.text == text) }
    }
  }

  @Test func `a MIME target has its own name as type (x11 13)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    let html = session.scratch + "/a"
    try Files.write("<b>€</b>", to: html)
    try session.put("€", "-r", "text/html=\(html)", "-r", "text/plain=-")
    let value = try #require(try client.first("TARGETS"))
    for atom in unpacked(value.bytes) {
      let name = try client.name(Atom(rawValue: atom))
      guard name.contains("/") else { continue }
      let value = try #require(try client.first(name), "\(name)")
      #expect(value.type == name)
      #expect(value.format == 8)
    }
  }

  @Test func `an unknown target is refused and touches nothing (x11 14, B56)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    try client.set("_TEST", type: "STRING", Array("old".utf8))
    for target in ["FOO", "application/x-nope", "image/png", "INCR", "ATOM", "_TEST"] {
      try client.ask(target)
      #expect(try client.answer(within: .milliseconds(500))?.property == Atom.none, "\(target)")
      #expect(try client.value(of: "_TEST")?.text == "old")
    }
    #expect(try session.xclipReads(target: "application/x-nope").status != 0)
    // xclip prints a TIMESTAMP as a number.
    #expect(Int(try session.xclipReads(target: "TIMESTAMP").lines.first ?? "") != nil)
  }

  @Test func `all fields of the answer are the question's (x11 15, B58)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    for (target, isServed) in [("UTF8_STRING", true), ("FOO", false), ("TARGETS", true)] {
      for property in ["_A", nil] {
        let time = Timestamp(rawValue: try client.now().rawValue)
        try client.ask(target, into: property, at: time)
        let notify = try #require(try client.answer())
        let expected = isServed ? property ?? target : "None"
        #expect(try client.name(notify.property) == expected)
        #expect(try client.name(notify.selection) == "CLIPBOARD")
        #expect(try client.name(notify.target) == target)
        #expect(notify.time == time)
        #expect(notify.isSynthetic)
        if isServed { #expect(try client.value(of: expected, delete: true) != nil) }
      }
    }
  }

  @Test func `DELETE deletes no file and breaks nothing (x11 18)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    for target in ["DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "SAVE_TARGETS"] {
      try client.ask(target)
      let notify = try #require(try client.answer(), "always an answer")
      if notify.property != .none {
        #expect(try client.value(of: "_TEST", delete: true)?.type == "NULL")
      }
    }
    try session.verifyAlive()
  }

  @Test func `odd content is exact in one property (x11 19)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    for bytes in [[0x61, 0, 0x62, 0], [], [0x61], [0]] as [[UInt8]] {
      try session.put(bytes, "-t", "text/plain")
      #expect(
        try client.first("UTF8_STRING") == .init(type: "UTF8_STRING", format: 8, bytes: bytes)
      )
    }
    let lines = [UInt8](repeating: 10, count: 1 << 20)
    try session.put(lines)
    try expect(client.read("UTF8_STRING")?.bytes, is: lines)
  }

  @Test func `64 requestors at once are all answered (x11 20)`() throws {
    let session = try Session()
    try session.put("for all")
    let client = try XClient(in: session)
    let windows = try (0..<64).map { _ in try client.newWindow() }
    let begin = ContinuousClock.now
    for window in windows {
      try client.ask("UTF8_STRING", into: "_ONE", on: window)
      try client.ask("TIMESTAMP", into: "_TWO", on: window)
    }
    for window in windows {
      let names = try (1...2).map { _ in
        try client.name(client.answer(on: window)?.property ?? .none)
      }
      #expect(names == ["_ONE", "_TWO"], "in the order of the questions")
      #expect(try client.value(of: "_ONE", on: window)?.text == "for all")
    }
    #expect(ContinuousClock.now - begin < .seconds(2))
    try session.verifyAlive()
  }
}
