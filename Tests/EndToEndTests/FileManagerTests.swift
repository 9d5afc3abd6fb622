internal import Glibc
import Testing
internal import Wire

// One story: swift test --skip-build --disable-xctest --filter 'FileManagerTests/.*cut.*Thunar'

/// Files go to live file managers and come from them, whatever they are called.
@Suite(
  "Files through file managers",
  .serialized,
  .timeLimit(.minutes(15)),
  .needsFileManagers
)
struct FileManagerTests {
  /// A person before a file manager, with files of odd names in `source`.
  private final class Desk {
    let session: Session
    let person: Person
    let source, target, third: String
    let expected: Tree

    init() throws {
      session = try Session()
      person = try Person(at: session)
      let home = session.scratch + "/home/"
      (source, target, third) = (home + "source", home + "target", home + "third")
      try OddNames.fill(source)
      for directory in [target, third] { try Files.makeDirectory(directory) }
      expected = Tree(source)
    }

    func open(_ kind: LiveFileManager.Kind, _ directory: String) throws -> LiveFileManager {
      try LiveFileManager(kind, showing: directory, with: person)
    }

    /// Puts all files of the source, named as a shell names them.
    func put(_ words: String = "") throws {
      let script = "cd '\(source)' && xfer put \(words) -- * .h*"
      let put = try session.run(["sh", "-c", script])
      #expect(put.status == 0, "\(put.complaint)")
    }

    func get() throws -> Outcome { try session.xfer("get", "-o", target) }

    /// Waits until what is on offer was read for the history.
    func expectRecorded() throws {
      try session.expectHistory { $0.first?.title.isEmpty == false }
    }

    func expect(_ directory: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let difference = Tree(directory).difference(to: expected)
      #expect(difference.isEmpty, "\(difference)", sourceLocation: sourceLocation)
    }

    /// The programs leave files of their own beside those of the daemon.
    func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(Processes.exists(session.daemonPid), "\(session.log)", sourceLocation: sourceLocation)
    }

    func expectNothing(in directory: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(Files.names(in: directory) == [], sourceLocation: sourceLocation)
    }
  }

  // MARK: - Copied and cut there

  @Test(arguments: LiveFileManager.Kind.allCases)
  func `what it copied comes into a directory, and again`(kind: LiveFileManager.Kind) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.source)
    try live.take(.copy, count: OddNames.count)
    for _ in 1...2 {
      let get = try desk.get()
      #expect(get.status == 0, "\(get.complaint)")
      desk.expect(desk.target)
      desk.expect(desk.source)
      Files.remove(desk.target)
      try Files.makeDirectory(desk.target)
    }
    desk.expectAlive()
  }

  @Test(arguments: LiveFileManager.Kind.allCases)
  func `what it cut is moved once, and is then no longer on offer`(
    kind: LiveFileManager.Kind
  ) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.source)
    try live.take(.cut, count: OddNames.count)
    try desk.expectRecorded()
    let get = try desk.get()
    #expect(get.status == 0, "\(get.complaint)")
    desk.expect(desk.target)
    desk.expectNothing(in: desk.source)
    let again = try desk.get()
    #expect(again.status == 1 && again.isCleanFailure, "\(again.complaint)")
    desk.expect(desk.target)
    desk.expectAlive()
  }

  // PCManFM takes it for a paste if somebody reads that its files are cut.
  @Test(arguments: LiveFileManager.Kind.allCases)
  func `what it cut is still its own to paste after it was recorded and looked at (B88)`(
    kind: LiveFileManager.Kind
  ) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.source)
    try live.take(.cut, count: OddNames.count)
    let owner = try desk.person.owner()
    try desk.expectRecorded()
    #expect(try desk.session.offeredFileCount() == OddNames.count)
    #expect(try desk.session.xfer("types").status == 0)
    #expect(try desk.person.owner() == owner)
    try live.show(desk.target)
    try live.paste(into: desk.target, count: OddNames.count)
    #expect(holds(within: .seconds(10)) { Files.names(in: desk.source) == [] })
    desk.expect(desk.target)
    desk.expectAlive()
  }

  // MARK: - Put here

  @Test(arguments: LiveFileManager.Kind.allCases)
  func `what is put is pasted there, and again`(kind: LiveFileManager.Kind) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.target)
    try desk.put()
    try live.paste(into: desk.target, count: OddNames.count)
    try live.show(desk.third)
    try live.paste(into: desk.third, count: OddNames.count)
    for directory in [desk.target, desk.third] {
      // A directory appears before what is in it.
      _ = holds(within: .seconds(10)) { Tree(directory) == desk.expected }
      desk.expect(directory)
    }
    desk.expect(desk.source)
    desk.expectAlive()
  }

  @Test(arguments: LiveFileManager.Kind.allCases)
  func `content that has a name is pasted there as a file, and again (B90, B92)`(
    kind: LiveFileManager.Kind
  ) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.target)
    let (name, bytes) = ("Report \u{FC}.pdf", Samples.bytes(100_000))
    try desk.session.put(bytes, "-t", "com.adobe.pdf", "--name", name)
    try live.paste(into: desk.target, count: 1)
    try live.show(desk.third)
    try live.paste(into: desk.third, count: 1)
    for directory in [desk.target, desk.third] {
      // The copy may have begun only.
      #expect(holds(within: .seconds(10)) { Files.read(directory + "/" + name) == bytes })
      #expect(Files.names(in: directory) == [name])
    }
    desk.expectAlive()
  }

  @Test(arguments: LiveFileManager.Kind.allCases)
  func `what is put as cut is moved by a paste there; another one finds nothing`(
    kind: LiveFileManager.Kind
  ) throws {
    let desk = try Desk()
    let live = try desk.open(kind, desk.target)
    try desk.put("--cut")
    try live.paste(into: desk.target, count: OddNames.count)
    #expect(holds(within: .seconds(10)) { Files.names(in: desk.source) == [] })
    desk.expect(desk.target)
    try live.show(desk.third)
    try live.pasteInVain()
    desk.expectNothing(in: desk.third)
    desk.expect(desk.target)
    // Nor does one here, which says so.
    let get = try desk.session.xfer("get", "-o", desk.third)
    #expect(get.status == 66)
    let others =
      "was cut and is there no more, and \(OddNames.count - 1) more: moved before, or removed"
    #expect(get.complaint.contains(others), "\(get.complaint)")
    desk.expectNothing(in: desk.third)
    desk.expectAlive()
  }

  // MARK: - Others

  @Test(.needs(.chromium)) func `a page in Chromium gets name and content of a file`() throws {
    let session = try Session()
    let person = try Person(at: session)
    let browser = try Browser(.chromium, with: person)
    let names = ["a \u{FC}+b%20.txt", "e\u{301}#.bin"]
    let paths = names.map { session.scratch + "/home/" + $0 }
    for (name, path) in zip(names, paths) { try Files.write("in \(name)", to: path) }
    let put = try session.xfer("put", paths[0], paths[1])
    #expect(put.status == 0, "\(put.complaint)")
    let client = try XClient(in: session)
    let offer = try #require(try Offer(readBy: client))
    let pasted = try browser.paste(offer)
    #expect(pasted.files.map { Array($0.utf8) } == names.map { Array("\($0)=in \($0)".utf8) })
  }
}
