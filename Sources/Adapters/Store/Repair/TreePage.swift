internal import SQLite

/// A page of a table or an index, read as far as it makes sense.
///
/// Source: sqlite.org/fileformat2.html §1.6 (pages and cells), §2.1 (records).
struct TreePage {
  enum Kind: UInt8 {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13
  }

  /// What one cell holds: a row of a table with its key, or a key of an index.
  struct Record {
    let key: Int64?
    let values: [SQLValue]
  }

  let kind: Kind
  private let bytes: [UInt8]
  private let start: Int
  private let cellCount: Int
  private let database: DamagedDatabase

  /// `nil` if the page is none of a table or an index.
  init?(_ number: Int, of database: DamagedDatabase) {
    guard let bytes = database.page(number) else { return nil }
    start = number == 1 ? 100 : 0
    guard let kind = Kind(rawValue: bytes[start]) else { return nil }
    self.kind = kind
    self.bytes = bytes
    self.database = database
    cellCount = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
  }

  private var isInterior: Bool { kind == .interiorIndex || kind == .interiorTable }

  /// Where the cells begin; those that point to nowhere are left out.
  private var cells: [Int] {
    let pointers = start + (isInterior ? 12 : 8)
    let count = min(cellCount, (bytes.count - pointers) / 2)
    return (0..<count).compactMap { index in
      let place = pointers + 2 * index
      let offset = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      return (pointers...(bytes.count - 4)).contains(offset) ? offset : nil
    }
  }

  /// The pages below this one.
  var children: [Int] {
    guard isInterior else { return [] }
    return cells.map { Int(bytes.word(at: $0)) } + [Int(bytes.word(at: start + 8))]
  }

  /// The records with so many columns as `isWanted` likes.
  func forEachRecord<Failure: Error>(
    columnCount isWanted: (Int) -> Bool,
    _ body: (Record) throws(Failure) -> Void
  ) throws(Failure) {
    guard kind != .interiorTable else { return }
    for cell in cells {
      guard let record = record(at: cell, columnCount: isWanted) else { continue }
      try body(record)
    }
  }

  private func record(at cell: Int, columnCount isWanted: (Int) -> Bool) -> Record? {
    var reader = ByteReader(bytes, at: cell + (kind == .interiorIndex ? 4 : 0))
    guard let size = reader.variableInteger(), (1...Self.largest).contains(size) else { return nil }
    var key: Int64?
    if kind == .leafTable {
      guard let found = reader.variableInteger() else { return nil }
      key = found
    }
    let local = localCount(of: Int(size))
    guard reader.offset + local <= bytes.count,
      let types = Self.serialTypes(in: bytes[reader.offset..<(reader.offset + local)]),
      isWanted(types.values.count),
      let payload = payload(of: Int(size), at: reader.offset, local)
    else { return nil }
    return Self.values(types.values, in: payload, from: types.end).map { values in
      Record(key: key, values: values)
    }
  }

  /// No row of ours is larger; a damaged one may say that it is.
  private static let largest: Int64 = 1 << 26

  private func localCount(of size: Int) -> Int {
    let usable = DamagedDatabase.pageSize
    let most = kind == .leafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if size <= most { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    return fitting <= most ? fitting : least
  }

  /// The payload with what stands in overflow pages; `nil` if a part of it is lost.
  private func payload(of size: Int, at offset: Int, _ local: Int) -> [UInt8]? {
    var payload = Array(bytes[offset..<(offset + local)])
    guard local < size else { return payload }
    guard offset + local + 4 <= bytes.count else { return nil }
    var next = Int(bytes.word(at: offset + local))
    var seen: Set<Int> = []
    while payload.count < size {
      // A damaged chain may lead back into itself.
      guard seen.insert(next).inserted, let page = database.page(next) else { return nil }
      payload += page[4..<min(page.count, 4 + size - payload.count)]
      next = Int(page.word(at: 0))
    }
    return payload
  }

  // MARK: Records

  private static func serialTypes(in bytes: ArraySlice<UInt8>) -> (values: [Int64], end: Int)? {
    var reader = ByteReader(Array(bytes), at: 0)
    guard let size = reader.variableInteger(), size <= Int64(bytes.count) else { return nil }
    var types: [Int64] = []
    while reader.offset < Int(size) {
      guard let type = reader.variableInteger(), type >= 0, ![10, 11].contains(type) else {
        return nil
      }
      types.append(type)
    }
    return reader.offset == Int(size) ? (types, Int(size)) : nil
  }

  private static func values(
    _ types: [Int64],
    in bytes: [UInt8],
    from start: Int
  ) -> [SQLValue]? {
    var reader = ByteReader(bytes, at: start)
    var values: [SQLValue] = []
    for type in types {
      guard let value = reader.value(of: type) else { return nil }
      values.append(value)
    }
    return reader.offset == bytes.count ? values : nil
  }
}

/// Reads SQLite's numbers and values; `nil` when the bytes end.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func variableInteger() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = take(1)?.first else { return nil }
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }

  mutating func value(of type: Int64) -> SQLValue? {
    switch type {
    case 0: return .null
    case 1...6: return integer([1, 2, 3, 4, 6, 8][Int(type) - 1]).map { .integer($0) }
    case 7: return integer(8).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case 8, 9: return .integer(type - 8)
    default:
      guard let found = take(Int((type - 12) / 2)) else { return nil }
      return type % 2 == 0 ? .blob(Array(found)) : .text(String(decoding: found, as: UTF8.self))
    }
  }

  private mutating func integer(_ count: Int) -> Int64? {
    guard let found = take(count), let first = found.first else { return nil }
    let sign: Int64 = first < 0x80 ? 0 : -1
    return found.reduce(sign) { $0 << 8 | Int64($1) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }
}
