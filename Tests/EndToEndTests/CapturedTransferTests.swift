internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// What other programs copy is in the history, byte for byte, and they go on unharmed.
@Suite("Captured transfers")
struct CapturedTransferTests {
  private static let png = "image/png"

  @Test(arguments: [("xclip", 3_000_000), ("xclip", 33 << 20), ("xsel", 4001), ("xsel", 3_000_000)])
  func `text of xclip and xsel is one entry, and they live (x11 31, 32, B20)`(
    program: String,
    size: Int
  ) throws {
    let session = try Session()
    let text = Samples.text(size)
    switch program {
    case "xclip": try session.xclipOwns(.bytes(text))
    default: try session.xselOwns(.bytes(text))
    }
    let owner = try #require(session.processes(named: program).first)
    try session.expectHistory { $0.map(\.size) == [size] }
    try expect(session.content(as: "UTF8_STRING"), is: text)
    #expect(Processes.exists(owner), "\(program) died of being read")
    try expect(session.xclipReads().out, is: text, "what \(program) says afterwards")
    // It takes everything along when it goes.
    kill(owner, SIGKILL)
    #expect(try holds(within: .seconds(5)) { try session.xfer("get").status == 0 })
    try expect(session.xfer("get").out, is: text)
    #expect(try session.history().count == 1)
    try session.verifyAlive()
  }

