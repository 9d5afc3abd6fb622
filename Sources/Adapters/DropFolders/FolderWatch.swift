import LinuxIO

/// Decides what in one folder has landed: whole, for the first time in this state, and not ours.
///
/// Touches no file and has no clock: feed it what happens and do what it answers. What is told of a
/// name only says that it is worth a look, and whether what is there would be whole; what is there
/// is compared with what is known. So it does not matter what happens twice, late, or is only found
/// by listing the directory after events were lost.
struct FolderWatch {
  typealias Name = [UInt8]

  let limits: DropLimits
  /// Names of folders that are watched themselves, or have one below.
  var excluded: Set<Name> = [] {
    didSet { for name in excluded.subtracting(oldValue) { forget(name) } }
  }
  var known: [Name: KnownFile] = [:]
  /// What was known of directories that had this path before, such as one that is not mounted now.
  private var former: [[Name: KnownFile]] = []
  /// Of those that are known, what we may not read.
  var unreadable: Set<Name> = []
  var candidates: [Name: Candidate] = [:]
  var burst = Burst()
  private var baseline: Baseline?
  private var expectations: [FileIdentity: MonotonicTime] = [:]
  private var nextPurge: MonotonicTime?
  /// Files that were renamed to we do not know what yet.
  private var departed: [(cookie: UInt32, file: KnownFile)] = []
  /// No later than the first candidate is due.
  private var nextDue: MonotonicTime?
  var actions: [FolderAction] = []

  /// What of the first listing is known.
  private enum Baseline {
    case everything
    case until(Watermark)

    func knows(_ file: ListedFile) -> Bool {
      switch self {
      case .everything: true
      case .until(let mark):
        file.version.changed <= mark.time && !mark.unfinished.contains(file.name)
      }
    }
  }

  /// A state of a file, as far as another one is another landing.
  struct KnownFile: Equatable {
    let inode: UInt64
    let isDirectory: Bool
    let byteCount: Int
    let modified: Int64

    init(_ version: FileVersion) {
      inode = version.identity.inode
      // What is in a directory that landed is no longer our business.
      isDirectory = version.kind == .directory
      byteCount = isDirectory ? 0 : version.byteCount
      modified = isDirectory ? 0 : version.modified
    }
  }

  /// A name that may be about to land.
  struct Candidate {
    let first: MonotonicTime
    var due: MonotonicTime
    /// Whether its writer closed it, or it was moved in.
    var isWhole = false
    /// Whether a look is under way.
    var isAsked = false
    /// Whether something happened since that look was asked for.
    var isStale = false
    /// What it was known as under its former name.
    var carried: KnownFile?
    /// How it was at the last look, and since when.
    var resting: (state: RestingState, since: MonotonicTime)?
  }

  enum RestingState: Equatable {
    case file(FileVersion)
    case tree(TreeVersion)
  }

  /// All that is in the folder when it is listed first is known, or what the watermark says.
  init(since: Watermark?, limits: DropLimits) {
    self.limits = limits
    baseline = since.map(Baseline.until) ?? .everything
  }

  /// When to tell of ``FolderEvent/time``.
  var nextTime: MonotonicTime? {
    [nextDue, burst.deadline(limits)].compactMap(\.self).min()
  }

  /// What has come and was not reported.
  var unfinished: [Name] { Array(candidates.keys) + burst.names }

  /// Whether a directory is none to look through.
  func isKnown(_ name: Name, _ version: FileVersion) -> Bool {
    known[name] == KnownFile(version) || excluded.contains(name)
  }

  /// Takes what has a name for known.
  mutating func learn(_ name: Name, _ version: FileVersion) {
    known[name] = KnownFile(version)
  }

  /// Takes back what was to be reported and could not be: it is looked at again.
  mutating func takeBack(_ files: [LandedFile], at now: MonotonicTime) {
    for file in files {
      known[file.name] = nil
      propose(file.name, now)
    }
  }

  mutating func handle(_ event: FolderEvent, at now: MonotonicTime) -> [FolderAction] {
    switch event {
    case .noticed(let name, let sign):
      if DropName.isProper(name), !excluded.contains(name) { notice(name, sign, now) }
    case .looked(let name, let look): take(look, of: name, now)
    case .listed(let files, let isSame): compare(files, isSameDirectory: isSame, now)
    case .lost: lose()
    case .expected(let identity): expect(identity, now)
    case .time: beginRound(now)
    }
    if burst.deadline(limits).map({ $0 <= now }) == true { actions.append(.report(burst.take())) }
    defer { actions = [] }
    return actions
  }

  // MARK: - What happens

