/// Goes through the directories of a tree: names as they come, what is in one before what follows it.
///
/// It opens nothing and looks at nothing: whoever uses it does, and says where to go down.
struct TreeWalk {
  enum Event: Equatable {
    /// Something in the current directory.
    case entry([UInt8])
    /// Went up from the directory of this name, which was read to its end.
    case left([UInt8])
    /// There is nothing more in the top, which is the current one.
    case end
  }

  private(set) var stack: DirectoryStack
  private var entries = [DirectoryEntries()]
  /// What ``Event/left(_:)`` was about.
  private(set) var leftDirectory: SharedDescriptor?
  /// Whether all names are read before any is given, for those who remove them.
  private let readsAhead: Bool

  init(_ root: SharedDescriptor, readsAhead: Bool = false) throws(SystemError) {
    stack = try DirectoryStack(root)
    self.readsAhead = readsAhead
    if readsAhead { try entries[0].readAhead(from: root) }
  }

  /// Where the names are.
  var directory: SharedDescriptor { stack.current }

  /// - Throws: What reading or going up said. After ``abandonDirectory()`` one may go on.
  mutating func next() throws(SystemError) -> Event {
    let last = entries.count - 1
    if let name = try entries[last].next(from: stack.current) { return .entry(name) }
    guard last > 0 else { return .end }
    entries.removeLast()
    let (name, directory) = try stack.pop()
    leftDirectory = directory
    return .left(name)
  }

  /// Goes down to a directory of that name in the current one.
  mutating func enter(_ name: [UInt8], _ directory: SharedDescriptor) throws(SystemError) {
    var own = DirectoryEntries()
    if readsAhead { try own.readAhead(from: directory) }
    if let (index, old) = stack.leaving { try entries[index].readAhead(from: old) }
    try stack.push(name, directory)
    entries.append(own)
  }

  /// Takes no more names from the current directory.
  mutating func abandonDirectory() { entries[entries.count - 1].abandon() }
}
