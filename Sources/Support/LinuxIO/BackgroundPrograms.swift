internal import Synchronization

/// What limited commands left running when they ended, for as long as any of it runs.
public final class BackgroundPrograms: Sendable {
  /// As many commands may have left something.
  let limit: Int
  private let marks = Mutex<Set<UInt64>>([])

  public init(limit: Int) { self.limit = limit }

  /// Takes what bears a mark, if anything does; `false` if there is no room for it.
  func take(_ mark: ProcessMark) -> Bool {
    let living = ProcessMark.living()
    return marks.withLock { marks in
      marks.formIntersection(living)
      guard living.contains(mark.value) else { return true }
      guard marks.count < limit else { return false }
      marks.insert(mark.value)
      return true
    }
  }
}
