import Testing

/// The foreign programs understand each other, so that what they say of ours can be believed.
@Suite("Foreign programs among themselves")
struct HarnessTests {
  @Test(arguments: ToolkitPeer.Kind.allCases)
  func `a toolkit reads what xclip and xsel own`(kind: ToolkitPeer.Kind) throws {
    let session = try Session(.absent)
    let text = Samples.text(300_001)
    let peer = try ToolkitPeer(kind, in: session)
    try session.xclipOwns(.bytes(text))
    try expect(peer.getText(), is: text)
    try session.xselOwns(.bytes(text))
    try expect(peer.getText(), is: text)
    try peer.quit()
  }

  @Test(arguments: ToolkitPeer.Kind.allCases)
  func `xclip and xsel read what a toolkit owns`(kind: ToolkitPeer.Kind) throws {
    let session = try Session(.absent)
    let text = Samples.text(300_001)
    let peer = try ToolkitPeer(kind, in: session)
    try peer.ownText(String(decoding: text, as: UTF8.self))
    try expect(session.xclipReads(target: "UTF8_STRING").out, is: text)
    try expect(session.xselReads().out, is: text)
  }

  @Test func `toolkits carry bytes that are no text`() throws {
    let session = try Session(.absent)
    let bytes = Samples.bytes(300_001)
    let target = "application/octet-stream"
    for kind in [ToolkitPeer.Kind.gtk, .qt] {
      let peer = try ToolkitPeer(kind, in: session)
      try peer.own(target, bytes)
      try expect(session.xclipReads(target: target).out, is: bytes)
      try session.xclipOwns(.bytes(bytes), target: target)
      #expect(try peer.get(target) == bytes || kind == .qt)
    }
  }

  @Test func `an X client by hand reads and serves, in one piece and in many`() throws {
    let session = try Session(.absent)
    let client = try XClient(in: session)
    for text in [Samples.text(5), Samples.text(3_000_000)] {
      try session.xclipOwns(.bytes(text))
      try expect(client.read("UTF8_STRING")?.bytes, is: text)
      #expect(try client.claim())
      let reader = try session.start(["xclip", "-o", "-selection", "clipboard"])
      try client.serve(while: { reader.poll() == nil }, offering: ["UTF8_STRING"]) { request, _ in
        guard text.count > 5 else { return try client.reply(to: request, text) }
        try client.announce(request, hint: [UInt32(text.count)])
        try client.send(Array(text.prefix(1_000_000)), of: request)
        try client.send(Array(text.dropFirst(1_000_000)), of: request)
        try client.send([], of: request)
      }
      expect(reader.outcome().out, is: text)
    }
  }
}
