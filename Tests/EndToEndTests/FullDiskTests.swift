import Testing
internal import Wire

/// A disk that is full, or cannot be written, costs new entries and nothing else.
@Suite("A disk that is full")
struct FullDiskTests {
  @Test func `puts say why they fail, nothing is lost, and saves resume (B148)`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    let large = Samples.text(500_000)
    try session.put(large, "-b", "work")
    try session.put("small", "-b", "work")
    try disk.fill()
    for text in [Samples.text(10_000), Samples.text(100_000)] {
      // The log of the database may have had some room of its own.
      let put = try (0..<20).lazy
        .map { _ in try session.xfer("put", "-b", "full", input: .bytes(text)) }
        .first { $0.status != 0 }
      #expect(put?.status == 74)
      #expect(put?.isCleanFailure == true, "\(put?.complaint ?? "")")
      let says = ["the disk is full", "No space left"]
      #expect(says.contains { put?.complaint.contains($0) == true }, "\(put?.complaint ?? "")")
    }
    let client = try WireClient(session)
    #expect(try client.status().problems.contains { $0.contains("the disk is full") })
    // Lists, gets and the live clipboard go on.
    let kept = try client.allEntries(of: "work")
    #expect(kept.map(\.size) == [5, 500_000])
    #expect(try session.xfer("get", "-b", "work").text == "small")
    try expect(session.xfer("get", "-b", "work", kept[1].entry).out, is: large)
    try session.xclipOwns(.bytes(Samples.text(10_000)))
    try expect(session.xfer("get").out, is: Samples.text(10_000))
    #expect(try session.xfer("put", "--sensitive", input: .bytes(Array("secret".utf8))).status == 0)
    #expect(try session.xclipReads().text == "secret")
    // What is there survives a crash, and what is current is offered again, full as the disk is.
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try session.xfer("get", "-b", "work").text == "small")
    #expect(try WireClient(session).allEntries(of: "work").map(\.entry) == kept.map(\.entry))
    disk.empty()
    try session.put("space", "-b", "work")
    try session.put(large, "-b", "work")
    let after = try WireClient(session)
    #expect(try after.allEntries(of: "work").count == 4)
    #expect(try after.status().problems.isEmpty)
  }

  @Test func `entries can be removed when the disk is full, also after a start`() throws {
    let session = try Session(.absent, display: false)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    for _ in 0..<5 { try session.put(Samples.text(100_000), "-b", "work") }
    try disk.fill()
    let client = try WireClient(session)
    while try client.refusal(.put, Self.some) == nil {}
    let entry = try #require(client.list("work").first?.entry)
    _ = try client.call(.remove, RemoveRequest(entries: [entry]), EntriesReply.self)
    session.killDaemon()
    try session.startDaemon(warm: false)
    let again = try WireClient(session)
    #expect(try again.list("work").allSatisfy { $0.entry != entry })
    while try again.refusal(.put, Self.some) == nil {}
    var clear = ClearRequest(board: "work")
    clear.history = true
    _ = try again.call(.clear, clear, ClearReply.self)
    #expect(try again.list("work").isEmpty)
    try again.put("there is room", on: "work")
  }

  private static var some: PutRequest {
    let text = String(decoding: Samples.text(10_000), as: UTF8.self)
    let item = PutItem(representations: [PutRepresentation(type: nil, text: text)])
    return PutRequest(items: [item], board: "full")
  }

  @Test func `a history that can only be read is read, and written when it can be`() throws {
    let session = try Session(.absent, display: false)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 20) else { return }
    try session.startDaemon()
    let large = Samples.text(100_000)
    try session.put(large, "-b", "work")
    try session.put("small", "-b", "work")
    session.killDaemon()
    try #require(disk.remount(readOnly: true))
    try session.startDaemon(warm: false)
    let client = try WireClient(session)
    #expect(try client.status().problems.contains { $0.contains("history") })
    #expect(try session.xfer("put", "-b", "work", input: .bytes([65])).status == 74)
    #expect(try session.xfer("get", "-b", "work").text == "small")
    let kept = try client.list("work")
    #expect(kept.map(\.size) == [5, 100_000])
    try expect(client.bytes(of: kept[1].entry), is: large)
    #expect(try client.refusal(.remove, RemoveRequest(entries: [kept[1].entry])) == "StorageFailed")
    try client.put("secret", on: "other") { $0.sensitive = true }
    #expect(try client.bytes(on: "other") == Array("secret".utf8))
    #expect(try !client.status().problems.isEmpty)
    try #require(disk.remount(readOnly: false))
    try client.put("again", on: "work")
    #expect(try client.status().problems.isEmpty)
    #expect(try client.list("work").map(\.title).prefix(2) == ["again", "small"])
  }
}
