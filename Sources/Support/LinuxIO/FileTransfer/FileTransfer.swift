internal import Glibc

/// Brings one file, symbolic link or directory with all in it into a directory, a step at a time.
///
/// What is made has no name, or a hidden one, until it is complete; giving up at any moment removes
/// it. Links are copied as links and never followed, but in the way to the source. Devices, named
/// pipes, sockets and files of the kernel are refused, or left out of a directory and named.
///
/// A move is a rename where that is possible. Elsewhere it is a copy that is synced under its name
/// before anything of the source is removed, and of that only what has been copied and is unchanged.
/// Killed in between nothing is lost: what was not removed yet is there twice.
public final class FileTransfer {
  public enum Action: Sendable {
    case copy
    case move
    /// A symbolic link to the source's absolute path.
    case link
  }

  public enum Progress: Sendable {
    /// Bytes of content so far, and of how many if that is known.
    case copied(Int, of: Int?)
    /// All is there, and the next step gives this its name; where that turns out to need a copy,
    /// it comes again.
    case placing(FileIdentity)
    case finished(Outcome)
  }

  /// What became of it.
  public struct Outcome: Sendable {
    /// How much is named in ``leftOut`` at most.
    public static let leftOutLimit = 1000

    /// The name that it got; `nil` if it was skipped because of a conflict.
    public let name: [UInt8]?
    /// How much content was copied.
    public let byteCount: Int
    public var leftOut: [LeftOut] = []
    public var leftOutCount = 0
    /// Whether a move left the source, or a part of it, since that was not copied or has changed.
    public var sourceIsKept = false
  }

  /// Something of the source that was not copied, or not removed.
  public struct LeftOut: Sendable {
    /// Relative to the source; empty for that itself.
    public let path: [UInt8]
    public let error: FileTransferError
    /// Whether it was only not removed.
    public internal(set) var isCopied = false
  }

  enum State {
    case start
    case sweeping(StagingSweep)
    case measuring(TreeMeasure)
    case file(UnnamedFile, FileCopy)
    case tree(TreeCopy)
    case placing(Placement)
    case removing(TreeRemoval, Outcome)
    case ended
  }

  let path: [UInt8]
  let target: TargetDirectory
  let names: NameChoice
  let action: Action
  let measures: Bool
  var state = State.start
  /// Known once begun.
  var item: SourceItem?
  var byteCount = 0
  var totalByteCount: Int?

  /// Prepares it; nothing is looked at yet.
  ///
  /// `path` is the source; slashes at its end are ignored. With `measures` a directory is gone through
  /// first, so that its progress has an end.
  public init(
    _ path: [UInt8],
    into target: TargetDirectory,
    as names: NameChoice,
    _ action: Action,
    measures: Bool = false
  ) {
    self.path = path
    self.target = target
    self.names = names
    self.action = action
    self.measures = measures
  }

  /// Does about 4 MiB or 20 ms of it; the sync of a move between file systems may take longer.
  ///
  /// After an error, when it has finished or was cancelled, there are no more steps: to ask for one is
  /// a mistake of the program, which ends it.
  public func step() throws(FileTransferError) -> Progress {
    // Not there while it is worked with, so that an error ends all, and arrays are not copied.
    let now = state
    state = .ended
    switch now {
    case .start:
      if let sweep = target.takeSweep() {
        state = .sweeping(sweep)
        return progress
      }
      return try begin()
    case .sweeping(let sweep): return try self.sweep(sweep)
    case .measuring(let measure): return try self.measure(measure)
    case .file(let file, let copy): return try copyFile(file, copy)
    case .tree(let copy): return try copyTree(copy)
    case .placing(let placement): return try place(placement)
    case .removing(let removal, let outcome): return remove(removal, outcome)
    case .ended: preconditionFailure("A transfer that has ended has no more steps.")
    }
  }

  /// Takes steps until it has finished.
  public func run() throws(FileTransferError) -> Outcome {
    while true {
      if case .finished(let outcome) = try step() { return outcome }
    }
  }

  /// Gives up; what is half-done is removed.
  ///
  /// No step may follow. Of what has ended nothing changes.
  /// A move whose copy has its name by then leaves the rest of the source where it is.
  public func cancel() { state = .ended }

  var progress: Progress { .copied(byteCount, of: totalByteCount) }

  var metadata: FileMetadata { FileMetadata(isMove: action == .move) }

  // MARK: Steps

  private func sweep(_ sweep: StagingSweep) throws(FileTransferError) -> Progress {
    var sweep = sweep
    if sweep.step() { return try begin() }
    state = .sweeping(sweep)
    return progress
  }

  private func measure(_ measure: TreeMeasure) throws(FileTransferError) -> Progress {
    var measure = measure
    guard measure.step() else {
      state = .measuring(measure)
      return progress
    }
    totalByteCount = measure.byteCount
    return try beginTree()
  }

  private func copyFile(
    _ file: UnnamedFile,
    _ copy: FileCopy
  ) throws(FileTransferError) -> Progress {
    var copy = copy
    let isDone = try copy.step()
    byteCount = copy.byteCount
    guard isDone else {
      state = .file(file, copy)
      return progress
    }
    return try complete(.file(file))
  }

  private func copyTree(_ copy: TreeCopy) throws(FileTransferError) -> Progress {
    var copy = copy
    let isDone: Bool
    do {
      isDone = try copy.step()
    } catch {
      throw target.meaning(error)
    }
    byteCount = copy.copiedByteCount
    guard isDone else {
      state = .tree(copy)
      return progress
    }
    return try complete(.tree(copy))
  }

  private func remove(_ removal: TreeRemoval, _ outcome: Outcome) -> Progress {
    var removal = removal
    var outcome = outcome
    guard removal.step() else {
      state = .removing(removal, outcome)
      return progress
    }
    if let kept = removal.kept { outcome.keepSource(kept) }
    return .finished(outcome)
  }
}

extension FileTransfer.Outcome {
  mutating func keepSource(_ kept: FileTransfer.LeftOut) {
    sourceIsKept = true
    leftOut.append(kept)
    leftOut[leftOut.count - 1].isCopied = true
    leftOutCount += 1
  }
}
