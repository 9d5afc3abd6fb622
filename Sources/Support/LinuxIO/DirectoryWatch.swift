internal import CLinux
internal import Glibc

/// Changes of directories as events of a loop; while nothing happens it costs nothing.
///
/// A watch belongs to the directory, not to its path: it follows a directory that is renamed, and one
/// that is mounted over it, or put in its place, is another. Holds no directory open: none is busy by it.
///
/// Source: inotify(7).
public final class DirectoryWatch: Sendable {
  /// One watch of one directory; two paths of the same directory have the same.
  public struct ID: Hashable, Sendable {
    let number: CInt
  }

  /// What to be told of; that a directory moves, goes or is unmounted is told in any case.
  public enum Interest: Sendable {
    case itself
    /// Names that come and go.
    case names
    /// All that ``DirectoryEvent`` has.
    case everything
  }

  private let descriptor: FileDescriptor
  private let loop: EventLoop

  /// Calls `handler` on `loop` with what happened, in order, some hundred events at a time.
  ///
  /// - Throws: `EMFILE` if the user has too many of these (fs.inotify.max_user_instances).
  public init(
    on loop: EventLoop,
    handler: @escaping @Sendable ([DirectoryEvent]) -> Void
  ) throws(SystemError) {
    let number = try retrying("inotify_init") { clinux_inotify() }
    descriptor = FileDescriptor(owning: number)
    self.loop = loop
    try loop.watch(number: number, for: .readable) { _ in
      let events = Self.read(number)
      if !events.isEmpty { handler(events) }
    }
  }

  deinit {
    loop.unwatch(number: descriptor.number)
  }

  /// Watches a directory, or changes what a watched one is watched for; links are followed.
  ///
  /// - Throws: `ENOSPC` if the user watches too many (fs.inotify.max_user_watches), `ENOTDIR`,
  ///   `ENOENT`, and `EACCES` if it may not be read.
  public func add(_ path: [UInt8], for interest: Interest) throws(SystemError) -> ID {
    let events = interest.events
    return ID(
      number: try FileSystem.call("inotify_add_watch", path) {
        clinux_inotify_add(descriptor.number, $0, events)
      }
    )
  }

  /// Ends a watch, which may have ended before; what happened until now may still be told.
  public func remove(_ id: ID) {
    _ = clinux_inotify_remove(descriptor.number, id.number)
  }

  /// Whether something has happened that was not told yet.
  public var hasUntold: Bool {
    // It cannot fail but for want of memory, and is told later then.
    (try? Readiness.poll(descriptor.number, for: .readable, timeout: .zero)) != nil
  }

  /// A part of what there is, so that others on the loop have their turn.
  private static func read(_ number: CInt) -> [DirectoryEvent] {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      guard count > 0 else { return [] }
      return DirectoryEvent.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

extension DirectoryWatch.Interest {
  fileprivate var events: UInt32 {
    let itself = CLINUX_SELF_DELETED | CLINUX_SELF_MOVED
    let names = itself | CLINUX_CREATED | CLINUX_DELETED | CLINUX_MOVED_IN | CLINUX_MOVED_OUT
    return switch self {
    case .itself: UInt32(itself)
    case .names: UInt32(names)
    case .everything: UInt32(names | CLINUX_CLOSED_AFTER_WRITING | CLINUX_ATTRIBUTES)
    }
  }
}
