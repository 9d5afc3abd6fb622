/// Hidden names for what is not complete: `.xfer-PROCESS-NUMBER`.
enum StagingName {
  private static let prefix = Array(".xfer-".utf8)

  /// A new one, not made from the file's name, which may have the greatest length already.
  static func make() -> [UInt8] {
    prefix + Array("\(CurrentProcess.id)-\(UInt32.random(in: 0 ... .max))".utf8)
  }

  static func matches(_ name: [UInt8]) -> Bool { process(in: name) != nil }

  /// The process that made such a name; `nil` if it is another kind of name.
  static func process(in name: [UInt8]) -> Int32? {
    guard name.starts(with: prefix) else { return nil }
    let words = name.dropFirst(prefix.count).split(
      separator: UInt8(ascii: "-"),
      omittingEmptySubsequences: false
    )
    guard words.count == 2, let first = String(validating: words[0], as: UTF8.self),
      let process = Int32(first), process > 0,
      words[1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return process
  }
}
