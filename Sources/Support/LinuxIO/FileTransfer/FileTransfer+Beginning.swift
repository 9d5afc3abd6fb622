internal import Glibc

extension FileTransfer {
  /// Looks at the source and at what has its name, and decides what there is to do.
  func begin() throws(FileTransferError) -> Progress {
    // Before much is copied for nothing.
    if case .fail(let cause) = NameAttempts(names, isDirectory: false).step {
      throw FileTransferError(.target, cause)
    }
    let item = try SourceItem(path, ordinary: target.ordinary)
    self.item = item
    if item.details.status.kind == .directory, action != .link {
      let isInside = try target.onTarget { () throws(SystemError) in
        try target.isInside(item.details.identity)
      }
      if isInside { throw FileTransferError(.source, .intoItself) }
    }
    if action == .move, try item.isIn(target) { return finish(item.name) }
    if let outcome = try settleConflict(item) { return outcome }
    switch action {
    case .link: return try makeLink(to: absolutePath())
    case .move: return try complete(.source(item))
    case .copy: return try beginCopy(of: item)
    }
  }

  /// What can be said of a name that is taken before anything is copied.
  private func settleConflict(_ item: SourceItem) throws(FileTransferError) -> Progress? {
    guard names.conflict != .rename, let occupant = try target.occupant(of: names) else {
      return nil
    }
    switch names.conflict {
    case .rename: return nil
    case .skip: return finish(nil)
    case .fail: throw FileTransferError(.target, .nameTaken)
    case .replace:
      // A file is not replaced by itself, which would be the end of it.
      if occupant.identity == item.details.identity {
        return try finishWithItself(item, occupant)
      }
      let isDirectory = item.details.status.kind == .directory && action != .link
      if occupant.status.kind == .directory { throw FileTransferError(.target, .directoryInPlace) }
      if isDirectory { throw FileTransferError(.target, .fileInPlace) }
      return nil
    }
  }

  /// The wanted name is already one of the source.
  private func finishWithItself(
    _ item: SourceItem,
    _ occupant: FileDetails
  ) throws(FileTransferError) -> Progress {
    // With one name only it is seen twice by way of a mount.
    if action == .move, occupant.linkCount > 1 {
      try on(.source) { () throws(SystemError) in try item.remove() }
    }
    return finish(names.candidate(1))
  }

  func beginCopy(of item: SourceItem) throws(FileTransferError) -> Progress {
    if action == .move { try item.demandRemovable() }
    switch item.details.status.kind {
    case .directory:
      guard measures else { return try beginTree() }
      let (source, _) = try item.open()
      state = .measuring(try on(.source) { () throws(SystemError) in try TreeMeasure(source) })
      return progress
    case .symbolicLink:
      let content = try on(.source) { () throws(SystemError) in
        try FileSystem.content(ofLink: item.name, in: item.parent.number)
      }
      return try makeLink(to: content, item.details)
    default: return try beginFile(item)
    }
  }

  private func beginFile(_ item: SourceItem) throws(FileTransferError) -> Progress {
    let (source, details) = try item.open()
    totalByteCount = details.status.byteCount
    let file = try target.onTarget { () throws(SystemError) in
      try UnnamedFile(in: target.descriptor)
    }
    state = .file(file, FileCopy(source, details, to: file.descriptor, metadata, target.cloneless))
    return progress
  }

  func beginTree() throws(FileTransferError) -> Progress {
    guard let (source, _) = try item?.open() else { return progress }
    let staging = try target.onTarget { () throws(SystemError) in
      try StagingDirectory(in: target.descriptor)
    }
    state = .tree(try TreeCopy(source, to: staging, metadata, target.cloneless))
    return progress
  }

  /// Makes a link in a directory of its own, since a link cannot be locked.
  private func makeLink(
    to content: [UInt8],
    _ details: FileDetails? = nil
  ) throws(FileTransferError) -> Progress {
    let metadata = metadata
    let (staging, made) = try target.onTarget { () throws(SystemError) in
      let staging = try StagingDirectory(in: target.descriptor)
      let directory = staging.descriptor.number
      try FileSystem.makeLink(to: content, Placement.linkName, in: directory)
      if let details { try metadata.copyToLink(Placement.linkName, in: directory, details) }
      return (staging, try FileSystem.details(of: Placement.linkName, in: directory))
    }
    guard let made else {
      throw FileTransferError(.target, .system(.init(call: "symlink", code: ENOENT)))
    }
    return try complete(.link(staging, made.identity))
  }

  private func absolutePath() throws(FileTransferError) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    if path.first == slash { return path }
    let here = try on(.source) { () throws(SystemError) in
      try FileSystem.resolved([UInt8(ascii: ".")])
    }
    return here + (here == [slash] ? [] : [slash]) + path
  }
}

extension SourceItem {
  /// Whether it is in that directory already.
  func isIn(_ target: TargetDirectory) throws(FileTransferError) -> Bool {
    try on(.source) { () throws(SystemError) in try parent.descriptor.status().identity }
      == target.identity
  }

  /// Refuses early what could not be removed in the end.
  func demandRemovable() throws(FileTransferError) {
    try on(.source) { () throws(SystemError) in
      _ = try retrying("access") { faccessat(parent.number, ".", W_OK | X_OK, AT_EACCESS) }
    }
  }
}