  private mutating func notice(_ name: Name, _ sign: FolderEvent.Sign, _ now: MonotonicTime) {
    switch sign {
    case .created: propose(name, now)
    case .closedAfterWriting: ask(name, isWhole: true, now)
    case .movedIn(let cookie):
      let index = departed.firstIndex { $0.cookie == cookie }
      ask(name, isWhole: true, carried: index.map { departed.remove(at: $0).file }, now)
    case .movedOut(let cookie):
      // What was not reported yet is, by its new name.
      if let file = known[name], !burst.contains(name) {
        // The two halves come together, or nearly so.
        if departed.count >= 64 { departed.removeFirst() }
        departed.append((cookie, file))
      }
      lookAgain(name, now)
    case .deleted: lookAgain(name, now)
    case .attributes:
      guard unreadable.remove(name) != nil else { return }
      known[name] = nil
      propose(name, now)
    }
  }

  private mutating func compare(
    _ files: [ListedFile],
    isSameDirectory: Bool,
    _ now: MonotonicTime
  ) {
    let baseline = self.baseline
    self.baseline = nil
    if isSameDirectory {
      let names = Set(files.map(\.name))
      for name in known.keys where !names.contains(name) { forget(name) }
    } else {
      lose()
      if !known.isEmpty { former = (former + [known]).suffix(3) }
      known = [:]
    }
    for file in files where DropName.isProper(file.name) && !excluded.contains(file.name) {
      let state = KnownFile(file.version)
      if known[file.name] == state { continue }
      if baseline?.knows(file) ?? former.contains(where: { $0[file.name] == state }) {
        known[file.name] = state
      } else {
        propose(file.name, now)
      }
    }
  }

  /// What has not been reported will not be found where we would say it is.
  private mutating func lose() {
    if case .everything = baseline { baseline = nil }
    for name in burst.names { known[name] = nil }
    (burst, candidates, departed, nextDue) = (Burst(), [:], [], nil)
  }

  private mutating func expect(_ identity: FileIdentity, _ now: MonotonicTime) {
    if nextPurge.map({ $0 <= now }) ?? true {
      expectations = expectations.filter { $0.value > now }
      nextPurge = now + limits.expectation
    }
    expectations[identity] = now + limits.expectation
  }

  /// Whether this was to be put here by ourselves; once.
  mutating func meetExpectation(_ version: FileVersion, _ now: MonotonicTime) -> Bool {
    expectations.removeValue(forKey: version.identity).map { now < $0 } ?? false
  }

  /// Asks for all candidates that are due, in the order in which they came.
  private mutating func beginRound(_ now: MonotonicTime) {
    if let nextDue, nextDue <= now {
      let due = candidates.filter { !$0.value.isAsked && $0.value.due <= now }
      for (name, _) in due.sorted(by: Self.comesFirst) { ask(name, isWhole: false, now) }
      self.nextDue = candidates.values.lazy.filter { !$0.isAsked }.map(\.due).min()
      // Those that are due at nearly the same time are looked at together.
      self.nextDue = self.nextDue.map { max($0, now + .milliseconds(20)) }
    }
  }

  private static func comesFirst(
    _ one: (key: Name, value: Candidate),
    _ other: (key: Name, value: Candidate)
  ) -> Bool {
    one.value.first == other.value.first
      ? one.key.lexicographicallyPrecedes(other.key) : one.value.first < other.value.first
  }

  // MARK: - Candidates

  /// Has a name looked at soon, unless something happens to it before.
  private mutating func propose(_ name: Name, _ now: MonotonicTime) {
    if candidates[name] == nil {
      candidates[name] = Candidate(first: now, due: now)
      setDue(now + limits.fresh, of: name)
    } else {
      candidates[name]?.isStale = true
    }
  }

  private mutating func lookAgain(_ name: Name, _ now: MonotonicTime) {
    // A new one may have the inode of the old one, and nothing else tells them apart.
    if known[name]?.isDirectory == true {
      known[name] = nil
      burst.remove(name)
      return propose(name, now)
    }
    guard known[name] != nil || candidates[name] != nil else { return }
    ask(name, isWhole: false, now)
  }

  private mutating func ask(
    _ name: Name,
    isWhole: Bool,
    carried: KnownFile? = nil,
    _ now: MonotonicTime
  ) {
    var candidate = candidates[name] ?? Candidate(first: now, due: now)
    if isWhole { candidate.isWhole = true }
    if let carried { candidate.carried = carried }
    candidate.isStale = candidate.isAsked
    if !candidate.isAsked { actions.append(.look(name, isWhole: candidate.isWhole)) }
    candidate.isAsked = true
    candidates[name] = candidate
  }

  mutating func setDue(_ due: MonotonicTime, of name: Name) {
    candidates[name]?.due = due
    nextDue = nextDue.map { min($0, due) } ?? due
  }

  mutating func forget(_ name: Name) {
    known[name] = nil
    unreadable.remove(name)
    candidates[name] = nil
    burst.remove(name)
  }
}
