internal import CLinux
internal import Glibc
internal import Synchronization

/// How much locked memory there may be in all.
public final class LockedMemoryBudget: Sendable {
  public let byteCount: Int
  private let used = Mutex(0)

  public init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// What is in use, rounded up to pages.
  public var usedByteCount: Int { used.withLock { $0 } }

  func take(_ count: Int) -> Bool {
    used.withLock { used in
      guard count <= byteCount - used else { return false }
      used += count
      return true
    }
  }

  func giveBack(_ count: Int) {
    used.withLock { $0 -= count }
  }
}

/// A file in memory that is never written to a disk: neither swapped nor dumped.
///
/// Written with ``append(_:)`` by one owner, then sealed and read by any number.
///
/// Source: memfd_create(2), mlock(2), madvise(2) `MADV_DONTDUMP`.
public final class LockedFile: Sendable {
  public let descriptor: FileDescriptor
  private let budget: LockedMemoryBudget
  private let state: Mutex<State>

  private struct State {
    var byteCount = 0
    var lockedCount = 0
    /// Of the whole budget, so that it never moves; as a number, since pointers are not Sendable.
    let address: UInt
  }

  /// Makes an empty one.
  public init(name: String, budget: LockedMemoryBudget) throws(SystemError) {
    descriptor = try MemoryFile.create(name: name)
    self.budget = budget
    // The limit is often 8 MiB by default and more on demand; if this fails, mlock says so.
    _ = clinux_raise_locked_memory_limit()
    guard let memory = clinux_map_private(descriptor.number, max(1, budget.byteCount)) else {
      throw SystemError(call: "mmap", code: errno)
    }
    state = Mutex(State(address: UInt(bitPattern: memory)))
  }

  deinit {
    let state = state.withLock { $0 }
    clinux_unmap(UnsafeMutableRawPointer(bitPattern: state.address), max(1, budget.byteCount))
    budget.giveBack(state.lockedCount)
  }

  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// Adds bytes at the end; each page is locked before anything is written to it.
  ///
  /// - Throws: `ENOMEM` if the budget or the system's limit would be exceeded; the file then holds
  ///   what it held before.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      let end = state.byteCount + bytes.count
      try grow(&state, to: end)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = try descriptor.pwrite(
          UnsafeRawBufferPointer(rebasing: rest),
          at: end - rest.count
        )
        rest = rest.dropFirst(count)
      }
      state.byteCount = end
    }
  }

  /// Makes the content final.
  public func seal() throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      try descriptor.truncate(to: state.byteCount)
      try MemoryFile.seal(descriptor)
    }
  }

  private func grow(_ state: inout State, to byteCount: Int) throws(SystemError) {
    let page = clinux_page_size()
    let needed = (byteCount + page - 1) / page * page
    let more = needed - state.lockedCount
    guard more > 0 else { return }
    guard budget.take(more) else { throw SystemError(call: "locked memory", code: ENOMEM) }
    do {
      try descriptor.truncate(to: needed)
      let start = UnsafeRawPointer(bitPattern: state.address + UInt(state.lockedCount))
      _ = try retrying("mlock") { clinux_lock_memory(start, more) }
    } catch {
      budget.giveBack(more)
      throw error
    }
    state.lockedCount = needed
  }
}
