internal import TestSupport
import Testing

/// Files of any size go from program to program without going through memory.
@Suite("Files of a Swift program", .timeLimit(.minutes(15)))
struct TicketStoryFileTests {
  private static let megabyte = 1 << 20

  @Test func `a file keeps its bytes and its name, and the copy is gone afterwards`() throws {
    let session = try Session()
    let source = session.scratch + "/film.mp4"
    try Files.write(Samples.bytes(3_000_000), to: source)
    let sender = try SwiftPeer(in: session)
    _ = try sender.ask("copy", "file", source)
    let kept = session.scratch + "/kept"
    let receiver = try SwiftPeer(in: session, environment: ["KEEP": kept])
    #expect(try receiver.ask("paste", "file") == ["copy of film.mp4", "gone"])
    expect(Files.read(kept) ?? [], is: Samples.bytes(3_000_000))
    try expect(session.xclipReads(target: "video/mp4").out, is: Samples.bytes(3_000_000))
    for peer in [sender, receiver] { #expect(try peer.exit().complaint.isEmpty) }
    try session.verifyAlive()
  }

  @Test func `what was in a file has the name of that for a program`() throws {
    let session = try Session()
    let film = session.scratch + "/film"
    let head: [UInt8] = [0, 0, 0, 24] + Array("ftypmp42".utf8)
    try Files.write(head + Samples.bytes(1000), to: film)
    #expect(try session.xfer("put", "--snapshot", film).status == 0)
    let receiver = try SwiftPeer(in: session, environment: ["KEEP": session.scratch + "/kept"])
    #expect(try receiver.ask("paste", "file") == ["film", "gone"])
    #expect(try receiver.exit().complaint.isEmpty)
  }

  @Test func `a directory is pasted by its address`() throws {
    let session = try Session()
    let directory = session.scratch + "/album"
    try Files.makeDirectory(directory)
    let sender = try SwiftPeer(in: session)
    _ = try sender.ask("copy", "folder", directory)
    #expect(try session.xfer("types").lines.count == 1)
    let address = try session.xclipReads(target: "text/uri-list").text
    #expect(address.hasPrefix("file://\(directory)"), "\(address)")
    #expect(try SwiftPeer(in: session).ask("paste", "url") == [directory])
    #expect(try sender.exit().complaint.isEmpty)
    #expect(try session.xclipReads(target: "text/uri-list").text == address)
  }

  @Test func `a directory whose address is offered is pasted as a copy`() throws {
    let session = try Session()
    let (directory, kept) = (session.scratch + "/album", session.scratch + "/kept")
    for path in [directory, directory + "/part"] { try Files.makeDirectory(path) }
    try Files.write("song", to: directory + "/part/a")
    let sender = try SwiftPeer(in: session)
    let receiver = try SwiftPeer(in: session, environment: ["KEEP": kept])
    let before = Files.names(in: session.scratch + "/tmp")
    _ = try sender.ask("copy", "folder", directory)
    #expect(try receiver.ask("paste", "folder") == ["album"])
    #expect(Files.text(kept + "/part/a") == "song")
    Files.remove(kept)
    // As a file manager says it.
    try session.xclipOwns(.bytes(Array("file://\(directory)\r\n".utf8)), target: "text/uri-list")
    #expect(try receiver.ask("paste", "folder") == ["album"])
    #expect(Files.text(kept + "/part/a") == "song")
    #expect(Files.names(in: session.scratch + "/tmp") == before)
    for address in ["file://\(directory)/part/a", "file://elsewhere\(directory)", "file:///none"] {
      try session.xclipOwns(.bytes(Array("\(address)\r\n".utf8)), target: "text/uri-list")
      let complaint = try receiver.complaint("paste", "folder")
      #expect(complaint.contains("not of type public.folder"), "\(complaint)")
    }
  }

  @Test func `every copy that is lent is removed, whatever becomes of its import (B136)`() throws {
    let session = try Session()
    let source = session.scratch + "/film.mp4"
    try Files.write(Samples.bytes(10_000), to: source)
    try session.put(Samples.bytes(10_000), "-t", "public.mpeg-4")
    let kept = session.scratch + "/kept"
    let before = Files.names(in: session.scratch + "/tmp")
    let refusing = try SwiftPeer(in: session)
    let receiver = try SwiftPeer(in: session, environment: ["KEEP": kept])
    for _ in 0..<100 {
      #expect(try refusing.complaint("paste", "file").contains("Refusal"))
      #expect(try receiver.ask("paste", "file").last == "gone")
      #expect(Files.size(kept) == 10_000, "what its closure copied stays")
      Files.remove(kept)
    }
    #expect(Files.names(in: session.scratch + "/tmp") == before)
  }

  @Test func `hundreds of megabytes cost neither program nor daemon memory`() throws {
    let session = try Session()
    let size = 200 * Self.megabyte
    let source = session.scratch + "/large.mp4"
    try session.run(
      ["sh", "-c", "head -c \(size) /dev/urandom > '\(source)'"],
      within: .seconds(60)
    )
    let kept = session.scratch + "/kept"
    let sender = try SwiftPeer(in: session)
    let receiver = try SwiftPeer(in: session, environment: ["KEEP": kept])
    // What both need anyway.
    _ = try sender.ask("copy", "text", "warm")
    _ = try receiver.ask("paste", "text")
    let pids = [sender.pid, receiver.pid, session.daemonPid]
    let before = pids.map { peakResidentBytes(of: $0) ?? 0 }
    _ = try sender.ask("copy", "file", source)
    #expect(try receiver.ask("paste", "file", within: .seconds(120)).last == "gone")
    for (pid, before) in zip(pids, before) {
      let grown = (peakResidentBytes(of: pid) ?? .max) - before
      #expect(grown < 24 * Self.megabyte, "\(grown) bytes")
    }
    #expect(Files.size(kept) == size)
    #expect(Files.areEqual(source, kept))
  }
}
