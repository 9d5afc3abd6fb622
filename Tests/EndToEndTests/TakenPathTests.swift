internal import Glibc
import Testing
internal import Wire

/// Something else is where the daemon's files belong: it stays what it is (B126).
@Suite("Paths that are taken")
struct TakenPathTests {
  enum Thing: CaseIterable {
    case file, directory, link

    func make(at path: String, linkingTo victim: String) throws {
      switch self {
      case .file: try Files.write("somebody's", to: path)
      case .directory: try Files.makeDirectory(path)
      case .link: try #require(symlink(victim, path) == 0)
      }
    }
  }

  @Test(arguments: Thing.allCases)
  func `a daemon whose socket's path is taken says so and ends`(thing: Thing) throws {
    let session = try Session(.absent, display: false)
    let victim = session.scratch + "/victim"
    try Files.write("somebody's", to: victim)
    try thing.make(at: session.socket, linkingTo: victim)
    let outcome = try session.run([Programs.xferd])
    #expect(outcome.status == 69)
    #expect(outcome.complaint.contains(session.socket), "\(outcome.complaint)")
    #expect(Files.text(victim) == "somebody's")
    #expect(Files.exists(session.socket))
  }

  @Test(arguments: ["history.lock", "history.sqlite-wal", "history.reserve", "payloads"])
  func `the daemon serves whatever is where the history's files belong`(name: String) throws {
    for thing in Thing.allCases where (name, thing) != ("payloads", .directory) {
      let session = try Session(.absent, display: false)
      let victim = session.scratch + "/victim"
      try Files.write("somebody's", to: victim)
      try Files.makeDirectory(session.scratch + "/state/xfer")
      try thing.make(at: session.scratch + "/state/xfer/" + name, linkingTo: victim)
      try session.startDaemon(warm: false)
      let put = try session.xfer("put", "-b", "work", input: .bytes(Samples.text(100_000)))
      #expect(put.status == 0 || put.status == 74 && put.isCleanFailure, "\(put.complaint)")
      let problems = try WireClient(session).status().problems
      #expect(problems.isEmpty == (put.status == 0), "\(problems)")
      let secret = try session.xfer("put", "--sensitive", "-b", "work", input: .bytes([65]))
      #expect(secret.status == 0)
      #expect(try session.xfer("get", "-b", "work").text == "A")
      #expect(Files.text(victim) == "somebody's", "\(name): \(thing)")
    }
  }
}
