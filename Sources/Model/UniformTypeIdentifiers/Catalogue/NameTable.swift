/// Names in a text, numbered in the order of their arrival and found by open hashing.
struct NameTable: Sendable {
  /// Whether the case of ASCII letters makes a difference.
  let isCaseSensitive: Bool
  private(set) var names: [Name] = []
  /// The number of a name plus one, or 0 where there is none; the size is a power of two.
  private var slots: [UInt32] = []

  struct Name: Sendable {
    let range: TextRange
    let hash: UInt32
  }

  init(isCaseSensitive: Bool = false, capacity: Int) {
    self.isCaseSensitive = isCaseSensitive
    names.reserveCapacity(capacity)
    grow(toHold: capacity)
  }

  /// The number of a name, if it is there.
  func index(of name: Span<UInt8>, in text: [UInt8]) -> Int? {
    let slot = slot(of: name, hash: name.foldedHash, in: text)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The number of a name, which is there from now on.
  mutating func insert(_ range: TextRange, in text: [UInt8]) -> (index: Int, isNew: Bool) {
    if names.count * 2 >= slots.count { grow(toHold: slots.count) }
    let name = text.span.extracting(range.indices)
    let hash = name.foldedHash
    let slot = slot(of: name, hash: hash, in: text)
    guard slots[slot] == 0 else { return (Int(slots[slot]) - 1, false) }
    names.append(Name(range: range, hash: hash))
    slots[slot] = UInt32(truncatingIfNeeded: names.count)
    return (names.count - 1, true)
  }

  private func slot(of name: Span<UInt8>, hash: UInt32, in text: [UInt8]) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let found = names[Int(slots[slot]) - 1]
      if found.hash == hash {
        let other = text.span.extracting(found.range.indices)
        if isCaseSensitive ? name.isEqual(other) : name.isEqualIgnoringCase(other) { break }
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow(toHold count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for (index, name) in names.enumerated() {
      var slot = Int(name.hash) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(truncatingIfNeeded: index + 1)
    }
  }
}

/// Which types bear a tag, in the order in which they are to be preferred.
struct TagTable: Sendable {
  private var tags: NameTable
  /// The first and the last bearer of each tag, as places in `bearers`.
  private var ends: [(first: Int32, last: Int32)] = []
  private var bearers: [(type: Int32, next: Int32)] = []

  init(isCaseSensitive: Bool = false, capacity: Int) {
    tags = NameTable(isCaseSensitive: isCaseSensitive, capacity: capacity)
    ends.reserveCapacity(capacity)
    bearers.reserveCapacity(capacity)
  }

  mutating func add(_ type: Int, bearing tag: TextRange, in text: [UInt8]) {
    let (index, isNew) = tags.insert(tag, in: text)
    let place = Int32(truncatingIfNeeded: bearers.count)
    bearers.append((Int32(truncatingIfNeeded: type), -1))
    if isNew {
      ends.append((place, place))
    } else {
      bearers[Int(ends[index].last)].next = place
      ends[index].last = place
    }
  }

  /// The types that bear a tag; one that was added twice comes twice.
  func bearers(of tag: Span<UInt8>, in text: [UInt8]) -> Bearers {
    guard let index = tags.index(of: tag, in: text) else { return Bearers.none }
    return Bearers(table: bearers, place: ends[index].first)
  }

  struct Bearers: Sequence, IteratorProtocol {
    static let none = Bearers(table: [], place: -1)

    fileprivate let table: [(type: Int32, next: Int32)]
    fileprivate var place: Int32

    mutating func next() -> Int? {
      guard place >= 0 else { return nil }
      let bearer = table[Int(place)]
      place = bearer.next
      return Int(bearer.type)
    }
  }
}
