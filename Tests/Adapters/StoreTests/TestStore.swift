import LinuxIO
import Pasteboards
import SQLite
import Synchronization
import TestSupport
import UniformTypeIdentifiers

@testable import Store

/// A store in a directory of its own, on loops of its own.
final class TestStore: Sendable {
  let directory: ScratchDirectory
  let store: Store
  let history: History
  private let loops: [EventLoop]
  private let reported = Reports()

  private final class Reports: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// One in a directory that another one may have left.
  init(
    in directory: ScratchDirectory? = nil,
    limits: [RetentionLimit] = [],
    hasUpkeep: Bool = false
  ) throws {
    let directory = try directory ?? ScratchDirectory()
    let loops = [try EventLoop(), try EventLoop(), try EventLoop()]
    for loop in loops { try loop.start(name: "test store") }
    let path = Array(directory.path.utf8)
    store = Store(
      in: path,
      on: loops[0],
      upkeep: hasUpkeep ? loops[2] : nil,
      limits: limits,
      report: { [reported] line in reported.lines.withLock { $0.append(line) } }
    )
    history = History(in: path, on: loops[1], damaged: { [store] in store.mend($0) })
    self.directory = directory
    self.loops = loops
  }

  deinit {
    for loop in loops { loop.stop() }
  }

  /// What was reported so far.
  var reports: [String] { reported.lines.withLock { $0 } }

  /// What a process that was killed now would leave behind.
  func crashed() throws -> ScratchDirectory {
    let copy = try ScratchDirectory()
    try copyFiles(from: directory.path, to: copy.path)
    return copy
  }

  /// The names of the payload files.
  func payloadNames() throws -> [String] { try names(in: "payloads") }

  /// What is in a directory of the store.
  func names(in name: String = "") throws -> [String] {
    try FileSystem.names(in: Array(directory.path(name).utf8))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text of the first representation of an entry; `nil` if it is not there.
  func text(of id: Entry.ID) async throws -> String? {
    try await history.entry(id).map { String(decoding: try $0.entry.content(), as: UTF8.self) }
  }
}

extension Store {
  /// Puts texts from 0 on, in one change.
  func fill(
    _ board: BoardName,
    with count: Int,
    from first: Int = 0,
    _ label: @escaping @Sendable (Int) -> Entry.Label = { _ in .init() }
  ) async throws {
    try await write { writing throws(StoreError) in
      let key = try writing.boardKey(board)
      for number in first..<first + count {
        try writing.insert(.test(number, "\(number)", label: label(number)), on: key, nil)
      }
    }
  }

  func entryCount(of board: BoardName) async throws -> Int64 {
    try await write { writing throws(StoreError) in
      let sql = "SELECT entry_count FROM boards WHERE name = ?"
      return try writing.first(sql, [.blob(board.bytes)]) { $0.integer(0) } ?? 0
    }
  }

  /// Fails what takes more steps of the database from now on.
  func limitSteps(_ count: Int?) throws { try database().setProgressLimit(count) }
}

/// Copies a directory with all in it.
func copyFiles(from: String, to: String) throws {
  for name in try FileSystem.names(in: Array(from.utf8)) {
    let name = "/" + String(decoding: name, as: UTF8.self)
    if try FileSystem.status(of: Array((from + name).utf8))?.kind == .directory {
      try FileSystem.makeDirectory(Array((to + name).utf8))
      try copyFiles(from: from + name, to: to + name)
    } else {
      let bytes = try readFile(from + name)
      try FileSystem.open(Array((to + name).utf8), .create).writeAll(bytes)
    }
  }
}

extension Entry.ID {
  static func test(_ number: Int) -> Entry.ID { Entry.ID(rawValue: 0x1000 + UInt64(number)) }
}

extension Entry {
  /// An entry with one item.
  static func test(
    _ number: Int,
    _ representations: [Representation],
    name: String? = nil,
    label: Label = Label()
  ) -> Entry {
    let item = Item(representations: representations, suggestedName: name.map { Array($0.utf8) })
    return Entry(
      id: .test(number),
      items: [item],
      time: 1_700_000_000 + Double(number),
      label: label
    )
  }

  /// An entry with a text, which stands in its row.
  static func test(_ number: Int, _ text: String, label: Label = Label()) -> Entry {
    test(number, [.test(.utf8PlainText, .inline(Array(text.utf8)))], label: label)
  }

  /// An entry whose content becomes a payload file.
  static func test(
    _ number: Int,
    fileOf bytes: [UInt8],
    excess: [UInt8] = [],
    in store: TestStore
  ) throws -> Entry {
    let file = try TestFile(bytes, excess: excess, in: store.directory)
    return test(number, [.test(.data, .file(file))])
  }

  /// The content of the first representation.
  func content() throws -> [UInt8] { try items[0].representations[0].payload.bytes() }
}

extension Representation {
  static func test(_ type: UTType, _ payload: Payload) -> Representation {
    Representation(type: type, payload: payload)
  }
}

/// Content in a file that can get a name, as the daemon has it.
final class TestFile: NameableFile {
  private let file: UnnamedFile
  let byteCount: Int

  /// `excess` is in the file after the content, as a newline that was dropped.
  init(_ bytes: [UInt8], excess: [UInt8] = [], in directory: ScratchDirectory) throws {
    file = try UnnamedFile(in: Array(directory.path.utf8))
    byteCount = bytes.count
    try file.descriptor.descriptor.writeAll(bytes + excess)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(byteCount - offset))
    do {
      return try file.descriptor.descriptor.pread(into: wanted, at: offset)
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }

  func link(to path: [UInt8]) throws(PayloadFailure) {
    do {
      try file.name(path)
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }
}

/// Bytes that look like nothing, the same for the same seed.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 32)
  }
}
