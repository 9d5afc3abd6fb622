internal import Glibc
import Testing
internal import XCB

/// INCR with xferd as owner.
@Suite("Large transfers out", .watchingOnAndOff)
struct OutgoingTransferTests {
  @Test(arguments: [(262_143, false), (262_144, false), (262_145, true)])
  func `above 256 KiB it goes in pieces (x11 21)`(size: Int, isIncremental: Bool) throws {
    let session = try Session()
    let text = Samples.text(size)
    try session.put(text)
    let client = try XClient(in: session)
    try client.ask("UTF8_STRING")
    #expect(try client.answer()?.property != Atom.none)
    let value = try #require(try client.value(of: "_TEST"))
    guard isIncremental else {
      #expect(value == .init(type: "UTF8_STRING", format: 8, bytes: text))
      return
    }
    #expect(value == .init(type: "INCR", format: 32, bytes: packed([UInt32(size)])))
    while try client.propertyChange("_TEST", .newValue, within: .zero) != nil {}
    client.connection.deleteProperty(try client.atom("_TEST"), of: client.window)
    var whole: [UInt8] = []
    while let piece = try client.piece() {
      #expect(piece.type == "UTF8_STRING")
      #expect(piece.format == 8)
      #expect(piece.bytes.count <= 393_216)
      whole += piece.bytes
      if piece.bytes.isEmpty { break }
    }
    expect(whole, is: text)
    try session.verifyAlive()
  }

  @Test func `33 MB arrive whole at four programs (x11 22)`() throws {
    let session = try Session()
    let text = Samples.text(33_554_432)
    try session.put(text)
    try expect(session.xclipReads().out, is: text)
    try expect(session.xselReads().out, is: text)
    for kind in [ToolkitPeer.Kind.gtk, .tk] {
      let peer = try ToolkitPeer(kind, in: session)
      try expect(peer.get("UTF8_STRING"), is: text, "\(kind)")
    }
    try session.verifyAlive()
  }

  @Test func `a slow reader delays nobody and gets all (x11 23)`() throws {
    let session = try Session()
    let text = Samples.text(3_000_000)
    try session.put(text)
    let slow = try XClient(in: session)
    try slow.ask("UTF8_STRING")
    #expect(try slow.answer() != nil)
    let quick = try XClient(in: session)
    let begin = ContinuousClock.now
    while ContinuousClock.now - begin < .seconds(3) {
      let start = ContinuousClock.now
      try expect(quick.read("UTF8_STRING")?.bytes, is: text)
      #expect(ContinuousClock.now - start < .seconds(2))
    }
    try expect(slow.finish()?.bytes, is: text)
    try session.verifyAlive()
  }

  @Test func `a reader that never deletes is let go in the end (x11 24)`() throws {
    let session = try Session()
    try session.put(Samples.text(3_000_000))
    let mute = try XClient(in: session)
    try mute.ask("UTF8_STRING")
    #expect(try mute.answer() != nil)
    #expect(try session.status("transfers") == "1")
    try expect(session.xclipReads().out, is: Samples.text(3_000_000))
    let isFree = try holds(within: .seconds(40), every: 500) {
      try session.status("transfers") == "0"
    }
    #expect(isFree)
    try expect(session.xclipReads().out, is: Samples.text(3_000_000))
    try session.verifyAlive()
  }

  @Test(arguments: [true, false])
  func `a reader that vanishes amid the pieces is forgotten (x11 25, B68)`(
    destroysWindow: Bool
  ) throws {
    let session = try Session()
    let text = Samples.text(5_000_000)
    try session.put(text)
    for round in 0..<20 {
      let client = try XClient(in: session)
      let window = try client.newWindow()
      try client.ask("UTF8_STRING", on: window)
      if round > 0 {
        #expect(try client.answer(on: window) != nil)
        while try client.propertyChange("_TEST", .newValue, of: window, within: .zero) != nil {}
        client.connection.deleteProperty(try client.atom("_TEST"), of: window)
        for _ in 0..<round % 3 { _ = try client.piece(on: window) }
      }
      if destroysWindow {
        client.connection.destroy(window)
        try client.connection.sync()
      }
    }
    #expect(try holds(within: .seconds(5)) { try session.status("transfers") == "0" })
    try expect(session.xclipReads().out, is: text)
    try session.verifyAlive()
  }

  @Test func `16 transfers side by side are all exact (x11 26)`() throws {
    let session = try Session()
    let text = Samples.text(8_000_000)
    try session.put(text)
    let client = try XClient(in: session)
    let windows = try (0..<16).map { _ in try client.newWindow() }
    // The same property on each window.
    for window in windows { try client.ask("UTF8_STRING", on: window) }
    for window in windows {
      #expect(try client.answer(on: window) != nil)
      while try client.propertyChange("_TEST", .newValue, of: window, within: .zero) != nil {}
      client.connection.deleteProperty(try client.atom("_TEST"), of: window)
    }
    var received = [[UInt8]](repeating: [], count: windows.count)
    var open = Set(windows.indices)
    while !open.isEmpty {
      for index in windows.indices where open.contains(index) {
        let piece = try #require(try client.piece(on: windows[index]))
        received[index] += piece.bytes
        if piece.bytes.isEmpty { open.remove(index) }
      }
    }
    for bytes in received { expect(bytes, is: text) }
    try session.verifyAlive()
  }

  @Test func `the same window and property asked again: the second is whole (x11 27)`() throws {
    let session = try Session()
    let text = Samples.text(2_000_000)
    try session.put(text)
    let client = try XClient(in: session)
    try client.ask("UTF8_STRING")
    #expect(try client.answer() != nil)
    while try client.propertyChange("_TEST", .newValue, within: .zero) != nil {}
    client.connection.deleteProperty(try client.atom("_TEST"), of: client.window)
    #expect(try client.piece() != nil)
    try client.drain()
    client.connection.deleteProperty(try client.atom("_TEST"), of: client.window)
    try client.drain()
    // Whatever piece that brought is thrown away with the question that it belonged to.
    client.connection.deleteProperty(try client.atom("_TEST"), of: client.window)
    try expect(client.read("UTF8_STRING")?.bytes, is: text)
    try session.verifyAlive()
  }

  @Test func `a running transfer ends with the bytes it began with (x11 28)`() throws {
    let session = try Session()
    let text = Samples.text(3_000_000)
    try session.put(text)
    let client = try XClient(in: session)
    try client.ask("UTF8_STRING")
    #expect(try client.answer() != nil)
    try session.xclipOwns(.bytes([65]))
    try session.put("entirely different")
    #expect(try session.xclipReads().text == "entirely different")
    try expect(client.finish()?.bytes, is: text)
    try session.verifyAlive()
  }

  @Test func `a server of small requests is respected (x11 29)`() throws {
    let session = try Session(serverOptions: ["-maxbigreqsize", "1"])
    let text = Samples.text(20_000_000)
    try session.put(text)
    try expect(session.xclipReads().out, is: text)
    try session.xclipOwns(.bytes(text))
    try expect(session.xfer("get").out, is: text)
    try session.verifyAlive()
  }
}
