internal import Glibc

/// Copies a directory with all that is in it into a staging directory, a step at a time.
///
/// What cannot be read is left out and named. An error of the target ends it.
struct TreeCopy {
  typealias LeftOut = FileTransfer.LeftOut

  let staging: StagingDirectory
  private let metadata: FileMetadata
  private let cloneless: DeviceMemory
  private var walk: TreeWalk
  private var made: DirectoryStack
  /// Of the directories that one is in, as they were before anything was read.
  private var directories: [FileDetails]
  private var links = HardLinks()
  private var file: CopiedFile?

  private(set) var byteCount = 0
  private(set) var leftOut: [LeftOut] = []
  private(set) var leftOutCount = 0
  /// The files and links that were copied, if they are to be removed.
  private(set) var copied = CopiedVersions()

  /// A file on its way.
  private struct CopiedFile {
    let name: [UInt8]
    let details: FileDetails
    var copy: FileCopy
  }

  init(
    _ source: SharedDescriptor,
    to staging: StagingDirectory,
    _ metadata: FileMetadata,
    _ cloneless: DeviceMemory
  ) throws(FileTransferError) {
    self.staging = staging
    self.metadata = metadata
    self.cloneless = cloneless
    directories = [try on(.source) { () throws(SystemError) in try source.descriptor.details() }]
    walk = try on(.source) { () throws(SystemError) in try TreeWalk(source) }
    made = try on(.target) { () throws(SystemError) in try DirectoryStack(staging.descriptor) }
  }

  /// True when all is copied.
  mutating func step() throws(FileTransferError) -> Bool {
    var budget = StepBudget()
    while !budget.isSpent {
      if file != nil {
        budget.spend(try continueFile())
        continue
      }
      switch try nextEvent() {
      case .entry(let name): try begin(name)
      case .left: try finishDirectory()
      case .end:
        try copyMetadata(from: walk.directory, to: staging.descriptor)
        return true
      }
    }
    return false
  }

  /// What was copied so far, with the file on its way.
  var copiedByteCount: Int { byteCount + (file?.copy.byteCount ?? 0) }

  private mutating func nextEvent() throws(FileTransferError) -> TreeWalk.Event {
    while true {
      do {
        return try walk.next()
      } catch  where error.call == "getdents" {
        leaveOut([], .system(error))
        walk.abandonDirectory()
      } catch {
        let isElsewhere = error.code == ESTALE
        throw FileTransferError(.source, isElsewhere ? .replacedMeanwhile : .system(error))
      }
    }
  }

  // MARK: Entries

  /// Errors of the source leave the entry out.
  private mutating func begin(_ name: [UInt8]) throws(FileTransferError) {
    do {
      try copy(name)
    } catch  where error.side == .source && !error.isExhaustion {
      leaveOut(name, error.cause)
    }
  }

  private mutating func copy(_ name: [UInt8]) throws(FileTransferError) {
    let directory = walk.directory.number
    let found = try on(.source) { () throws(SystemError) in
      try FileSystem.details(of: name, in: directory)
    }
    // What was removed since its name was read is no part of the directory any more.
    guard let details = found else { return }
    switch details.status.kind {
    case .directory: try enter(name, try open(name, O_RDONLY | O_DIRECTORY))
    case .regular: try beginFile(name)
    case .symbolicLink: try copyLink(name, details)
    default: throw FileTransferError(.source, .special(details.status.kind))
    }
  }

  /// Opens something in the source that was of the right kind a moment ago.
  private func open(_ name: [UInt8], _ flags: CInt) throws(FileTransferError) -> SharedDescriptor {
    do {
      return try FileSystem.open(name, in: walk.directory.number, flags)
    } catch {
      throw FileTransferError(
        .source,
        SourceItem.isReplacement(error.code) ? .replacedMeanwhile : .system(error)
      )
    }
  }

  private mutating func enter(
    _ name: [UInt8],
    _ source: SharedDescriptor
  ) throws(FileTransferError) {
    let details = try detailsOfOpen(source)
    // Through a mount of a part of the source elsewhere the target may lie in it all the same.
    if details.identity == staging.identity { throw FileTransferError(.target, .intoItself) }
    try on(.source) { () throws(SystemError) in try walk.enter(name, source) }
    directories.append(details)
    try onTarget { (self) throws(SystemError) in
      try FileSystem.makeDirectory(name, in: self.made.current.number)
      let directory = try FileSystem.openDirectory(name, in: self.made.current.number)
      try self.made.push(name, directory)
    }
  }

