internal import Checksums
internal import LinuxIO
internal import Pasteboards
internal import SQLite

/// Computes the checksums of payload files, and has equal content stored once, when nobody waits for it.
///
/// Lives on a loop of its own, in small slices: a gigabyte delays nobody. Whatever has no checksum is
/// still to be looked at, so that what a crash interrupts is taken up at the next start.
actor FileUpkeep {
  private let loop: EventLoop
  private let directory: StoreDirectory
  private var isRunning = false
  private var isWanted = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(of directory: StoreDirectory, on loop: EventLoop) {
    self.directory = directory
    self.loop = loop
  }

  /// Looks at the files that nobody has looked at, soon.
  nonisolated func begin(for store: Store) {
    loop.task(in: self) { await $0.run(store) }
  }

  private func run(_ store: Store) async {
    isWanted = true
    guard !isRunning else { return }
    isRunning = true
    while isWanted {
      isWanted = false
      var last: Int64 = 0
      // A store that cannot be used now is looked at again with the next change.
      while let file = try? await store.uncheckedFile(after: last) {
        last = file.key
        await examine(file, store)
      }
    }
    isRunning = false
  }

  private func examine(_ file: UncheckedFile, _ store: Store) async {
    // What is missing or cannot be read is for `xfer doctor` to say.
    guard let content = opened(file.key, file.byteCount),
      let checksum = await checksum(of: content)
    else { return }
    var twin: Int64?
    for key in (try? await store.files(like: file, checksum)) ?? [] {
      guard let other = opened(key, file.byteCount),
        await isEqual(content, other)
      else { continue }
      twin = key
      break
    }
    // What fails now is done again at the next start.
    try? await store.note(checksum, of: file, equalTo: twin)
  }

  private func opened(_ key: Int64, _ byteCount: Int) -> StoredFile? {
    (try? StoredFile.open(at: directory.payload(key), byteCount: byteCount)) ?? nil
  }

  func checksum(of file: any PayloadFile) async -> Int64? {
    var checksum = Checksum()
    var slice = FileSlice()
    while slice.offset < file.byteCount {
      guard slice.read(file) else { return nil }
      checksum.update(slice.bytes)
      await loop.giveTurn()
    }
    return Int64(bitPattern: checksum.value)
  }

  private func isEqual(_ one: StoredFile, _ other: StoredFile) async -> Bool {
    var slices = (FileSlice(), FileSlice())
    while slices.0.offset < one.byteCount {
      guard slices.0.read(one), slices.1.read(other), slices.0.bytes == slices.1.bytes else {
        return false
      }
      await loop.giveTurn()
    }
    return true
  }
}

/// A piece of a file, one after the other.
struct FileSlice {
  private static let byteCount = 256 * 1024
  private(set) var bytes: [UInt8] = []
  private(set) var offset = 0

  /// Goes on to the next piece; `false` if there is none, or it cannot be read.
  mutating func read(_ file: any PayloadFile) -> Bool {
    let count = min(Self.byteCount, file.byteCount - offset)
    guard count > 0 else { return false }
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { room in
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        return (try? file.read(into: rest, at: offset + filled)) ?? 0
      }
      guard more > 0 else { return false }
      filled += more
    }
    offset += count
    return true
  }
}

/// A payload file without a checksum.
struct UncheckedFile: Sendable {
  let key: Int64
  let byteCount: Int
}

// What the upkeep asks. A store that was closed is not opened for it.
extension Store {
  func uncheckedFile(after last: Int64) throws(StoreError) -> UncheckedFile? {
    guard isOpen else { return nil }
    return try read { (writing) throws(StoreError) in
      try writing.first(
        """
        SELECT key, byte_count FROM files WHERE checksum IS NULL AND key > ? ORDER BY key LIMIT 1
        """,
        [.integer(last)]
      ) { row in UncheckedFile(key: row.integer(0), byteCount: Int(row.integer(1))) }
    }
  }

  /// Other files that look equal.
  func files(like file: UncheckedFile, _ checksum: Int64) throws(StoreError) -> [Int64] {
    guard isOpen else { return [] }
    return try read { (writing) throws(StoreError) in
      var keys: [Int64] = []
      try writing.forEach(
        "SELECT key FROM files WHERE byte_count = ? AND checksum = ? AND key <> ? LIMIT 8",
        [.integer(file.byteCount), .integer(checksum), .integer(file.key)]
      ) { keys.append($0.integer(0)) }
      return keys
    }
  }

  /// Notes what was found out of a file; that of an equal one takes its place.
  func note(
    _ checksum: Int64,
    of file: UncheckedFile,
    equalTo twin: Int64?
  ) async throws(StoreError) {
    guard isOpen else { return }
    try await write { writing throws(StoreError) in
      let key = SQLValue.integer(file.key)
      try writing.run("UPDATE files SET checksum = ? WHERE key = ?", [.integer(checksum), key])
      guard let twin else { return }
      // Which may have gone meanwhile. A file that nobody uses goes with the change.
      let isThere = try writing.first("SELECT 1 FROM files WHERE key = ?", [.integer(twin)]) { _ in
        true
      }
      guard isThere ?? false else { return }
      try writing.run("UPDATE representations SET file = ? WHERE file = ?", [.integer(twin), key])
    }
  }
}
