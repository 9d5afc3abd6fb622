internal import LinuxIO

/// The pages of a database that SQLite can no longer be trusted with; nothing of it is changed.
///
/// A page is what the write-ahead log holds of it last, else what stands in the file.
///
/// Source: sqlite.org/fileformat2.html §1.
final class DamagedDatabase {
  /// What SQLite takes when nobody says otherwise, and nobody did.
  static let pageSize = 4096

  private let file: SharedDescriptor?
  private let logFile: SharedDescriptor?
  /// Where in the log the last content of each page is.
  private let logPages: [Int: Int]
  /// Whether the log holds something that SQLite would forget.
  let isLogDamaged: Bool
  let pageCount: Int

  /// Opens what is there: a database, a log, both or none.
  init(in directory: StoreDirectory) throws(SystemError) {
    file = try Self.open(directory.database)
    let log = try WriteAheadLog(at: directory.log)
    isLogDamaged = log.isDamaged
    let inFile = (try file?.descriptor.status().byteCount ?? 0) / Self.pageSize
    // Each page behind the end of the file was written to the log: a greater number is damage.
    logPages = log.pages.filter { $0.key <= inFile + log.pages.count }
    logFile = try logPages.isEmpty ? nil : Self.open(directory.log)
    pageCount = max(inFile, logPages.keys.max() ?? 0)
  }

  private static func open(_ path: [UInt8]) throws(SystemError) -> SharedDescriptor? {
    guard try FileSystem.status(of: path)?.kind == .regular else { return nil }
    return SharedDescriptor(try FileSystem.open(path))
  }

  /// The bytes of a page; `nil` if there is none of the number, or the disk cannot read it.
  func page(_ number: Int) -> [UInt8]? {
    guard (1...max(1, pageCount)).contains(number) else { return nil }
    // A disk that fails at one page may read the next.
    if let offset = logPages[number] {
      return try? logFile?.descriptor.bytes(at: offset, count: Self.pageSize)
    }
    return try? file?.descriptor.bytes(at: (number - 1) * Self.pageSize, count: Self.pageSize)
  }

  /// All pages that are in use, those last whose content is newest.
  ///
  /// Where the list of free pages is damaged, pages that are free count as used: better what was
  /// removed comes back than that something is lost.
  var usedPages: [Int] {
    let free = freePages
    let inLog = logPages.sorted { $0.value < $1.value }.map(\.key)
    let inFile = (1...max(1, pageCount)).filter { logPages[$0] == nil }
    return (inFile + inLog).filter { !free.contains($0) }
  }

  private var freePages: Set<Int> {
    guard isSound, let header = page(1) else { return [] }
    var free: Set<Int> = []
    var next = Int(header.word(at: 32))
    while next != 0, free.insert(next).inserted, let trunk = page(next) {
      let count = Int(trunk.word(at: 4))
      guard count <= Self.pageSize / 4 - 2 else { break }
      for index in 0..<count { free.insert(Int(trunk.word(at: 8 + 4 * index))) }
      next = Int(trunk.word(at: 0))
    }
    return free
  }

  /// Whether the first page begins as that of our databases does.
  ///
  /// SQLite itself opens many that do not: as read-only ones, or in another encoding. Format and
  /// encoding are 0 as long as there is no table.
  var isSound: Bool {
    guard let header = page(1) else { return false }
    return header.starts(with: Array("SQLite format 3\0".utf8))
      && header[16] == 0x10 && header[17] == 0
      && (1...2).contains(header[18]) && (1...2).contains(header[19])
      && header[20...23].elementsEqual([0, 64, 32, 32])
      && [0, 4].contains(header.word(at: 44)) && header.word(at: 52) == 0
      && [0, 1].contains(header.word(at: 56))
  }
}

extension StoreDirectory {
  /// The write-ahead log.
  var log: [UInt8] { database + Array("-wal".utf8) }
}
