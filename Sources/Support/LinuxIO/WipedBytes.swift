internal import CLinux

/// Bytes that may be a secret: the memory that they were in is wiped when it is given back.
///
/// Grows like an array, and wipes what it leaves behind when it moves.
public struct WipedBytes: Sendable, Equatable {
  /// Written only by the value that holds it alone, as the uniqueness check before each change says;
  /// what is shared is only read.
  private final class Memory: @unchecked Sendable {
    let room: UnsafeMutableRawBufferPointer

    init(byteCount: Int) { room = .allocate(byteCount: byteCount, alignment: 16) }

    deinit {
      if let start = room.baseAddress { clinux_wipe(start, room.count) }
      room.deallocate()
    }
  }

  private var memory: Memory?
  public private(set) var count = 0

  public init() {}

  public init(_ bytes: some Collection<UInt8>) { append(contentsOf: bytes) }

  /// The bytes that it has room for before it moves.
  public var capacity: Int { memory?.room.count ?? 0 }

  /// Adds bytes at the end.
  public mutating func append(contentsOf bytes: some Collection<UInt8>) {
    let more = bytes.count
    guard more > 0 else { return }
    let room = room(for: count + more)
    UnsafeMutableRawBufferPointer(rebasing: room[count..<(count + more)]).copyBytes(from: bytes)
    count += more
  }

  /// Lends the bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    guard let memory else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return try body(UnsafeRawBufferPointer(rebasing: memory.room[..<count]))
  }

  public static func == (left: WipedBytes, right: WipedBytes) -> Bool {
    left.withBytes { left in right.withBytes { right in left.elementsEqual(right) } }
  }

  private mutating func room(for needed: Int) -> UnsafeMutableRawBufferPointer {
    if isKnownUniquelyReferenced(&memory), let memory, memory.room.count >= needed {
      return memory.room
    }
    let larger = Memory(byteCount: max(32, needed, 2 * count))
    withBytes { larger.room.copyMemory(from: $0) }
    memory = larger
    return larger.room
  }
}
