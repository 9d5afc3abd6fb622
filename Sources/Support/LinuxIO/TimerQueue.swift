/// Deadlines in order, with their actions.
///
/// A binary heap of (deadline, id). A cancelled timer leaves its entry behind until it comes up, or
/// until such entries are the majority.
struct TimerQueue: Sendable {
  private struct Entry: Sendable {
    let deadline: MonotonicTime
    let id: UInt64

    func isBefore(_ other: Entry) -> Bool {
      (deadline, id) < (other.deadline, other.id)
    }
  }

  private var heap: [Entry] = []
  private var actions: [UInt64: @Sendable () -> Void] = [:]
  private var nextID: UInt64 = 0

  /// With those that were cancelled and still take memory.
  var entryCount: Int { heap.count }

  mutating func insert(
    _ deadline: MonotonicTime,
    _ action: @escaping @Sendable () -> Void
  ) -> UInt64 {
    let id = nextID
    nextID += 1
    actions[id] = action
    heap.append(Entry(deadline: deadline, id: id))
    siftUp(from: heap.count - 1)
    return id
  }

  mutating func remove(_ id: UInt64) -> (@Sendable () -> Void)? {
    let action = actions.removeValue(forKey: id)
    if heap.count > 64, actions.count < heap.count / 2 { compact() }
    return action
  }

  /// The earliest deadline that still has an action.
  var next: MonotonicTime? {
    mutating get {
      while let first = heap.first, actions[first.id] == nil { removeFirst() }
      return heap.first?.deadline
    }
  }

  /// Those whose deadline has come, in order; their actions stay until removed.
  mutating func due(at now: MonotonicTime) -> [UInt64] {
    var ids: [UInt64] = []
    while let first = heap.first, first.deadline <= now {
      if actions[first.id] != nil { ids.append(first.id) }
      removeFirst()
    }
    return ids
  }

  private mutating func compact() {
    heap = heap.filter { actions[$0.id] != nil }
    // A sorted array is a heap.
    heap.sort { $0.isBefore($1) }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown()
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
