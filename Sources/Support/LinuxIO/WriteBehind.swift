internal import CLinux
internal import Glibc

/// Has what a copier writes brought to the disk while it goes on.
///
/// So the disk does not wait for the copy to end, the sync at the end is short, and no more than
/// ``window`` is in memory alone. A copier calls ``advance(_:to:)`` after each slice. Where a file
/// system cannot do this, nothing happens, which is only slower.
///
/// Source: sync_file_range(2). It promises nothing by itself: a sync must follow.
public struct WriteBehind: Sendable {
  /// What may be on its way at a time.
  public static let window = 32 << 20
  /// Less is not worth a call.
  private static let slice = 1 << 20

  private var begun = 0
  private var finished = 0
  private var isPossible = true

  /// Begins at the start of a file.
  public init() {}

  /// Begins to write out what lies before `end`; waits while there is more than the window.
  ///
  /// - Throws: What the disk says, such as `EIO` or `ENOSPC`: a later sync would no more say so.
  public mutating func advance(
    _ file: borrowing FileDescriptor,
    to end: Int
  ) throws(SystemError) {
    guard isPossible, end - begun >= Self.slice else { return }
    let number = file.number
    do {
      _ = try retrying("sync_file_range") {
        clinux_begin_writing(number, Int64(begun), Int64(end - begun))
      }
      begun = end
      let old = end - Self.window
      guard old > finished else { return }
      _ = try retrying("sync_file_range") {
        clinux_finish_writing(number, Int64(finished), Int64(old - finished))
      }
      finished = old
    } catch  where [ESPIPE, EINVAL, ENOSYS].contains(error.code) {
      isPossible = false
    }
  }
}
