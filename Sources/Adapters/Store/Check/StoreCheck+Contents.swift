internal import Checksums
internal import LinuxIO
internal import Pasteboards
internal import SQLite

// Content, in rows and in files.
extension StoreCheck {
  /// A representation whose content is not what it was.
  private struct Damage {
    let key: Int64
    let entry: Int64
    let reason: String
    var content: [UInt8]?
  }

  /// Compares the content of rows with its checksums.
  func checkContents(_ writing: Writing) throws(StoreError) {
    var last = Int64.min
    while true {
      var damages: [Damage] = []
      var unchecked: [(key: Int64, checksum: Int64)] = []
      var count = 0
      try writing.forEach(
        """
        SELECT key, entry, byte_count, checksum, content FROM representations
        WHERE key > ? AND file IS NULL AND byte_count IS NOT NULL ORDER BY key LIMIT 256
        """,
        [.integer(last)]
      ) { row in
        last = row.integer(0)
        count += 1
        let (size, checksum) = row.withBytes(4) { ($0.count, Int64(bitPattern: Checksum.of($0))) }
        checked(size)
        if size != Int(row.integer(2)) || !row.isNull(3) && checksum != row.integer(3) {
          let reason = "is damaged in its row"
          let damage = Damage(
            key: last,
            entry: row.integer(1),
            reason: reason,
            content: row.blob(4)
          )
          damages.append(damage)
        } else if row.isNull(3) {
          unchecked.append((last, checksum))
        }
      }
      guard count > 0 else { return }
      if isMending {
        for row in unchecked {
          let sql = "UPDATE representations SET checksum = ? WHERE key = ?"
          try writing.run(sql, [.integer(row.checksum), .integer(row.key)])
        }
      }
      try drop(damages, writing)
    }
  }

  /// Takes representations out whose content is lost, and entries of which nothing is left.
  private func drop(_ damages: [Damage], _ writing: Writing) throws(StoreError) {
    for damage in damages {
      let sql = "SELECT id FROM entries WHERE key = ?"
      let id = try writing.first(sql, [.integer(damage.entry)]) { Entry.ID(stored: $0.integer(0)) }
      tell("\(id?.description ?? "an entry"): a content \(damage.reason)", .lost)
      guard isMending else { continue }
      if let content = damage.content, !content.isEmpty {
        let name = "/\(id?.description ?? "entry")-\(damage.key)"
        let path = try placeAside() + Array(name.utf8)
        try onDisk { () throws(SystemError) in
          try FileSystem.open(path, .create).writeAll(content)
        }
      }
      try transaction(writing) { () throws(StoreError) in
        let key = SQLValue.integer(damage.entry)
        try writing.run(
          """
          UPDATE entries SET byte_count = byte_count - (
            SELECT ifnull(byte_count, 0) FROM representations WHERE key = ?1
          )
          WHERE key = (SELECT entry FROM representations WHERE key = ?1)
          """,
          [.integer(damage.key)]
        )
        try writing.run("DELETE FROM representations WHERE key = ?", [.integer(damage.key)])
        let left = "SELECT 1 FROM representations WHERE entry = ?"
        if try writing.first(left, [key], { _ in true }) == nil {
          try writing.removeEntry(damage.entry)
        }
      }
    }
  }

  /// Makes a change; files that nobody uses any more go with it.
  func transaction(
    _ writing: Writing,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let unused = try writing.database.transaction { () throws(StoreError) in
      try body()
      return try writing.dropUnusedFiles()
    }
    // What stays is removed as a file that nobody knows.
    for key in unused { try? FileSystem.remove(directory.payload(key)) }
  }

  // MARK: Files

  private struct KnownFile {
    let key: Int64
    let byteCount: Int
    let checksum: Int64?
  }

  /// Compares payload files with their rows, and removes those without one.
  func checkFiles(_ writing: Writing) throws(StoreError) {
    var last = Int64.min
    while true {
      var files: [KnownFile] = []
      try writing.forEach(
        "SELECT key, byte_count, checksum FROM files WHERE key > ? ORDER BY key LIMIT 256",
        [.integer(last)]
      ) { row in
        let checksum = row.isNull(2) ? nil : row.integer(2)
        files.append(
          KnownFile(key: row.integer(0), byteCount: Int(row.integer(1)), checksum: checksum)
        )
      }
      guard let end = files.last else { break }
      for file in files { try check(file, writing) }
      last = end.key
    }
    if isMending { try removeUnknownFiles(writing) }
  }

  private func check(_ file: KnownFile, _ writing: Writing) throws(StoreError) {
    let path = directory.payload(file.key)
    let content = try onDisk { () throws(SystemError) in
      try StoredFile.open(at: path, byteCount: file.byteCount)
    }
    guard let content else {
      checked(file.byteCount)
      let isThere = try onDisk { () throws(SystemError) in
        try FileSystem.status(of: path, followingLinks: false) != nil
      }
      return try drop(file, isThere ? "is cut short" : "is missing: its file is gone", writing)
    }
    guard let checksum = checksum(of: content) else {
      // A disk that fails now may be well again; what is set aside is gone from its entry.
      let path = String(decoding: path, as: UTF8.self)
      return tell("\(path): the file cannot be read now", .left)
    }
    if let known = file.checksum {
      if known != checksum { try drop(file, "is damaged in its file", writing) }
    } else if isMending {
      let sql = "UPDATE files SET checksum = ? WHERE key = ?"
      try writing.run(sql, [.integer(checksum), .integer(file.key)])
    }
  }

  private func checksum(of file: StoredFile) -> Int64? {
    var checksum = Checksum()
    var slice = FileSlice()
    while slice.offset < file.byteCount {
      guard slice.read(file) else { return nil }
      checksum.update(slice.bytes)
      checked(slice.bytes.count)
    }
    return Int64(bitPattern: checksum.value)
  }

  private func drop(_ file: KnownFile, _ reason: String, _ writing: Writing) throws(StoreError) {
    var damages: [Damage] = []
    // While a daemon has the store, the entry may have been removed a moment ago.
    try writing.forEach(
      "SELECT key, entry FROM representations WHERE file = ?",
      [.integer(file.key)]
    ) { row in
      damages.append(Damage(key: row.integer(0), entry: row.integer(1), reason: reason))
    }
    let path = directory.payload(file.key)
    if isMending {
      let isThere = try onDisk { () throws(SystemError) in
        try FileSystem.status(of: path, followingLinks: false) != nil
      }
      if isThere {
        let aside = try placeAside() + path[(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)...]
        try onDisk { () throws(SystemError) in try FileSystem.rename(path, to: aside) }
      }
    }
    try drop(damages, writing)
    if isMending, damages.isEmpty { try transaction(writing) { () throws(StoreError) in } }
  }

  private func removeUnknownFiles(_ writing: Writing) throws(StoreError) {
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: directory.payloads)
    }
    var count = 0
    for name in names {
      guard let key = StoreDirectory.key(ofPayload: name),
        try writing.first("SELECT 1 FROM files WHERE key = ?", [.integer(key)], { _ in true })
          == nil
      else { continue }
      try onDisk { () throws(SystemError) in try FileSystem.remove(directory.payload(key)) }
      count += 1
    }
    if count > 0 { tell("files that a crash left behind, which are removed: \(count)") }
  }
}
