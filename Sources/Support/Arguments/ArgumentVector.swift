/// The words that this process was called with.
public enum ArgumentVector {
  /// Every word, byte for byte, the program's name first.
  ///
  /// `CommandLine.arguments` replaces what is not UTF-8, and file names need not be.
  public static var current: [[UInt8]] {
    let vector = CommandLine.unsafeArgv
    var words: [[UInt8]] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let word = vector[index] else { break }
      var count = 0
      while word[count] != 0 { count += 1 }
      words.append(
        word.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
          Array(UnsafeBufferPointer(start: bytes, count: count))
        }
      )
    }
    return words
  }
}
