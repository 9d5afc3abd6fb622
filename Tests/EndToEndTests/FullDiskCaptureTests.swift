internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// On a full disk the copies of other programs stay theirs, and the history is as it was.
@Suite("Copies on a full disk")
struct FullDiskCaptureTests {
  @Test func `20 copies work and cost nothing, and are kept again later (B148)`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    let server = try #require(session.server)
    try session.put(Samples.text(500_000))
    let small = try RawOwner(server, answers: ["UTF8_STRING": .text("small")])
    try session.expectHistory { $0.map(\.size) == [5, 500_000] }
    small.end()
    let kept = try session.history()
    try disk.fill()
    for number in 1...20 {
      // Some would be rows of the database, and some files.
      let text = Array("copy \(number) ".utf8) + Samples.text(number % 2 == 0 ? 10_000 : 100_000)
      let owner = try RawOwner(
        server,
        answers: ["UTF8_STRING": .whole(type: "UTF8_STRING", .bytes(text))]
      )
      try session.expectRead(owner)
      try expect(session.xclipReads().out, is: text)
      // What is handed over in a file needs room for it.
      let get = try session.xfer("get")
      if number % 2 == 0 { expect(get.out, is: text) }
      #expect(get.status == 0 || get.status == 74 && get.isCleanFailure, "\(get.complaint)")
      #expect(owner.failure == nil && owner.clears.isEmpty, "copy \(number) was taken away")
      owner.end()
    }
    // The log of the database may have had some room of its own.
    let after = try session.history()
    #expect(after.count < 22)
    #expect(after.suffix(2).map(\.entry) == kept.map(\.entry))
    #expect(session.log.split(separator: "\n").count < 20, "\(session.log)")
    // The last good state is that after a crash as well.
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try session.history().map(\.entry) == after.map(\.entry))
    try expect(session.xfer("get", kept[1].entry).out, is: Samples.text(500_000))
    disk.empty()
    for text in [Array("there is room".utf8), Samples.text(100_001)] {
      let owner = try RawOwner(
        server,
        answers: ["UTF8_STRING": .whole(type: "UTF8_STRING", .bytes(text))]
      )
      try session.expectHistory { $0.first?.size == text.count }
      try expect(session.content(as: "public.utf8-plain-text"), is: text)
      owner.end()
    }
    #expect(try WireClient(session).status().problems.isEmpty)
  }

  @Test func `a paste of what the history has already needs no room`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    let server = try #require(session.server)
    let text = Samples.text(300_000)
    let owner = try RawOwner(
      server,
      answers: ["UTF8_STRING": .whole(type: "UTF8_STRING", .bytes(text))]
    )
    try session.expectHistory { $0.map(\.size) == [text.count] }
    try disk.fill()
    try expect(session.xfer("get").out, is: text)
    #expect(owner.failure == nil)
    // What there is no room for is followed by nothing older.
    let observer = try XClient(in: session)
    let larger = try RawOwner(
      server,
      answers: ["UTF8_STRING": .whole(type: "UTF8_STRING", .bytes(Samples.text(300_001)))]
    )
    let isSaid = try holds(within: .seconds(10)) {
      try session.xfer("inspect").text.contains("is the disk full?")
    }
    #expect(isSaid)
    larger.end()
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "what is older came back")
  }
}
