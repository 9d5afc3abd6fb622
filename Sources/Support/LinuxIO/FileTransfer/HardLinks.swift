/// Where the files of a tree that have several names were copied to, for the further names.
struct HardLinks {
  private struct Place {
    var path: [UInt8]
    /// How many names it may still come by.
    var namesLeft: UInt64
  }

  private var places: [FileIdentity: Place] = [:]

  /// The path from the top of the tree under which the file was copied, if it was.
  func path(of details: FileDetails) -> [UInt8]? {
    guard details.linkCount > 1 else { return nil }
    return places[details.identity]?.path
  }

  /// The file has been copied to there, or has got one of its further names.
  mutating func add(_ details: FileDetails, at path: @autoclosure () -> [UInt8]) {
    guard details.linkCount > 1 else { return }
    let namesLeft = (places[details.identity]?.namesLeft ?? details.linkCount) - 1
    // Forgotten with its last name, so that this does not grow with the tree.
    places[details.identity] = namesLeft > 0 ? Place(path: path(), namesLeft: namesLeft) : nil
  }
}
