internal import Glibc
import Testing
internal import Wire

/// What was acknowledged is there after a crash, whole and once.
///
/// `XFER_KILLS` says how often the daemon is killed, `XFER_SEED` when and during what; `XFER_KILLS_STATE`
/// names a directory for the history, on whatever file system.
@Suite("A daemon that is killed", .timeLimit(.minutes(60)))
struct KilledDaemonTests {
  @Test func `what was acknowledged is there after each of many kills`() throws {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let kills = environment("XFER_KILLS").flatMap { Int($0) } ?? 60
    let seed = environment("XFER_SEED").flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)
    let extra = environment("XFER_KILLS_STATE").map { ["XDG_STATE_HOME": $0] } ?? [:]
    let story = try KilledDaemon(seed: seed, environment: extra)
    for round in 1...kills {
      let complaints = try story.round()
      try #require(complaints.isEmpty, "seed \(seed), kill \(round): \(complaints)")
    }
    #expect(story.putCount > kills, "seed \(seed): hardly anything was put")
    print(
      "killed \(kills) times: \(story.putCount) puts and \(story.changeCount) changes acknowledged,"
        + " ready again after \(median(story.starts)), at most \(story.starts.max() ?? .zero)"
    )
  }
}

/// A daemon, clients that put, and what they were told.
private final class KilledDaemon {
  /// What is known of an entry that was acknowledged.
  struct Known: Equatable {
    var board: String
    let number: Int
    let size: Int
    var isPinned: Bool
    var tags: Set<String>

    var content: [UInt8] { KilledDaemon.content(number, size) }
  }

  private let session: Session
  private let clients: Child
  private var chance: Chance
  private var known: [String: Known] = [:]
  /// Entries with a change that was asked for and not acknowledged.
  private var unsure: [String: String] = [:]
  private var gone: Set<String> = []
  private var checked: Set<String> = []
  private var nextNumber = 1
  private(set) var putCount = 0
  private(set) var changeCount = 0
  private(set) var starts: [Duration] = []

  init(seed: UInt64, environment: [String: String]) throws {
    session = try Session(.absent, display: false, environment: environment)
    try session.startDaemon(warm: false)
    chance = Chance(state: seed)
    clients = try session.start(
      [Programs.python, Programs.peer("putters.py"), session.socket],
      input: .pipe,
      output: .pipe
    )
  }

  /// One kill, and whatever is wrong after it.
  func round() throws -> [String] {
    var complaints: [String] = []
    try write(Array("\(chance.next() >> 1) \(nextNumber)\n".utf8), to: clients.input)
    // The random moment.
    poll(nil, 0, CInt(chance.next() % 150))
    session.killDaemon()
    while true {
      let line = try #require(readLine(from: clients.output, within: .seconds(20)))
      let words = line.split(separator: " ").map { String($0) }
      if words[0] == "error" { complaints.append(line) }
      if words[0] == "end" {
        nextNumber = try #require(Int(words[1]))
        break
      }
      note(words)
    }
    let begin = ContinuousClock.now
    try session.startDaemon(warm: false)
    starts.append(ContinuousClock.now - begin)
    let client = try WireClient(session)
    complaints += try check(client)
    if known.count > 150 { try removeAll(client) }
    complaints += try findLitter(client)
    return complaints
  }

  private func note(_ words: [String]) {
    switch words[0] {
    case "put":
      putCount += 1
      known[words[1]] = Known(
        board: words[2],
        number: Int(words[3]) ?? 0,
        size: Int(words[4]) ?? 0,
        isPinned: words[5] == "1",
        tags: Set(words[6] == "-" ? [] : words[6].split(separator: ",").map { String($0) })
      )
    case "try": unsure[words[2]] = words[1]
    case "did":
      changeCount += 1
      let entry = words[2]
      unsure[entry] = nil
      switch words[1] {
      case "remove":
        known[entry] = nil
        gone.insert(entry)
      case "move": known[entry]?.board = "third"
      case "pin": known[entry]?.isPinned.toggle()
      default: known[entry]?.tags.insert("x")
      }
    default: break
    }
  }

  // MARK: Afterwards

  private func check(_ client: WireClient) throws -> [String] {
    var complaints: [String] = []
    var listed: [String: EntrySummary] = [:]
    for entry in try client.allEntries() {
      let isKnown = listed.updateValue(entry, forKey: entry.entry) != nil
      if isKnown { complaints.append("twice: \(entry)") }
    }
    for (entry, expected) in known {
      let doubt = unsure[entry]
      guard let found = listed[entry] else {
        if doubt != "remove" { complaints.append("lost: \(entry) \(expected)") }
        known[entry] = nil
        continue
      }
      var actual = expected
      (actual.board, actual.isPinned, actual.tags) = (found.board, found.pinned, Set(found.tags))
      if doubt == nil, actual != expected {
        complaints.append("changed: \(entry) is \(actual), not \(expected)")
      }
      known[entry] = actual
      guard checked.insert(entry).inserted else { continue }
      if try client.bytes(of: entry) != expected.content {
        complaints.append("content: \(entry) \(expected)")
      }
    }
    unsure = [:]
    complaints += gone.filter { listed[$0] != nil }.map { "back: \($0)" }
    // What was not acknowledged may be there, but then whole and once.
    let numbers = Set(known.values.map(\.number))
    for entry in listed.keys where known[entry] == nil {
      let bytes = try client.bytes(of: entry)
      let digits = String(decoding: bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      let number = Int(digits) ?? 0
      if bytes != Self.content(number, bytes.count) { complaints.append("in parts: \(entry)") }
      if numbers.contains(number) { complaints.append("put twice: \(entry)") }
      try remove([entry], client)
    }
    return complaints
  }

  private func removeAll(_ client: WireClient) throws {
    try remove(Array(known.keys), client)
    known = [:]
    checked = []
  }

  private func remove(_ entries: [String], _ client: WireClient) throws {
    _ = try client.call(.remove, RemoveRequest(entries: entries), EntriesReply.self)
    gone.formUnion(entries)
  }

  /// Payload files that no entry has, once the daemon has swept.
  private func findLitter(_ client: WireClient) throws -> [String] {
    let state = (session.environment["XDG_STATE_HOME"] ?? "") + "/xfer"
    let count = try client.allEntries().filter { $0.size > 16384 }.count
    let isSwept = holds(within: .seconds(5)) { Files.names(in: state + "/payloads").count == count }
    let temporary = Files.names(in: state).filter { $0.hasPrefix(".xfer-") }
    return (isSwept ? [] : ["payload files: \(Files.names(in: state + "/payloads")), not \(count)"])
      + temporary.map { "left over: \($0)" }
  }

  /// As the clients make it.
  private static func content(_ number: Int, _ size: Int) -> [UInt8] {
    let unit = Array("\(number). ".utf8)
    return (0..<size).map { unit[$0 % unit.count] }
  }
}

/// Random numbers that are the same for the same seed.
private struct Chance {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
