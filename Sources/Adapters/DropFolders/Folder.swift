internal import LinuxIO

/// A folder that ``DropFolders`` watches; belongs to that actor.
final class Folder {
  /// The path as it was given, and in its plain form.
  let given: [UInt8]
  let path: [UInt8]
  /// Without links, when it was last there.
  var resolved: [UInt8]
  var watch: FolderWatch
  /// The watch of the directory that the path leads to.
  var attachment: Attachment?
  /// The directory that it led to last.
  var lastIdentity: FileIdentity?
  var state: FolderState?
  var missingSince: MonotonicTime?
  /// Up to where it was reported.
  private(set) var mark: Watermark

  struct Attachment {
    let id: DirectoryWatch.ID
    let identity: FileIdentity
  }

  /// By how much a time of a file may be behind the clock: the kernel takes that of its last tick, 10 ms
  /// apart at most.
  static let clockTick: Int64 = 20_000_000

  init(_ folder: WatchedFolder, path: [UInt8], limits: DropLimits) {
    (given, self.path, resolved) = (folder.path, path, path)
    watch = FolderWatch(since: folder.since, limits: limits)
    mark = folder.since ?? Watermark(time: Self.clock - Self.clockTick)
  }

  /// Now, in nanoseconds since 1970.
  static var clock: Int64 { Int64(clamping: LocalTime.nanosecondsSince1970) }

  /// Notes that all that changed until `time` is known, reported or unfinished.
  ///
  /// Not in the middle of much: who goes on from the mark before that meets some files twice, but loses
  /// none.
  func setMark(_ time: Int64) {
    let unfinished = watch.unfinished
    guard unfinished.count <= 256 else { return }
    mark = Watermark(time: time - Self.clockTick, unfinished: unfinished)
  }
}
