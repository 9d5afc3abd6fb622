internal import Glibc

/// What is in a directory, under names of bytes: these need not be UTF-8, nor differ as text.
struct Tree: Equatable {
  enum Node: Equatable {
    case file([UInt8])
    case link(to: [UInt8])
    case directory
    case other
  }

  private(set) var nodes: [[UInt8]: Node] = [:]

  init(_ directory: String) { add(Array(directory.utf8), as: []) }

  /// How many names the directory itself has.
  var count: Int { nodes.keys.count { !$0.contains(UInt8(ascii: "/")) } }

  /// What makes this one another than it should be, for people; empty if nothing does.
  func difference(to expected: Tree) -> String {
    let paths = Set(nodes.keys).union(expected.nodes.keys)
      .filter { nodes[$0] != expected.nodes[$0] }
    let lines = paths.map { path in
      let name = String(decoding: path, as: UTF8.self).debugDescription
      return "\(name): \(Self.spoken(nodes[path])), not \(Self.spoken(expected.nodes[path]))"
    }
    return lines.sorted().joined(separator: "\n")
  }

  private mutating func add(_ path: [UInt8], as name: [UInt8]) {
    let slash = [UInt8(ascii: "/")]
    var status = stat()
    guard lstat(path.cString, &status) == 0 else { return }
    if !name.isEmpty { nodes[name] = Self.node(path, status.st_mode & S_IFMT) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    for child in Files.names(in: path) {
      add(path + slash + child, as: name.isEmpty ? child : name + slash + child)
    }
  }

  private static func node(_ path: [UInt8], _ kind: mode_t) -> Node {
    switch kind {
    case S_IFDIR: .directory
    case S_IFREG: .file(Files.read(path) ?? [])
    case S_IFLNK: .link(to: target(ofLink: path))
    default: .other
    }
  }

  private static func target(ofLink path: [UInt8]) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path.cString, &buffer, buffer.count)
    return buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
  }

  private static func spoken(_ node: Node?) -> String {
    switch node {
    case nil: "missing"
    case .file(let bytes):
      "\(bytes.count) bytes \(String(decoding: bytes.prefix(20), as: UTF8.self))"
    case .link(let target): "a link to \(String(decoding: target, as: UTF8.self))"
    case .directory: "a directory"
    case .other: "something else"
    }
  }
}

/// Names that files may have, and that something has stumbled over.
enum OddNames {
  static let all: [[UInt8]] =
    [
      "a b.txt", "p%20%.txt", "u++x+y.txt", "h#?.txt", "q\"'`.txt", "n\nl.txt", "tab\t.txt",
      " first",
      "last ", "-dash", ".hidden", "semi;&|$(x).txt", "back\\slash", "star*[x]", "a:b",
      "\u{1F600}.png",
      // The same name in both normal forms.
      "\u{E9}.txt", "e\u{301}.txt", "\u{AC00}", "\u{1100}\u{1161}",
      String(repeating: "n", count: 255),
    ].map { Array($0.utf8) } + [[0x62, 0xFF, 0xFE, 0x2E, 0x74, 0x78, 0x74]]

  /// Makes a file of each name, each with its own content, and a directory with one more.
  static func fill(_ directory: String) throws {
    try Files.makeDirectory(directory)
    let path = Array(directory.utf8)
    for (number, name) in all.enumerated() {
      try Files.write(Array("content \(number)".utf8), to: path + [UInt8(ascii: "/")] + name)
    }
    try Files.makeDirectory(directory + "/sub dir")
    try Files.makeDirectory(directory + "/sub dir/deep")
    try Files.write(Array("deep".utf8), to: path + Array("/sub dir/deep/".utf8) + [0xFF])
  }

  /// How many names a directory has that was filled.
  static let count = all.count + 1
}
