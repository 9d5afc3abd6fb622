internal import CProcesses

/// Where the programs' complaints go, so that they do not run into the tables.
struct Log {
  let path: String
  let descriptor: CInt

  init(_ path: String) throws(BenchmarkError) {
    self.path = path
    descriptor = processes_open(path, true)
    guard descriptor >= 0 else { throw BenchmarkError("cannot open \(path)") }
  }

  /// An error that ends with the last lines of the log.
  func failure(_ sentence: String) -> BenchmarkError {
    let lines = contents(of: path).split(separator: "\n").suffix(5)
    return BenchmarkError(([sentence[...]] + lines).joined(separator: "\n  "))
  }
}

/// The text of a file of the system, empty if there is none.
func contents(of path: String) -> String {
  let descriptor = processes_open(path, false)
  guard descriptor >= 0 else { return "" }
  defer { processes_close(descriptor) }
  var all: [UInt8] = []
  var piece = [CChar](repeating: 0, count: 1 << 16)
  while case let count = processes_read(descriptor, &piece, piece.count), count > 0 {
    all += piece[..<Int(count)].map { UInt8(bitPattern: $0) }
  }
  return String(decoding: all, as: UTF8.self)
}

/// The number behind `label:` in a file such as `/proc/1/status`.
func number(_ label: String, in text: String) -> Int? {
  for line in text.split(separator: "\n") where line.hasPrefix(label + ":") {
    return line.dropFirst(label.count + 1).split { $0 == " " || $0 == "\t" }.first.flatMap {
      Int($0)
    }
  }
  return nil
}
