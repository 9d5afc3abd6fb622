internal import Glibc

/// Open directories from the top of a tree down to where one is; only the deepest are kept open.
///
/// Those above are opened again from below, by `..`, and must be the same ones then. So neither the
/// depth of a tree nor the length of its paths has a limit.
struct DirectoryStack {
  private struct Level {
    let name: [UInt8]
    let identity: FileIdentity
    var directory: SharedDescriptor?
  }

  /// How many are open at most.
  static let window = 16

  private var levels: [Level] = []
  /// The deepest.
  private(set) var current: SharedDescriptor

  init(_ root: SharedDescriptor) throws(SystemError) {
    current = root
    levels = [Level(name: [], identity: try root.descriptor.status().identity, directory: root)]
  }

  /// 1 for the top alone.
  var depth: Int { levels.count }

  /// The directory that the next ``push(_:_:)`` closes, and where it is.
  var leaving: (index: Int, directory: SharedDescriptor)? {
    let index = levels.count - Self.window
    guard index >= 0, let directory = levels[index].directory else { return nil }
    return (index, directory)
  }

  /// Goes down to a directory of that name in the deepest.
  mutating func push(_ name: [UInt8], _ directory: SharedDescriptor) throws(SystemError) {
    let identity = try directory.descriptor.status().identity
    if let (index, _) = leaving { levels[index].directory = nil }
    levels.append(Level(name: name, identity: identity, directory: directory))
    current = directory
  }

  /// Goes up and says what it came from; not from the top.
  ///
  /// - Throws: `ESTALE` if the directory is in another one meanwhile.
  mutating func pop() throws(SystemError) -> (name: [UInt8], directory: SharedDescriptor) {
    precondition(levels.count > 1, "There is nothing above the top.")
    let child = levels.removeLast()
    let left = current
    let parent = levels.count - 1
    if let directory = levels[parent].directory {
      current = directory
    } else {
      let directory = try FileSystem.openDirectory(Array("..".utf8), in: left.number)
      guard try directory.descriptor.status().identity == levels[parent].identity else {
        throw SystemError(call: "open", code: ESTALE)
      }
      levels[parent].directory = directory
      current = directory
    }
    return (child.name, left)
  }

  /// The path from the top to something in the deepest, or to that itself.
  func path(of name: [UInt8] = []) -> [UInt8] {
    var path: [UInt8] = []
    for level in levels.dropFirst() {
      path += level.name
      path.append(UInt8(ascii: "/"))
    }
    if name.isEmpty, !path.isEmpty { path.removeLast() }
    return path + name
  }
}
