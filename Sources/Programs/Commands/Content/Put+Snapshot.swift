import Arguments
import LinuxIO
import Wire

// `xfer put --snapshot FILE…`
extension Put {
  /// What one message can carry.
  static let mostFiles = UnixSocket.maximumDescriptorsPerMessage

  /// Refuses what makes no sense with it.
  func checkSnapshot() throws(UsageError) {
    guard type == nil, added.isEmpty, !dropsNewline, !words.contains(Self.dash) else {
      throw .contradiction("--snapshot takes FILEs alone: no -t, -r, --promise, -n or -")
    }
    guard !words.isEmpty else { throw .contradiction("--snapshot wants a FILE") }
    guard itemName == nil || words.count == 1 else {
      throw .contradiction("--name is for one file")
    }
    guard words.count <= Self.mostFiles else {
      throw .contradiction("--snapshot takes at most \(Self.mostFiles) files at a time")
    }
  }

  /// Each file as an item under its own name; what type it is, the daemon finds out.
  func snapshot() throws(Failure) -> ([PutItem], [SharedDescriptor]) {
    var items: [PutItem] = []
    var descriptors: [SharedDescriptor] = []
    for path in words {
      let content = PutRepresentation(descriptor: descriptors.count)
      items.append(
        itemName.map { PutItem(name: $0, representations: [content]) }
          ?? PutItem(fileName: Self.lastComponent(of: path), representations: [content])
      )
      descriptors.append(try Input.file(path))
    }
    return (items, descriptors)
  }
}
