internal import Synchronization

/// A directory for the copies of one load, which are gone when the load is over.
///
/// It belongs to this process and user alone. Removing twice does no harm, and whoever forgets it
/// has it removed when the lease is released.
package final class FileLease: Sendable {
  private let directory = Mutex<State>(.unused)

  private enum State {
    case unused
    case used(URL)
    case removed(URL?)
  }

  package init() {}

  deinit { remove() }

  /// Has `write` make the file `name` in the directory, and says where it is.
  ///
  /// - Throws: `CancellationError` if the lease was removed meanwhile.
  package func add(_ name: String, _ write: (URL) throws -> Void) throws -> URL {
    let place = try directory.withLock { state in
      if case .used(let url) = state { return url }
      guard case .unused = state else { throw CancellationError() }
      let url = try TransferDirectory.makeSubdirectory()
      state = .used(url)
      return url
    }
    let file = place.appending(component: name)
    do {
      try write(file)
    } catch {
      if isRemoved { remove() }
      throw error
    }
    // A removal that overlapped with the writing may have left what was written after it.
    if isRemoved {
      remove()
      throw CancellationError()
    }
    return file
  }

  /// Removes the directory with all that is in it.
  package func remove() {
    directory.withLock { state in
      switch state {
      case .unused: state = .removed(nil)
      case .removed(nil): break
      case .used(let url):
        TransferDirectory.removeSubdirectory(url)
        state = .removed(url)
      case .removed(let url?): TransferDirectory.removeRest(of: url)
      }
    }
  }

  private var isRemoved: Bool {
    directory.withLock { if case .removed = $0 { true } else { false } }
  }
}