  private mutating func finishDirectory() throws(FileTransferError) {
    guard let source = walk.leftDirectory else { return }
    // Before the mode that may take away our own permission to go up.
    let target = try onTarget { (self) throws(SystemError) in try self.made.pop().directory }
    try copyMetadata(from: source, to: target)
  }

  private mutating func copyMetadata(
    from source: SharedDescriptor,
    to target: SharedDescriptor
  ) throws(FileTransferError) {
    let details = directories.removeLast()
    try onTarget { (self) throws(SystemError) in
      try self.metadata.copy(from: source, details, to: target)
    }
  }

  private mutating func beginFile(_ name: [UInt8]) throws(FileTransferError) {
    let source = try open(name, O_RDONLY | O_NONBLOCK)
    let details = try detailsOfOpen(source)
    guard details.status.kind == .regular else {
      throw FileTransferError(.source, .replacedMeanwhile)
    }
    if let path = links.path(of: details), link(path, name) {
      links.add(details, at: path)
      return remember(details)
    }
    let target = try onTarget { (self) throws(SystemError) in
      try FileSystem.create(name, in: self.made.current.number)
    }
    let copy = FileCopy(source, details, to: target, metadata, cloneless)
    file = CopiedFile(name: name, details: details, copy: copy)
  }

  private mutating func continueFile() throws(FileTransferError) -> Int {
    guard let name = file?.name, let before = file?.copy.byteCount else { return 0 }
    do {
      let isDone = try file?.copy.step() ?? true
      let count = file?.copy.byteCount ?? before
      if isDone, let done = file {
        file = nil
        byteCount += count
        links.add(done.details, at: walk.stack.path(of: name))
        remember(done.details)
      }
      return count - before
    } catch  where error.side == .source && !error.isExhaustion {
      file = nil
      try onTarget { (self) throws(SystemError) in
        try FileSystem.remove(name, in: self.made.current.number)
      }
      leaveOut(name, error.cause)
      return 0
    }
  }

  private mutating func copyLink(
    _ name: [UInt8],
    _ details: FileDetails
  ) throws(FileTransferError) {
    let content: [UInt8]
    do {
      content = try FileSystem.content(ofLink: name, in: walk.directory.number)
    } catch {
      throw FileTransferError(
        .source,
        error.code == EINVAL ? .replacedMeanwhile : .system(error)
      )
    }
    let metadata = metadata
    try onTarget { (self) throws(SystemError) in
      try FileSystem.makeLink(to: content, name, in: self.made.current.number)
      try metadata.copyToLink(name, in: self.made.current.number, details)
    }
    remember(details)
  }

  /// Gives a file that was copied a second name; where that cannot be, it is copied again.
  private func link(_ path: [UInt8], _ name: [UInt8]) -> Bool {
    let link: Void? = try? FileSystem.link(
      path,
      in: staging.descriptor.number,
      to: name,
      in: made.current.number
    )
    return link != nil
  }

  // MARK: Bookkeeping

  private func detailsOfOpen(_ source: SharedDescriptor) throws(FileTransferError) -> FileDetails {
    let details = try on(.source) { () throws(SystemError) in try source.descriptor.details() }
    // Only where another file system is mounted.
    if details.status.device != directories.last?.status.device {
      try SourceItem.refuseKernelFiles(source)
    }
    return details
  }

  private mutating func remember(_ details: FileDetails) {
    if metadata.isMove { copied.add(details) }
  }

  private mutating func leaveOut(_ name: [UInt8], _ cause: FileTransferError.Cause) {
    leftOutCount += 1
    guard leftOut.count < FileTransfer.Outcome.leftOutLimit else { return }
    leftOut.append(
      LeftOut(path: walk.stack.path(of: name), error: FileTransferError(.source, cause))
    )
  }

  private mutating func onTarget<Result>(
    _ body: (inout Self) throws(SystemError) -> Result
  ) throws(FileTransferError) -> Result {
    do {
      return try body(&self)
    } catch {
      throw FileTransferError(.target, .system(error))
    }
  }
}

extension FileTransferError {
  /// Whether it may work a moment later, and so must not be taken for a property of the file.
  var isExhaustion: Bool {
    guard case .system(let error) = cause else { return false }
    return error.isExhaustion
  }
}
