internal import LinuxIO
internal import Pasteboards
internal import SQLite

/// Opens a store, whatever state it is in.
struct StoreOpening {
  let directory: StoreDirectory
  let report: @Sendable (StoreFinding) -> Void
  /// Whether boards are served from it now, so that what was promised and numbered before is settled.
  var isServing = true
  /// Whether this process did not have it open before: nobody keeps what was promised then.
  var isFirst = true

  /// Opens it; one that is damaged, or known to be, is set aside, and what can be read of it is taken
  /// over.
  func open(isDamaged: Bool = false) throws(StoreError) -> Database {
    try onDisk { () throws(SystemError) in try directory.prepare() }
    let repair = StoreRepair(directory: directory, report: report)
    try repair.resume()
    if let damage = try isDamaged ? "it is damaged" : damage() {
      report(.init("the history cannot be used: \(damage)", .mended))
      try repair.replace()
    }
    do throws(StoreError) {
      return try prepared()
    } catch {
      guard error.isCorrupt else { throw error }
      report(.init("the history is damaged: \(error)", .mended))
      try repair.replace()
      return try prepared()
    }
  }

  /// What is wrong that SQLite would not see, or would mend by forgetting; `nil` if nothing is.
  private func damage() throws(StoreError) -> String? {
    try onDisk { () throws(SystemError) in
      for path in [directory.database] + directory.companions {
        if let status = try FileSystem.status(of: path), status.kind != .regular {
          return "something else stands in its place"
        }
      }
      let hasLog = (try FileSystem.status(of: directory.log)?.byteCount ?? 0) > 0
      guard let status = try FileSystem.status(of: directory.database), status.byteCount > 0 else {
        let names = try FileSystem.names(in: directory.payloads)
        return !hasLog && names.isEmpty ? nil : "it is empty, and a part of it is there"
      }
      let database = try DamagedDatabase(in: directory)
      if database.isLogDamaged { return "its log is damaged" }
      return database.isSound ? nil : "it begins as no database does"
    }
  }

  private func prepared() throws(StoreError) -> Database {
    let database: Database
    do {
      database = try Database(directory.database, .create)
      try database.setBusyTimeout(.seconds(5))
      try database.execute(Schema.writerSettings)
    } catch {
      throw .database(error)
    }
    try Schema.migrate(database)
    guard try Schema.isSound(database) else { throw .damaged("its tables are other ones") }
    guard isServing else { return database }
    let writing = Writing(database, directory, limits: [], now: .now)
    let unused: [Int64] = try database.transaction { () throws(StoreError) in
      if isFirst { try writing.forgetPromises() }
      try writing.adjustDeadlines()
      try writing.noteStart()
      return try writing.dropUnusedFiles()
    }
    for key in unused {
      // One that stays is swept.
      try? FileSystem.remove(directory.payload(key))
    }
    return database
  }
}

extension Writing {
  /// How many numbers are set aside for changes that are not written one by one.
  static let reservedNumbers = 1 << 32

  /// Forgets what nobody can keep any more: what was promised before the daemon ended.
  func forgetPromises() throws(StoreError) {
    var entries: [Int64] = []
    try forEach("SELECT DISTINCT entry FROM representations WHERE byte_count IS NULL") { row in
      entries.append(row.integer(0))
    }
    for entry in entries { try forgetPromises(of: entry) }
  }

  /// Forgets what is promised of an entry, and the entry if nothing else is left of it.
  func forgetPromises(of entry: Int64) throws(StoreError) {
    let key = SQLValue.integer(entry)
    try run("DELETE FROM representations WHERE entry = ? AND byte_count IS NULL", [key])
    let isEmpty = try first("SELECT 1 FROM representations WHERE entry = ?", [key]) { _ in false }
    if isEmpty ?? true { try removeEntry(entry) }
  }

