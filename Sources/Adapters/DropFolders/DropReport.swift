public import LinuxIO

/// A folder to be watched.
public struct WatchedFolder: Hashable, Sendable {
  /// Absolute, of any bytes but NUL; reports name the folder by exactly these.
  public let path: [UInt8]
  /// Up to where the folder is known; `nil` if all that is in it now is known.
  ///
  /// What came after that lands when the folder is first seen.
  public let since: Watermark?

  public init(path: [UInt8], since: Watermark? = nil) {
    (self.path, self.since) = (path, since)
  }
}

/// Up to where what came into a folder was reported, to go on from there after a restart.
///
/// After a crash amid a burst some of what was reported may land again.
public struct Watermark: Hashable, Sendable {
  /// In nanoseconds since 1970: what changed later, by its ctime, was not reported.
  public var time: Int64
  /// What was there before and had not landed, such as a file that is still being written.
  public var unfinished: [[UInt8]]

  public init(time: Int64, unfinished: [[UInt8]] = []) {
    (self.time, self.unfinished) = (time, unfinished)
  }
}

/// Something that came into a folder and is whole.
public struct LandedFile: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case regular
    /// With all in it, as one thing.
    case directory
    /// Leads to a regular file of this user, wherever that is; not to be followed to move it.
    case symbolicLink
  }

  /// In the folder; any bytes but `/` and NUL.
  public let name: [UInt8]
  /// What had the name when it landed; of a link the link itself.
  public let identity: FileIdentity
  public let kind: Kind
  /// Of the content, of a link what it leads to; of a directory that was moved in 0.
  public let byteCount: Int

  public init(name: [UInt8], identity: FileIdentity, kind: Kind, byteCount: Int) {
    (self.name, self.identity, self.kind, self.byteCount) = (name, identity, kind, byteCount)
  }
}

/// How it stands with a folder.
public enum FolderState: Equatable, Sendable {
  case watching
  /// It is waited for.
  case missing(reason: String)
  /// It is there and cannot be watched; tried again now and then.
  case failed(reason: String)
}

/// What ``DropFolders`` has to say; `folder` is the path as it was given.
public enum DropReport: Equatable, Sendable {
  /// Files that landed within a short time of one another, in that order.
  case landed(folder: [UInt8], files: [LandedFile], watermark: Watermark)
  /// Came in and cannot be accepted; told once for each.
  case refused(folder: [UInt8], name: [UInt8], reason: String)
  case state(folder: [UInt8], FolderState)
}
