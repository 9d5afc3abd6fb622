import Testing

/// What `xfer put` was given is what every foreign program pastes, at every size.
@Suite("Bytes from xfer to others", .watchingOnAndOff)
struct BytesOutTests {
  @Test(arguments: ["xclip", "xsel", "gtk", "qt", "tk"])
  func `text of every size arrives`(reader: String) throws {
    let session = try Session()
    let peer = try Reader(reader, in: session)
    let source = session.scratch + "/source"
    for size in Samples.sizes where size <= peer.largest {
      try Files.write(Samples.text(size), to: source)
      let put = try session.xfer("put", input: .file(source))
      #expect(put.status == 0, "\(size): \(put.complaint)")
      for round in 1...2 {
        #expect(try peer.readsText(equalTo: source), "\(size) bytes, round \(round)")
      }
    }
    try session.verifyAlive()
  }

  @Test(arguments: ["xclip", "gtk", "qt"])
  func `bytes of every size arrive`(reader: String) throws {
    let session = try Session()
    let peer = try Reader(reader, in: session)
    let source = session.scratch + "/source"
    let type = "application/x-xfer-test"
    for size in Samples.sizes {
      try Files.write(Samples.bytes(size), to: source)
      let put = try session.xfer("put", "-t", type, input: .file(source))
      #expect(put.status == 0, "\(size): \(put.complaint)")
      #expect(try peer.reads(type, equalTo: source), "\(size) bytes")
    }
    try session.verifyAlive()
  }

  @Test(arguments: [5, 262_145, 3_000_000, 17 << 20])
  func `five readers at once all get everything`(size: Int) throws {
    let session = try Session()
    let text = Samples.text(size)
    try session.put(text)
    let readers = try (0..<5).map { number in
      try session.start(
        number % 2 == 0 ? ["xclip", "-o", "-selection", "clipboard"] : ["xsel", "-bo"]
      )
    }
    for reader in readers {
      let outcome = reader.outcome()
      #expect(outcome.status == 0)
      expect(outcome.out, is: text)
    }
    try session.verifyAlive()
  }

  @Test func `what comes through a pipe in pieces arrives whole`() throws {
    let session = try Session()
    let text = Samples.text(5_000_000)
    let source = session.scratch + "/source"
    try Files.write(text, to: source)
    let put = try session.run(
      ["sh", "-c", "(head -c 2000000 '\(source)'; tail -c +2000001 '\(source)') | xfer put"]
    )
    #expect(put.status == 0)
    try expect(session.xclipReads().out, is: text)
    try expect(session.xfer("get").out, is: text)
  }
}

/// A foreign program as reader of text and bytes.
private struct Reader {
  /// The most bytes that the program itself can take.
  let largest: Int
  private let name: String
  private let session: Session
  private let peer: ToolkitPeer?

  init(_ name: String, in session: Session) throws {
    self.name = name
    self.session = session
    peer = try ToolkitPeer.Kind(script: name).map { try ToolkitPeer($0, in: session) }
    largest =
      switch name {
      case "xsel": 17 << 20
      case "tk": (1 << 20) + 1
      default: .max
      }
  }

  func readsText(equalTo source: String) throws -> Bool {
    if let peer {
      let got = session.scratch + "/got"
      // GTK's own text function says "nothing" to an empty text.
      let found =
        try peer.kind == .gtk ? peer.get("UTF8_STRING", into: got) : peer.getText(into: got)
      return found && Files.areEqual(got, source)
    }
    let words = name == "xsel" ? ["xsel", "-bo"] : ["xclip", "-o", "-selection", "clipboard"]
    return try runs(words, equalTo: source)
  }

  func reads(_ target: String, equalTo source: String) throws -> Bool {
    if let peer {
      let got = session.scratch + "/got"
      return try peer.get(target, into: got) && Files.areEqual(got, source)
    }
    return try runs(["xclip", "-o", "-selection", "clipboard", "-t", target], equalTo: source)
  }

  private func runs(_ words: [String], equalTo source: String) throws -> Bool {
    let got = session.scratch + "/got"
    return try session.run(words, output: .file(got)).status == 0 && Files.areEqual(got, source)
  }
}

extension ToolkitPeer.Kind {
  /// The toolkit of this name, or `nil` for a program that is no toolkit's.
  init?(script name: String) {
    guard let kind = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = kind
  }
}