  @Test func `two large types of one GTK owner are both there (x11 33)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.gtk, in: session)
    let contents = ["application/x-one", "application/x-two"].map { type in
      (type, session.scratch + "/tmp/" + type.suffix(3), Samples.bytes(3_000_000 + type.utf8.count))
    }
    for (_, path, bytes) in contents { try Files.write(bytes, to: path) }
    let begin = ContinuousClock.now
    try peer.own(files: contents.map { ($0.0, $0.1) })
    try session.expectHistory { $0.map(\.types.count) == [2] }
    #expect(ContinuousClock.now - begin < .seconds(4), "GTK stalled")
    try peer.quit()
    for (type, path, bytes) in contents {
      try expect(session.content(as: type), is: bytes)
      Files.remove(path)
    }
    try session.verifyAlive()
  }

  @Test func `a megabyte of Tk's is there (x11 34)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.tk, in: session)
    let text = Samples.text(1_000_000)
    try peer.ownText(String(decoding: text, as: UTF8.self))
    try session.expectHistory { $0.map(\.size) == [1_000_000] }
    try expect(session.content(as: "UTF8_STRING"), is: text)
  }

  @Test func `xclip survives three others that copy while it is read, and a stop (B22)`() throws {
    let session = try Session()
    let bytes = Samples.bytes(33 << 20)
    try session.xclipOwns(.bytes(bytes), target: Self.png)
    let xclip = try #require(session.processes(named: "xclip").first)
    defer { kill(xclip, SIGCONT) }
    // It is looked at while it stands still, or its transfer might be over before the answer comes.
    let isStopped = try holds(within: .seconds(10)) {
      kill(xclip, SIGSTOP)
      let hasPiece = Processes.descriptors(of: session.daemonPid).contains {
        $0.hasPrefix(session.scratch) && $0.hasSuffix("(deleted)")
      }
      if try hasPiece && session.status("conversions") != "0" { return true }
      kill(xclip, SIGCONT)
      return false
    }
    #expect(isStopped)
    for text in ["one", "two", "three"] {
      let other = try XClient(in: session)
      #expect(try other.copy(text) { try session.recordedTitles().contains(text) }, "\(text)")
    }
    #expect(Processes.exists(xclip))
    kill(xclip, SIGCONT)
    // What was coming when others copied is xclip's all the same, and it is heard out.
    try session.expectHistory { entries in
      entries.contains { $0.types == ["public.png"] && $0.size == bytes.count }
    }
    let entries = try session.history()
    #expect(Set(entries.map(\.title)).isSuperset(of: ["one", "two", "three"]))
    let picture = try #require(entries.first { $0.types == ["public.png"] })
    try expect(session.content(of: picture.entry, as: Self.png), is: bytes)
    try session.verifyAlive()
  }

  @Test func `edges of zero length are nothing, or what follows (B24)`() throws {
    let session = try Session()
    let ten = Array("ten bytes!".utf8)
    let large = RawOwner.Incremental(announcement: [0xFFFF_FFFF])
    let edges: [(name: String, bytes: [UInt8], way: RawOwner.Incremental?)] = [
      ("no bytes", [], nil),
      ("pieces without a hint", ten, .init(announcement: [])),
      ("no pieces", [], .init(announcement: [0])),
      ("hint too large", ten, large),
      ("hint too small", ten, .init(announcement: [1])),
      ("three hints", ten, .init(pieceSize: 3, announcement: [7, 8, 9])),
    ]
    let server = try #require(session.server)
    for edge in edges {
      let answer: RawOwner.Answer =
        if let way = edge.way {
          .pieces(type: "UTF8_STRING", .bytes(edge.bytes), way)
        } else {
          .whole(type: "UTF8_STRING", .bytes(edge.bytes))
        }
      // Told apart by a second type, which the empty ones have as well.
      let owner = try RawOwner(
        server,
        answers: [
          "UTF8_STRING": answer, "application/x-edge": .text(edge.name, type: "application/x-edge"),
        ]
      )
      try session.expectHistory { entries in
        guard let first = entries.first else { return false }
        return try session.content(of: first.entry, as: "application/x-edge")
          == Array(edge.name.utf8)
      }
      let got = try session.content(as: "UTF8_STRING")
      expect(got, is: edge.bytes, edge.name)
      #expect(owner.failure == nil)
      owner.end()
    }
    #expect((peakResidentBytes(of: session.daemonPid) ?? .max) < 100 << 20)
    try session.verifyAlive()
  }

  @Test func `50 kB of text and a picture of 21 MB beside it (B26)`() throws {
    let session = try Session(configuration: "[watch]\nsize = \"20MB\"\n")
    let server = try #require(session.server)
    let owner = try RawOwner(
      server,
      answers: [
        "text/plain": .whole(type: "text/plain", .bytes(Samples.text(50_000))),
        "image/bmp": .pieces(type: "image/bmp", .pattern(count: 21 << 20)),
      ]
    )
    try session.expectHistory { $0.map(\.size) == [50_000] }
    #expect(eventually { owner.finished == 1 }, "the picture was not heard out")
    #expect(owner.failure == nil)
    try session.verifyAlive()
  }

  @Test func `what is over the cap is heard out and costs no memory (x11 40)`() throws {
    // A twelfth of 3 GB against a twelfth of the 100 MB: the same proportion.
    let session = try Session(configuration: "[watch]\nsize = \"8MiB\"\n")
    let server = try #require(session.server)
    let before = residentBytes(of: session.daemonPid) ?? 0
    let answers: [String: RawOwner.Answer] = [
      "application/x-large": .pieces(
        type: "application/x-large",
        .pattern(count: 256 << 20),
        RawOwner.Incremental(pieceSize: 1 << 20)
      )
    ]
    let owner = try RawOwner(server, answers: answers)
    // The other selections are served while it comes.
    #expect(eventually { !owner.requests.isEmpty })
    try session.put("meanwhile", "-p")
    #expect(try session.xclipReads(selection: "primary").text == "meanwhile")
    #expect(eventually(within: .seconds(60)) { owner.finished == 1 }, "it was not heard out")
    try session.expectHistory { $0.map(\.size) == [0] }
    #expect(owner.failure == nil)
    let peak = peakResidentBytes(of: session.daemonPid) ?? .max
    #expect(peak - before < 32 << 20, "\(peak - before) bytes more at the peak")
    let shown = try session.xfer("show", "@1")
    #expect(shown.text.contains("size"), "\(shown.text)")
    try session.verifyAlive()
  }

  @Test func `items of 32 bits keep their bytes (x11 30)`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let words = packed((0..<200_000).map { UInt32($0) &* 2_654_435_761 })
    let type = "application/x-words"
    let owner = try RawOwner(
      server,
      answers: [type: .pieces(type: type, format: 32, .bytes(words), .init(pieceSize: 240_000))]
    )
    try session.expectHistory { $0.map(\.size) == [words.count] }
    owner.end()
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 0 })
    let reader = try XClient(in: session)
    let value = try #require(try reader.read(type))
    #expect(value.format == 32)
    expect(value.bytes, is: words)
  }

  @Test func `an owner of the oldest kind that knows no TARGETS is read`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let owner = try RawOwner(
      server,
      answers: ["TARGETS": .refuse, "STRING": .whole(type: "STRING", .bytes([0x63, 0xE9]))]
    )
    try session.expectTitles(["cé"])
    owner.end()
    #expect(try holds(within: .seconds(5)) { try session.xfer("get").text == "cé" })
  }

  @Test func `text of every encoding is text (B72, B74)`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let euro = [0x1B, 0x25, 0x47] + Array("2 €".utf8) + [0x1B, 0x25, 0x40]
    let forms: [(answers: [String: RawOwner.Answer], title: String)] = [
      (["STRING": .whole(type: "STRING", .bytes(Array("1 caf".utf8) + [0xE9]))], "1 café"),
      (["COMPOUND_TEXT": .whole(type: "COMPOUND_TEXT", .bytes(euro))], "2 €"),
      (["TEXT": .text("3 ü")], "3 ü"),
      (
        [
          "STRING": .text("4 ?", type: "STRING"),
          "text/plain;charset=utf-8": .text("4 €", type: "text/plain;charset=utf-8"),
        ], "4 €"
      ),
      (["UTF8_STRING": .text("5 a\0b\0")], "5 a"),
    ]
    for (number, form) in forms.enumerated() {
      let owner = try RawOwner(server, answers: form.answers)
      try session.expectHistory {
        $0.count == number + 1 && $0.first?.title.hasPrefix(form.title) == true
      }
      owner.end()
    }
    try expect(session.content(as: "UTF8_STRING"), is: Array("5 a\0b\0".utf8), "B76")
  }
}
