internal import CLinux
internal import Glibc

extension FileTransfer {
  /// What is complete and waits for its name.
  enum Placement {
    /// The source, by a rename.
    case source(SourceItem)
    case file(UnnamedFile)
    case tree(TreeCopy)
    /// A symbolic link in a directory of its own.
    case link(StagingDirectory, FileIdentity)

    static let linkName = Array("link".utf8)
  }

  /// Says what the next step will place; a copy that a source is removed for is synced first.
  func complete(_ placement: Placement) throws(FileTransferError) -> Progress {
    let isMove = action == .move
    let identity = try target.onTarget { () throws(SystemError) in
      switch placement {
      case .source(let item): return item.details.identity
      case .link(_, let identity): return identity
      case .tree(let copy):
        let number = copy.staging.descriptor.number
        if isMove { _ = try retrying("syncfs") { clinux_sync_file_system(number) } }
        return copy.staging.identity
      case .file(let file):
        if isMove { try file.descriptor.descriptor.synchronize() }
        return try file.descriptor.descriptor.status().identity
      }
    }
    state = .placing(placement)
    return .placing(identity)
  }

  func place(_ placement: Placement) throws(FileTransferError) -> Progress {
    guard let item else { return progress }
    let directory = target.descriptor.number
    switch placement {
    case .source(let item): return try renameSource(item)
    case .file(let file):
      let name = try target.name(names, isDirectory: false) {
        (name, replacing) throws(SystemError) in
        try file.name(name, replacing: replacing)
      }
      return try placed(name, item, file.descriptor)
    case .link(let staging, _):
      let name = try target.name(names, isDirectory: false) {
        (name, replacing) throws(SystemError) in
        try FileSystem.rename(
          Placement.linkName,
          in: staging.descriptor.number,
          to: name,
          in: directory,
          replacing: replacing
        )
      }
      return try placed(name, item, staging.descriptor)
    case .tree(let copy):
      let name: [UInt8]?
      do {
        name = try target.name(names, isDirectory: true) { (name, _) throws(SystemError) in
          try copy.staging.name(name)
        }
      } catch {
        throw target.meaning(error)
      }
      return try placedTree(name, item, copy)
    }
  }

  func finish(_ name: [UInt8]?) -> Progress {
    .finished(Outcome(name: name, byteCount: byteCount))
  }

  // MARK: Moves

  /// A rename, or else a copy from the beginning.
  private func renameSource(_ item: SourceItem) throws(FileTransferError) -> Progress {
    let directory = target.descriptor.number
    let isDirectory = item.details.status.kind == .directory
    do {
      let name = try target.name(names, isDirectory: isDirectory) {
        (name, replacing) throws(SystemError) in
        try FileSystem.rename(
          item.name,
          in: item.parent.number,
          to: name,
          in: directory,
          replacing: replacing
        )
      }
      return finish(name)
    } catch {
      guard case .system(let system) = error.cause else { throw error }
      if system.code == EXDEV { return try beginCopy(of: item) }
      // A rename does not say which side it was.
      guard try item.isUnchanged(or: system) else {
        throw FileTransferError(.source, .replacedMeanwhile)
      }
      if [EACCES, EPERM].contains(system.code) { try item.demandRemovable() }
      throw error
    }
  }

  /// After the name: a move syncs it, and only then removes the source.
  private func placed(
    _ name: [UInt8]?,
    _ item: SourceItem,
    _ made: SharedDescriptor
  ) throws(FileTransferError) -> Progress {
    guard name != nil, action == .move else { return finish(name) }
    try target.onTarget { () throws(SystemError) in try target.synchronize(made) }
    var outcome = Outcome(name: name, byteCount: byteCount)
    do {
      if try item.isUnchanged {
        try item.remove()
      } else {
        outcome.keepSource(itself(.changedMeanwhile))
      }
    } catch {
      outcome.keepSource(itself(.system(error)))
    }
    return .finished(outcome)
  }

  private func placedTree(
    _ name: [UInt8]?,
    _ item: SourceItem,
    _ copy: TreeCopy
  ) throws(FileTransferError) -> Progress {
    var outcome = Outcome(
      name: name,
      byteCount: byteCount,
      leftOut: copy.leftOut,
      leftOutCount: copy.leftOutCount
    )
    guard name != nil, action == .move else { return .finished(outcome) }
    try target.onTarget { () throws(SystemError) in
      try target.synchronize(copy.staging.descriptor)
    }
    guard copy.leftOutCount == 0 else {
      outcome.sourceIsKept = true
      return .finished(outcome)
    }
    do {
      let (root, _) = try item.open()
      let removal = try on(.source) { () throws(SystemError) in
        try TreeRemoval(item.name, in: item.parent, root, only: copy.copied)
      }
      state = .removing(removal, outcome)
      return progress
    } catch {
      outcome.keepSource(LeftOut(path: [], error: error))
      return .finished(outcome)
    }
  }

  private func itself(_ cause: FileTransferError.Cause) -> LeftOut {
    LeftOut(path: [], error: FileTransferError(.source, cause))
  }
}

extension SourceItem {
  /// Whether the source is there; throws if it is gone, which then was what `error` meant.
  func isUnchanged(or error: SystemError) throws(FileTransferError) -> Bool {
    let found = try on(.source) { () throws(SystemError) in
      try FileSystem.details(of: name, in: parent.number)
    }
    guard let found else { throw FileTransferError(.source, .system(error)) }
    return found.identity == details.identity
  }
}
