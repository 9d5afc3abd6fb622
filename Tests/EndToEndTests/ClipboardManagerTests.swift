internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// Programs that end leave their content to xferd, which is their clipboard manager.
@Suite("Clipboard manager", .watchingOnAndOff)
struct ClipboardManagerTests {
  @Test func `GTK's store returns at once, and the text is pasted afterwards (x11 43)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.gtk, in: session)
    try peer.ownText("last words")
    let time = try peer.store()
    #expect(time < 200, "\(time) ms")
    // It is kept by now, whatever happens.
    #expect(try session.recordedTitles() == ["last words"])
    #expect(try session.xclipReads().text == "last words")
    try peer.quit()
    #expect(try session.xclipReads().text == "last words")
    #expect(try session.recordedTitles() == ["last words"])
    try session.verifyAlive()
  }

  @Test func `33 MB are stored as well (x11 43)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.gtk, in: session)
    let path = session.scratch + "/text"
    let text = Samples.text(33 << 20)
    try Files.write(text, to: path)
    try peer.ownText(file: path)
    if Watching.current == .on {
      // What is known before the program ends is not read once more.
      try session.expectHistory(within: .seconds(30)) { $0.map(\.size) == [text.count] }
      let time = try peer.store()
      #expect(time < 200, "\(time) ms")
    } else {
      // GTK sends pieces of 256 KiB and copies the text several times; xferd syncs it to the disk.
      #expect(try peer.store() < 5000)
    }
    try peer.quit()
    try expect(session.xclipReads().out, is: text)
    #expect(try session.history().count == 1)
    try session.verifyAlive()
  }

  @Test func `Qt leaves text, HTML and a picture of 5 MB (B42)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.qt, in: session)
    let contents: [(String, [UInt8])] = [
      ("text/plain;charset=utf-8", Array("three kinds".utf8)),
      ("text/html", Array("<b>three kinds</b>".utf8)), ("image/png", Samples.bytes(5_000_000)),
    ]
    var files: [(String, String)] = []
    for (number, content) in contents.enumerated() {
      files.append((content.0, session.scratch + "/content-\(number)"))
      try Files.write(content.1, to: files[number].1)
    }
    try peer.own(files: files)
    if Watching.current == .on { try session.expectHistory { $0.first?.types.count == 3 } }
    let begin = ContinuousClock.now
    try peer.quit()
    #expect(ContinuousClock.now - begin < .seconds(2), "Qt waited for its manager")
    let reader = try XClient(in: session)
    #expect(try reader.owner() != nil, "nothing was taken over by the time Qt was gone")
    for (target, bytes) in contents {
      try expect(reader.read(target)?.bytes, is: bytes, target)
    }
    #expect(try session.history().count == 1)
    try session.verifyAlive()
  }

  @Test func `only what is listed is kept, and told when all of it is there (x11 44)`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try client.claim()
    let text = Samples.text(1_000_000)
    if Watching.current == .on {
      let isCaptured = try client.serve(["UTF8_STRING": text, "text/html": [60]]) {
        try session.history().first?.types.count == 2
      }
      #expect(isCaptured)
    }
    try client.askToSave(["UTF8_STRING", "FOO"])
    var answer: SelectionNotify?
    var sent = 0
    try client.serve(
      while: {
        answer = try client.saved()
        return answer == nil
      },
      offering: ["UTF8_STRING", "text/html"]
    ) { request, target in
      guard target == "UTF8_STRING" else { return try client.reply(to: request, [60]) }
      try client.announce(request, hint: [1])
      for start in stride(from: 0, to: text.count, by: 250_000) {
        #expect(try client.saved() == nil, "told before all was there")
        try client.send(Array(text[start..<start + 250_000]), of: request)
        sent += 1
      }
      try client.send([], of: request)
    }
    let notify = try #require(answer)
    #expect(notify.property != .none, "refused")
    #expect(sent == (Watching.current == .on ? 0 : 4), "what is known is not asked for again")
    let value = try #require(try client.value(of: "_SAVE"))
    #expect(value == XClient.Value(type: "NULL", format: value.format, bytes: []))
    let reader = try XClient(in: session)
    #expect(try reader.owner() != client.window)
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("UTF8_STRING") && targets.contains("TARGETS"))
    #expect(!targets.contains("text/html") && !targets.contains("FOO"), "\(targets)")
    try expect(reader.read("UTF8_STRING")?.bytes, is: text)
    #expect(try session.history().count == 1, "one copy is one entry")
    try session.verifyAlive()
  }

  @Test func `without a list all is kept, into a property or none (x11 44)`() throws {
    for property in [nil, "_SAVE"] {
      let session = try Session()
      let client = try XClient(in: session)
      try client.claim()
      try client.askToSave(nil, into: property)
      var answer: SelectionNotify?
      let contents = ["UTF8_STRING": Array("all".utf8), "text/html": Array("<i>all".utf8)]
      #expect(
        try client.serve(contents) {
          answer = try client.saved()
          return answer != nil
        }
      )
      #expect(try client.name(try #require(answer).property) == property ?? "None")
      #expect(try session.history().map(\.types.count) == [2])
      let reader = try XClient(in: session)
      #expect(try reader.read("text/html")?.text == "<i>all")
    }
  }

  @Test func `a second save waits, and a dying owner costs only itself (x11 45)`() throws {
    let session = try Session(configuration: "[timeouts]\nfirst-data = \"500ms\"\n")
    let client = try XClient(in: session)
    let second = try client.newWindow()
    try client.claim()
    try client.askToSave(nil)
    try client.connection.convert(
      client.atom("CLIPBOARD_MANAGER"),
      to: client.atom("SAVE_TARGETS"),
      property: client.atom("_SAVE"),
      requestor: second,
      at: client.now()
    )
    var answers = 0
    let areBoth = try client.serve(["UTF8_STRING": [65]]) {
      while try client.saved() != nil { answers += 1 }
      return answers == 2
    }
    #expect(areBoth, "\(answers) answers")
    #expect(try session.recordedTitles() == ["A"])
    // One that dies with its request, and one whose content never comes.
    var dying: XClient? = try XClient(in: session)
    try dying?.claim()
    try dying?.askToSave(nil)
    #expect(try dying?.request() != nil)
    dying = nil
    let silent = try XClient(in: session)
    try silent.claim()
    try silent.askToSave(nil)
    var refusal: SelectionNotify?
    try silent.serve(
      while: {
        refusal = try silent.saved()
        return refusal == nil
      },
      offering: ["UTF8_STRING"]
    ) { _, _ in }
    #expect(refusal?.property == Atom.none, "what is not there was said to be kept")
    #expect(try session.recordedTitles() == ["A"])
    try session.verifyAlive()
  }

  @Test func `nothing to save is refused at once, a secret as well`() throws {
    let session = try Session()
    let client = try XClient(in: session)
    try client.askToSave(nil)
    #expect(try client.saved(within: .seconds(5))?.property == Atom.none)
    try client.claim()
    try client.askToSave(nil)
    var answer: SelectionNotify?
    var asked: [String] = []
    try client.serve(
      while: {
        answer = try client.saved()
        return answer == nil
      },
      offering: ["UTF8_STRING", "x-kde-passwordManagerHint"]
    ) { _, target in asked.append(target) }
    #expect(answer?.property == Atom.none)
    #expect(asked.isEmpty, "a secret was read: \(asked)")
    // What is asked of the role itself.
    #expect(try client.first("TARGETS", of: "CLIPBOARD_MANAGER")?.type == "ATOM")
    #expect(try client.first("TIMESTAMP", of: "CLIPBOARD_MANAGER")?.type == "INTEGER")
    #expect(try client.first("UTF8_STRING", of: "CLIPBOARD_MANAGER") == nil)
    try session.verifyAlive()
  }

  @Test func `a save is answered when the store has it, however long that takes`() throws {
    let session = try Session()
    try session.put("older", "-b", "work")
    let client = try XClient(in: session)
    let content = ["UTF8_STRING": Array("last words".utf8)]
    let lock = try StoreLock(of: session)
    try client.claim()
    try client.askToSave(nil)
    var answer: SelectionNotify?
    let isEarly = try client.serve(content, within: .milliseconds(700)) {
      answer = try client.saved()
      return answer != nil
    }
    #expect(!isEarly, "told before it was stored")
    #expect(try client.owner() == client.window)
    lock.release()
    let isDone = try client.serve(content) {
      answer = try answer ?? client.saved()
      return answer != nil
    }
    #expect(isDone && answer?.property != Atom.none)
    #expect(try session.recordedTitles() == ["last words"])
    #expect(try session.xclipReads().text == "last words")
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try session.recordedTitles() == ["last words"])
  }

  @Test func `on a full disk a save is refused, and its owner goes on (B148)`() throws {
    let session = try Session(.absent)
    guard let disk = SmallDisk(at: session.scratch + "/state", megabytes: 12) else { return }
    try session.startDaemon()
    try session.put("older")
    try disk.fill()
    let client = try XClient(in: session)
    // Those that would be rows of the database, for some of which its log may have room, and a file.
    let texts =
      (1...20).map { Array("row \($0) ".utf8) + Samples.text(16_000) } + [Samples.text(200_000)]
    var refused: Set<Int> = []
    for text in texts {
      let before = try session.history().map(\.entry)
      try client.claim()
      if try client.saves(["UTF8_STRING": text]) {
        try expect(session.content(as: "public.utf8-plain-text"), is: text)
        continue
      }
      refused.insert(text.count)
      #expect(try client.owner() == client.window, "its owner lost it")
      let reader = try session.start(["xclip", "-o", "-selection", "clipboard"])
      #expect(try client.serve(["UTF8_STRING": text]) { reader.poll() != nil })
      expect(reader.outcome().out, is: text)
      #expect(try session.history().map(\.entry) == before)
    }
    #expect(refused.count > 1 && refused.contains(200_000), "what is not stored was said to be")
    disk.empty()
    // With room for it, it is kept.
    #expect(try client.saves(["UTF8_STRING": Samples.text(200_000)]))
    try expect(session.xclipReads().out, is: Samples.text(200_000))
  }

  @Test func `another manager is never fought (x11 46)`() throws {
    let session = try Session(.absent)
    let other = try XClient(in: session)
    try other.claim("CLIPBOARD_MANAGER")
    try session.startDaemon()
    try session.put("ours")
    #expect(try other.owner(of: "CLIPBOARD_MANAGER") == other.window, "the role was stolen")
    // It goes, and the role is free for us.
    try other.watchOwners(of: "CLIPBOARD_MANAGER")
    try other.release("CLIPBOARD_MANAGER")
    #expect(
      try holds(within: .seconds(5)) { try other.owner(of: "CLIPBOARD_MANAGER") != nil },
      "the role was not taken when it was free"
    )
    _ = try other.ownerChanges(within: .zero)
    // Another appears, and it stays.
    try other.claim("CLIPBOARD_MANAGER")
    let claims = try other.ownerChanges(within: .seconds(2))
    #expect(claims == 1, "\(claims) claims")
    #expect(try other.owner(of: "CLIPBOARD_MANAGER") == other.window)
    #expect(try session.xclipReads().text == "ours")
    if Watching.current == .on {
      #expect(
        try other.copy("still watched") { try session.recordedTitles().first == "still watched" }
      )
    }
    try session.verifyAlive()
  }
}

extension XClient {
  /// Asks the clipboard manager to keep what is offered, and says whether it does.
  fileprivate func saves(_ contents: [String: [UInt8]]) throws -> Bool {
    try askToSave(nil)
    var answer: SelectionNotify?
    try serve(contents) {
      answer = try saved()
      return answer != nil
    }
    return try #require(answer).property != .none
  }
}
