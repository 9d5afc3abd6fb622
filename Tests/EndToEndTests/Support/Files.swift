internal import Glibc

/// Files and directories, by path.
enum Files {
  static func read(_ path: String) -> [UInt8]? { read(Array(path.utf8)) }

  static func read(_ path: [UInt8]) -> [UInt8]? {
    let number = open(path.cString, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(number, &block, block.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += block[..<count]
    }
  }

  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(HarnessError) {
    try write(bytes, to: Array(path.utf8))
  }

  static func write(_ bytes: [UInt8], to path: [UInt8]) throws(HarnessError) {
    let number = open(path.cString, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw HarnessError("cannot write \(String(decoding: path, as: UTF8.self)): \(errno)")
    }
    defer { close(number) }
    try EndToEndTests.write(bytes, to: number)
  }

  static func write(_ text: String, to path: String) throws(HarnessError) {
    try write(Array(text.utf8), to: path)
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// How many bytes a file has; `nil` if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The permission bits of a file.
  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// The names in a directory.
  static func names(in path: String) -> [String] {
    names(in: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The names in a directory as they are, in no order.
  static func names(in path: [UInt8]) -> [[UInt8]] {
    guard let directory = opendir(path.cString) else { return [] }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// Every path under a directory, sockets and all.
  static func tree(_ path: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
      let child = path + "/" + name
      var status = stat()
      guard lstat(child, &status) == 0 else { return [] }
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      return isDirectory ? [child + "/"] + tree(child) : [child]
    }
  }

  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func makeDirectory(_ path: String, mode: mode_t = 0o700) throws(HarnessError) {
    guard mkdir(path, mode) == 0 || errno == EEXIST else {
      throw HarnessError("cannot make \(path): \(errno)")
    }
  }

  static func remove(_ path: String) { remove(Array(path.utf8)) }

  private static func remove(_ path: [UInt8]) {
    var status = stat()
    guard lstat(path.cString, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path.cString)
      return
    }
    for name in names(in: path) { remove(path + [UInt8(ascii: "/")] + name) }
    rmdir(path.cString)
  }

  /// Whether two files hold the same bytes, without holding either.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let numbers = [open(first, O_RDONLY | O_CLOEXEC), open(second, O_RDONLY | O_CLOEXEC)]
    defer { for number in numbers where number >= 0 { close(number) } }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return false }
    let size = 1 << 20
    var blocks = [[UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size)]
    while true {
      let counts = [0, 1].map { full(numbers[$0], &blocks[$0]) }
      guard counts[0] == counts[1], memcmp(blocks[0], blocks[1], counts[0]) == 0 else {
        return false
      }
      if counts[0] < size { return true }
    }
  }

  private static func full(_ number: CInt, _ block: inout [UInt8]) -> Int {
    let size = block.count
    return block.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < size, let base = bytes.baseAddress {
        let count = Glibc.read(number, base + done, size - done)
        guard count > 0 else { break }
        done += count
      }
      return done
    }
  }
}

extension [UInt8] {
  /// As C takes a path.
  var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
