internal import Synchronization

/// A directory for the copies of one load; it is gone, with all in it, when the load is over.
///
/// It is open to this process and user alone. Whoever forgets to remove it has it removed when the
/// lease is released.
package final class FileLease: Sendable {
  /// The directory, empty at first.
  package let directory: URL
  private let isLent = Atomic(true)

  package init() throws { directory = try TransferDirectory.makeSubdirectory() }

  deinit { remove() }

  /// Removes the directory, once.
  package func remove() {
    guard isLent.exchange(false, ordering: .relaxed) else { return }
    TransferDirectory.removeSubdirectory(directory)
  }
}