  /// Puts deadlines on the clock of this boot.
  ///
  /// Within one boot that clock decides, however the wall clock is set; over a restart of the machine
  /// only the wall clock goes on.
  func adjustDeadlines() throws(StoreError) {
    let boot = Self.boot
    let isSame = try fact("boot") == boot
    guard !isSame || boot == nil else { return }
    // What SQLite cannot hold as an integer it makes a real number, which the column refuses.
    let most = Self.farthest
    try run(
      """
      UPDATE entries SET deadline = max(-\(most), min(\(most), deadline_time - ?)) * 1000 + ?
      WHERE deadline IS NOT NULL
      """,
      [.integer(now.wall), .integer(now.boot)]
    )
    if let boot { try set("boot", boot) }
  }

  /// How far from now a deadline is at most, in microseconds: 250 years, of which nanoseconds are still
  /// an integer.
  private static let farthest = 250 * 366 * 86_400 * 1_000_000

  /// The beginning of the name of this boot, as a number.
  private static var boot: Int64? {
    BootID.current.flatMap { boot in
      let digits = boot.description.utf8.filter { $0 != UInt8(ascii: "-") }.prefix(16)
      return UInt64(String(decoding: digits, as: UTF8.self), radix: 16).map {
        Int64(bitPattern: $0)
      }
    }
  }

  /// Notes that the store is open, and what is to be so after a crash.
  func noteStart() throws(StoreError) {
    let last = try lastNumber() ?? 0
    // A greater one is damage.
    let sql = "UPDATE boards SET sequence = ?1 WHERE sequence NOT BETWEEN 0 AND ?1"
    try run(sql, [.integer(last)])
    let wasClosed = try fact("closed") == 1
    var next = last
    if !wasClosed {
      // What happened to them after they were last written nobody knows: a change too many is told
      // rather than one too few.
      var boards: [Int64] = []
      try forEach("SELECT key FROM boards ORDER BY sequence") { boards.append($0.integer(0)) }
      for board in boards {
        next += 1
        let sql = "UPDATE boards SET sequence = ?, changed = ? WHERE key = ?"
        try run(sql, [.integer(next), .integer(now.wall), .integer(board)])
      }
    }
    try set("begin", next)
    try set("sequence", next + Int64(Self.reservedNumbers))
    try set("closed", 0)
  }

  /// The number of the last change, or a greater one; `nil` if nobody knows it.
  ///
  /// Of one that damage has put beyond all reason a time takes the place: nobody makes a change each
  /// millisecond.
  func lastNumber() throws(StoreError) -> Int64? {
    guard let number = try fact("sequence") else { return nil }
    return (0...Self.greatestNumber).contains(number) ? number : now.wall / 1000
  }

  /// So that numbers can be counted on from it for ever.
  static let greatestNumber: Int64 = 1 << 62

  /// Notes that the store is closed in order, with the last word on each board and the number of the
  /// last change, which may have been of a board that is no more.
  func noteShutdown(_ states: [BoardState], after sequence: Int) throws(StoreError) {
    try database.transaction { () throws(StoreError) in
      let last = Int64(states.reduce(sequence) { max($0, $1.sequence) })
      for state in states where state.sequence > 0 {
        // A board of a user's that never kept anything leaves nothing behind.
        if state.board.isBound { _ = try boardKey(state.board) }
        try run(
          "UPDATE boards SET sequence = ?, changed = ? WHERE name = ?",
          [
            .integer(state.sequence),
            .integer(Int64(exactly: (state.time * 1e6).rounded()) ?? now.wall),
            .blob(state.board.bytes),
          ]
        )
      }
      try set("sequence", max(last, try fact("begin") ?? 0))
      try set("closed", 1)
    }
  }

  func fact(_ name: String) throws(StoreError) -> Int64? {
    try first("SELECT value FROM facts WHERE name = ?", [.text(name)]) { $0.integer(0) }
  }

  func set(_ fact: String, _ value: Int64) throws(StoreError) {
    try run(
      "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)",
      [.text(fact), .integer(value)]
    )
  }
}
