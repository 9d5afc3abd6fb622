internal import CLinux

/// One change of a directory that is watched, or of the watch itself.
///
/// Source: inotify(7).
public struct DirectoryEvent: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    /// A name was made: for a new file, directory or special file, or a further name of a file.
    case created
    /// Somebody who had the file open for writing has closed it; others may still have it.
    case closedAfterWriting
    /// The two halves of one renaming have the same cookie; one half may be elsewhere.
    case movedIn(cookie: UInt32)
    case movedOut(cookie: UInt32)
    case deleted
    /// Mode, owner, times or extended attributes; without a name those of the directory.
    case attributes
    /// The directory itself has gone, which shows only when nobody has it open any more.
    case selfDeleted
    case selfMoved
    case unmounted
    /// More happened than the queue holds; what is lost is not said.
    case overflow
    /// The watch has ended, for whatever reason; its number means nothing any more.
    case ignored
  }

  /// `nil` if it concerns all.
  public let watch: DirectoryWatch.ID?
  public let change: Change
  /// In the directory; `nil` if the directory itself is meant.
  public let name: [UInt8]?
  /// Whether what has the name is a directory.
  public let isDirectory: Bool

  public init(
    watch: DirectoryWatch.ID?,
    change: Change,
    name: [UInt8]? = nil,
    isDirectory: Bool = false
  ) {
    (self.watch, self.change, self.name, self.isDirectory) = (watch, change, name, isDirectory)
  }

  /// What a read of inotify gave; what is cut off or unknown is left out.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> [DirectoryEvent] {
    var events: [DirectoryEvent] = []
    var rest = bytes[...]
    while rest.count >= headerByteCount {
      let header = UnsafeRawBufferPointer(rebasing: rest.prefix(headerByteCount))
      let mask = header.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      let nameByteCount = header.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
      rest = rest.dropFirst(headerByteCount)
      guard nameByteCount <= rest.count else { break }
      let name = Array(rest.prefix(Int(nameByteCount)).prefix { $0 != 0 })
      rest = rest.dropFirst(Int(nameByteCount))
      let cookie = header.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      guard let change = Change(mask: mask, cookie: cookie) else { continue }
      let watch = header.loadUnaligned(as: CInt.self)
      events.append(
        DirectoryEvent(
          watch: watch < 0 ? nil : DirectoryWatch.ID(number: watch),
          change: change,
          name: name.isEmpty ? nil : name,
          isDirectory: mask & UInt32(CLINUX_IS_DIRECTORY) != 0
        )
      )
    }
    return events
  }

  /// Watch, events, cookie and length of the name, 32 bits each.
  static let headerByteCount = 16
}

extension DirectoryEvent.Change {
  fileprivate init?(mask: UInt32, cookie: UInt32) {
    func has(_ bit: Int) -> Bool { mask & UInt32(bit) != 0 }
    if has(CLINUX_OVERFLOW) {
      self = .overflow
    } else if has(CLINUX_IGNORED) {
      self = .ignored
    } else if has(CLINUX_UNMOUNTED) {
      self = .unmounted
    } else if has(CLINUX_SELF_DELETED) {
      self = .selfDeleted
    } else if has(CLINUX_SELF_MOVED) {
      self = .selfMoved
    } else if has(CLINUX_CREATED) {
      self = .created
    } else if has(CLINUX_CLOSED_AFTER_WRITING) {
      self = .closedAfterWriting
    } else if has(CLINUX_MOVED_IN) {
      self = .movedIn(cookie: cookie)
    } else if has(CLINUX_MOVED_OUT) {
      self = .movedOut(cookie: cookie)
    } else if has(CLINUX_DELETED) {
      self = .deleted
    } else if has(CLINUX_ATTRIBUTES) {
      self = .attributes
    } else {
      return nil
    }
  }
}
