internal import Synchronization

/// Whether files are offered as cut, so that whoever pastes them moves them; after that they are copied.
///
/// One mark is shared by all forms of one offer, which so never contradict each other.
public final class CutMark: Sendable, Equatable {
  private let state = Mutex((isCut: true, wasTold: false))

  public init() {}

  public static func == (one: CutMark, other: CutMark) -> Bool { one === other }

  public var isCut: Bool { state.withLock { $0.isCut } }

  /// Answers ``isCut`` to somebody, and notes that.
  public func tell() -> Bool {
    state.withLock { state in
      state.wasTold = true
      return state.isCut
    }
  }

  /// Whether somebody was told since this was asked last.
  public func takeTold() -> Bool {
    state.withLock { state in
      defer { state.wasTold = false }
      return state.wasTold
    }
  }

  /// The files were moved, or somebody was told to: the next one copies.
  public func useUp() { state.withLock { $0.isCut = false } }
}
