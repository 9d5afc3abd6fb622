import Testing

/// What foreign programs own is what `xfer get` prints, at every size.
@Suite("Bytes from others to xfer", .watchingOnAndOff)
struct BytesInTests {
  @Test(arguments: ["xclip", "xsel", "gtk", "qt", "tk"])
  func `text of every size arrives`(owner: String) throws {
    let session = try Session()
    let peer = try ToolkitPeer.Kind(script: owner).map { try ToolkitPeer($0, in: session) }
    let largest =
      switch owner {
      case "xsel": 16 << 20
      case "tk": (1 << 20) + 1
      default: Int.max
      }
    let source = session.scratch + "/source"
    let got = session.scratch + "/got"
    for size in Samples.sizes where size <= largest {
      try Files.write(Samples.text(size), to: source)
      switch owner {
      case "xclip": try session.xclipOwns(.file(source))
      // xsel with nothing to say gives the selection up.
      case "xsel" where size == 0: continue
      case "xsel": try session.xselOwns(.file(source))
      default: try peer?.ownText(file: source)
      }
      let get = try session.xfer("get", output: .file(got))
      #expect(get.status == 0, "\(size): \(get.complaint)")
      #expect(Files.areEqual(got, source), "\(size) bytes")
    }
    try session.verifyAlive()
  }

  @Test(arguments: ["xclip", "gtk", "qt"])
  func `bytes of every size arrive`(owner: String) throws {
    let session = try Session()
    let peer = try ToolkitPeer.Kind(script: owner).map { try ToolkitPeer($0, in: session) }
    let source = session.scratch + "/source"
    let got = session.scratch + "/got"
    let type = "application/x-xfer-test"
    for size in Samples.sizes {
      try Files.write(Samples.bytes(size), to: source)
      if let peer {
        try peer.own(files: [(type, source)])
      } else {
        try session.xclipOwns(.file(source), target: type)
      }
      let get = try session.xfer("get", "-t", type, "-o", got)
      #expect(get.status == 0, "\(size): \(get.complaint)")
      #expect(Files.areEqual(got, source), "\(size) bytes")
    }
    try session.verifyAlive()
  }

  @Test func `five xfer get at once all get everything from xclip`() throws {
    let session = try Session()
    let text = Samples.text(3_000_000)
    try session.xclipOwns(.bytes(text))
    // xclip itself mixes up several requestors, so this holds only if xferd reads it once for all.
    let readers = try (0..<5).map { _ in try session.startXfer("get") }
    for reader in readers {
      let outcome = reader.outcome()
      #expect(outcome.status == 0, "\(outcome.complaint)")
      expect(outcome.out, is: text)
    }
    try expect(session.xclipReads().out, is: text)
    try session.verifyAlive()
  }

  @Test func `a reader that closes its pipe early ends without noise and harms nobody`() throws {
    let session = try Session()
    let text = Samples.text(17 << 20)
    try session.xclipOwns(.bytes(text))
    let head = try session.run(["sh", "-c", "xfer get | head -c 5"])
    #expect(head.out == Array(text.prefix(5)))
    #expect(head.status == 0)
    // Behind the rest of the first read, which is drained: xclip cannot serve two at once.
    try expect(session.xfer("get").out, is: text)
    try expect(session.xclipReads().out, is: text)
    try session.verifyAlive()
  }
}
