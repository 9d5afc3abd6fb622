internal import Declarations
internal import LinuxIO
internal import Pasteboards
internal import Store
internal import UniformTypeIdentifiers
internal import Wire

/// An import that is under way; used on the intake's loop alone.
final class ArchiveImport {
  /// The board that gets everything, if it is one.
  let board: BoardName?
  private let declarations: UserDeclarations
  /// Hears how far it is.
  private let progress: (ArchiveReply) -> Void
  private var nextReport = MonotonicTime.now + .milliseconds(250)
  private(set) var reply = ArchiveReply()
  /// The boards that got something.
  private(set) var boards: Set<BoardName> = []
  /// Whether a list of entries came; without one it is no archive of ours.
  var hasEntries = false

  /// Content that came since the entries before, by the name of its member.
  private(set) var payloads: [[UInt8]: Content] = [:]
  /// The checksums of that, as far as somebody asked.
  var checksums: [[UInt8]: UInt64] = [:]
  /// Checked entries that are not in the store yet.
  var batch: [ArrivingEntry] = []
  var batchByteCount = 0
  /// The last entry of each board, as the archive calls it.
  private var last: [String: Entry.ID] = [:]
  private var requirements: [String: Requirement] = [:]

  /// The most members of content between entries: each is an open file.
  static let mostPayloads = 2048
  static let mostBatched = 256

  init(
    onto board: BoardName?,
    declarations: UserDeclarations,
    progress: @escaping (ArchiveReply) -> Void
  ) {
    self.board = board
    self.declarations = declarations
    self.progress = progress
  }

  // MARK: What becomes of it

  func fail(_ member: String, line: Int, _ reason: String) {
    reply.failed += 1
    note("\(member), line \(line): \(reason)")
  }

  func note(_ problem: String) {
    if reply.problems.count < ArchiveReply.mostProblems { reply.problems.append(problem) }
  }

  func add(_ arrival: Arrival, of entries: [ArrivingEntry]) {
    reply.entries += arrival.taken
    reply.skipped += arrival.known
    reply.expired += arrival.expired
    reply.removed += arrival.removed
    if arrival.taken > 0 { boards.formUnion(entries.map(\.board)) }
  }

  func report(_ byteCount: Int) {
    reply.bytes = byteCount
    guard MonotonicTime.now >= nextReport else { return }
    nextReport = MonotonicTime.now + .milliseconds(250)
    progress(reply)
  }

  // MARK: What is known

  func keep(_ content: Content, as name: [UInt8]) {
    payloads[name] = content
    checksums[name] = nil
  }

  func forgetPayloads() { (payloads, checksums) = ([:], [:]) }

  /// The entry that came before this one on its board, which is the next one's.
  func predecessor(of id: Entry.ID, on board: String) -> Entry.ID? {
    // More boards than anybody has stand in a stranger's archive only.
    if last.count > 1000, last[board] == nil { last = [:] }
    return last.updateValue(id, forKey: board)
  }

  func requirement(of type: UTType) -> Requirement {
    if let known = requirements[type.identifier] { return known }
    if requirements.count > 1000 { requirements = [:] }
    let requirement = Requirement(of: type) { declarations[$0.identifier]?.required ?? [] }
    requirements[type.identifier] = requirement
    return requirement
  }
}

/// Cuts what comes in pieces into lines; one that is too long is `nil`.
struct LineCutter {
  private var line: [UInt8] = []
  private var isTooLong = false

  /// Takes bytes up to the end of a line, and answers how many, and the line if that is its end.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int
  ) -> (count: Int, line: [UInt8]??) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    let part = bytes[..<(end ?? bytes.count)]
    isTooLong = isTooLong || line.count + part.count > limit
    if isTooLong { line = [] } else { line += part }
    guard end != nil else { return (part.count, .none) }
    return (part.count + 1, .some(finish()))
  }

  /// What stands behind the last newline.
  mutating func finish() -> [UInt8]? {
    defer { (line, isTooLong) = ([], false) }
    return isTooLong ? nil : line
  }
}
