import LinuxIO

// What follows from a look at a name.
extension FolderWatch {
  mutating func take(_ look: FolderEvent.Look, of name: Name, _ now: MonotonicTime) {
    guard var candidate = candidates[name] else { return }  // Lost or forgotten meanwhile.
    candidate.isAsked = false
    candidates[name] = candidate
    switch look {
    case .absent: forget(name)
    case .unknown: wait(for: name, candidate, atLeast: limits.settling, now)
    case .file(let version, let byteCount, let writer):
      take(version, byteCount, writer, of: name, candidate, now)
    case .directory(let version, let tree): take(version, tree, of: name, candidate, now)
    case .unreadable(let version):
      refuse(name, version, "it cannot be read: permission denied", candidate, now)
      unreadable.insert(name)
    case .unacceptable(let version, let reason): refuse(name, version, reason, candidate, now)
    }
  }

  private mutating func take(
    _ version: FileVersion,
    _ byteCount: Int,
    _ writer: FileWriter,
    of name: Name,
    _ candidate: Candidate,
    _ now: MonotonicTime
  ) {
    // Opened once more before we told of it.
    if writer == .somebody, burst.contains(name) {
      burst.remove(name)
      known[name] = nil
    }
    if isSettled(name, version, candidate, now) { return }
    // Whoever made the name may be about to open it.
    guard candidate.isWhole || now >= candidate.first + limits.fresh else {
      return setDue(candidate.first + limits.fresh, of: name)
    }
    switch writer {
    case .nobody: land(name, version, byteCount, now)
    case .somebody: wait(for: name, candidate, atLeast: .milliseconds(10), now)
    case .unknown:
      if candidate.isWhole || hasRested(name, .file(version), candidate, now) {
        land(name, version, byteCount, now)
      }
    }
  }

  private mutating func take(
    _ version: FileVersion,
    _ tree: TreeVersion?,
    of name: Name,
    _ candidate: Candidate,
    _ now: MonotonicTime
  ) {
    if isSettled(name, version, candidate, now) { return }
    // A directory that was moved in is there with all that is in it.
    if candidate.isWhole { return land(name, version, 0, now) }
    // It may have gone while it was looked through.
    guard let tree, !candidate.isStale else { return setDue(now, of: name) }
    if tree.hasWriter { return wait(for: name, candidate, atLeast: limits.settling, now) }
    if hasRested(name, .tree(tree), candidate, now) { land(name, version, tree.byteCount, now) }
  }

  /// Looks again after a quarter of the time that it took so far: who closed it may not have been the last
  /// to have it open, or may close it by another name, of which we are not told.
  private mutating func wait(
    for name: Name,
    _ candidate: Candidate,
    atLeast least: Duration,
    _ now: MonotonicTime
  ) {
    candidates[name]?.resting = nil
    let delay = max(least, min((now - candidate.first) / 4, .seconds(30)))
    setDue(now + delay, of: name)
  }

  /// Whether something is as it was long enough ago; else it is looked at again.
  private mutating func hasRested(
    _ name: Name,
    _ state: RestingState,
    _ candidate: Candidate,
    _ now: MonotonicTime
  ) -> Bool {
    var delay = limits.settling
    if let resting = candidate.resting, resting.state == state {
      if now - resting.since >= limits.settling { return true }
      delay = limits.settling - (now - resting.since)
    } else {
      candidates[name]?.resting = (state, now)
    }
    // To look through a large tree takes time, and is not all that we do.
    if case .tree(let tree) = state { delay += .microseconds(min(tree.count, 600_000) * 100) }
    setDue(now + delay, of: name)
    return false
  }

  /// Whether this is nothing new: known, or renamed, or put here by ourselves.
  private mutating func isSettled(
    _ name: Name,
    _ version: FileVersion,
    _ candidate: Candidate,
    _ now: MonotonicTime
  ) -> Bool {
    let state = KnownFile(version)
    if known[name] != state {
      guard candidate.carried == state || meetExpectation(version, now) else { return false }
      // What was to be told of this name was another file.
      burst.remove(name)
      known[name] = state
    }
    candidates[name] = nil
    return true
  }

  private mutating func land(
    _ name: Name,
    _ version: FileVersion,
    _ byteCount: Int,
    _ now: MonotonicTime
  ) {
    let kind: LandedFile.Kind =
      switch version.kind {
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      default: .regular
      }
    candidates[name] = nil
    known[name] = KnownFile(version)
    burst.add(
      LandedFile(name: name, identity: version.identity, kind: kind, byteCount: byteCount),
      at: now
    )
  }

  private mutating func refuse(
    _ name: Name,
    _ version: FileVersion,
    _ reason: String,
    _ candidate: Candidate,
    _ now: MonotonicTime
  ) {
    if isSettled(name, version, candidate, now) { return }
    candidates[name] = nil
    burst.remove(name)
    known[name] = KnownFile(version)
    actions.append(.refuse(name, reason: reason))
  }
}
