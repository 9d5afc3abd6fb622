/// A file that is to be made in a directory without touching what is there.
struct NewFile {
  /// How many names are tried before a directory counts as full of them.
  private static let mostNumbers = 10_000

  private let name: String
  private let directory: URL

  init(_ name: String, in directory: URL) {
    self.name = name
    self.directory = directory
  }

  /// Writes the content under the first name that is free, and says where.
  ///
  /// It is written beside its place first, since nothing may be seen there before it is complete.
  func write(_ content: TransferContent) throws -> URL {
    let random = String(UInt64.random(in: 0...(.max)), radix: 36)
    let draft = directory.appending(component: ".xfer-\(random)")
    // What is written in part, and what was linked to its name, is removed again.
    defer { FileTree.remove(draft) }
    try content.write(to: draft)
    for number in 1...Self.mostNumbers {
      let place = directory.appending(component: FileName.numbered(name, number))
      do {
        try Self.name(draft, place)
        return place
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        continue
      }
    }
    throw CocoaError(.fileWriteFileExists)
  }

  /// Gives a finished draft its name, unless anything bears it already.
  ///
  /// A link to a file fails if the name is taken, where moving could replace what came meanwhile. A
  /// directory cannot be linked; but moved it replaces at most an empty one.
  private static func name(_ draft: URL, _ place: URL) throws {
    let files = FileManager.default
    if try FileTree.isDirectory(draft) {
      try files.moveItem(at: draft, to: place)
      return
    }
    do {
      try files.linkItem(at: draft, to: place)
    } catch let error as CocoaError where error.code != .fileWriteFileExists {
      // A file system without links, such as FAT.
      try files.moveItem(at: draft, to: place)
    }
  }
}
