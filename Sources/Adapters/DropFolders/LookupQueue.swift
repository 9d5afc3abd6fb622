internal import LinuxIO

/// A name that is to be looked at.
struct Lookup {
  let folder: Folder
  let name: [UInt8]
  let isWhole: Bool
  /// A directory that is being looked through.
  var walk: TreeLook?
}

/// First in, first out.
struct LookupQueue {
  private var items: [Lookup] = []
  private var head = 0
  /// Whether there is a turn to come.
  var isScheduled = false

  mutating func append(_ lookup: Lookup) { items.append(lookup) }

  mutating func next() -> Lookup? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        (items, head) = ([], 0)
      } else if head >= 1024, head * 2 > items.count {
        items.removeFirst(head)
        head = 0
      }
    }
    return items[head]
  }

  var isEmpty: Bool { items.isEmpty }
}
