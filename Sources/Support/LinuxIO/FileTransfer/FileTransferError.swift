internal import Glibc

/// Why a file could not be brought into a directory: on which side, and what was the matter.
///
/// Holds no names: the caller knows what it asked for and may show it.
public struct FileTransferError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Side: Equatable, Sendable {
    case source
    case target
  }

  public enum Cause: Equatable, Sendable {
    case system(SystemError)
    /// A device, FIFO or socket, which has no content of its own.
    case special(FileStatus.Kind)
    /// A file of `/proc`, `/sys` and the like, or a directory there that was to get one.
    case madeByKernel
    /// The target directory is the source or lies in it.
    case intoItself
    /// The source is another file than a moment ago.
    case replacedMeanwhile
    /// The source's content has changed since it was copied, so it must not be removed.
    case changedMeanwhile
    /// Something has the name, and the caller wanted that to be an error.
    case nameTaken
    /// A directory has the name of what was to be replaced.
    case directoryInPlace
    /// A file has the name of a directory that was to be put there.
    case fileInPlace
    /// Not the name of one file in the directory, or one that this engine needs itself.
    case unusableName
    /// All names that may be tried are taken.
    case allNamesTaken
    /// The target directory has been removed.
    case directoryRemoved
    /// What had been copied was removed from the target directory before it was all there.
    case copyRemoved
  }

  public let side: Side
  public let cause: Cause

  public init(_ side: Side, _ cause: Cause) {
    self.side = side
    self.cause = cause
  }

  /// The reason alone, as words for the end of a line.
  public var reason: String {
    switch cause {
    case .system(let error): error.reason
    case .special(let kind): "is a \(Self.word(for: kind)), which cannot be copied"
    case .madeByKernel where side == .target:
      "a directory of the kernel takes no files; name another one"
    case .madeByKernel: "is a file of the kernel, which cannot be copied"
    case .intoItself: "a directory cannot go into itself"
    case .replacedMeanwhile: "was replaced by another file meanwhile"
    case .changedMeanwhile: "it was changed meanwhile"
    case .nameTaken: "something has that name already"
    case .directoryInPlace: "a directory has that name, and is never replaced"
    case .fileInPlace: "a file has that name, and a directory does not replace it"
    case .unusableName: "cannot be the name of a file there"
    case .allNamesTaken: "every name that may be tried is taken"
    case .directoryRemoved: "the target directory has been removed"
    case .copyRemoved: "its copy was removed before it was all there; copy it again"
    }
  }

  public var description: String { "\(side): \(reason)" }

  private static func word(for kind: FileStatus.Kind) -> String {
    switch kind {
    case .pipe: "named pipe"
    case .socket: "socket"
    case .characterDevice, .blockDevice: "device"
    case .regular, .directory, .symbolicLink, .other: "file of an unknown kind"
    }
  }
}

/// Says on which side a call failed.
func on<Result>(
  _ side: FileTransferError.Side,
  _ body: () throws(SystemError) -> Result
) throws(FileTransferError) -> Result {
  do {
    return try body()
  } catch {
    throw FileTransferError(side, .system(error))
  }
}
