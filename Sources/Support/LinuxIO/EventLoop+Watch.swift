internal import CLinux
internal import Glibc
internal import Synchronization

extension EventLoop {
  /// Calls `handler` whenever the descriptor is ready, again and again while it stays so.
  ///
  /// End it with ``unwatch(_:)`` before the descriptor closes.
  ///
  /// - Throws: `EPERM` for a regular file or directory, which is always ready; `EEXIST` if the number
  ///   is watched already.
  public func watch(
    _ descriptor: borrowing FileDescriptor,
    for readiness: Readiness,
    _ handler: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    try watch(number: descriptor.number, for: readiness, handler)
  }

  /// As ``watch(_:for:_:)`` for a number whose owner outlives the registration.
  public func watch(
    number: CInt,
    for readiness: Readiness,
    _ handler: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    let stale = try state.withLock { (state) throws(SystemError) -> Registration? in
      let token = state.nextToken
      if !readiness.isEmpty {
        try control(CLINUX_EPOLL_ADD, number, readiness, token: token)
      }
      state.nextToken += 1
      // A number that was closed without an unwatch: epoll has dropped it, and so do we.
      let stale = state.tokens[number].flatMap { state.registrations.removeValue(forKey: $0) }
      state.tokens[number] = token
      state.registrations[token] = Registration(
        number: number,
        readiness: readiness,
        handler: handler
      )
      return stale
    }
    withExtendedLifetime(stale) {}
  }

  /// Changes what a watched number is watched for; nothing at all is silent even about hang-ups.
  public func rewatch(number: CInt, for readiness: Readiness) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard let token = state.tokens[number], let old = state.registrations[token] else {
        throw SystemError(call: "epoll_ctl", code: ENOENT)
      }
      guard old.readiness != readiness else { return }
      // With no interest epoll would go on reporting hang-ups, without end.
      let operation =
        readiness.isEmpty
        ? CLINUX_EPOLL_DELETE : old.readiness.isEmpty ? CLINUX_EPOLL_ADD : CLINUX_EPOLL_MODIFY
      try control(operation, number, readiness, token: token)
      state.registrations[token]?.readiness = readiness
    }
  }

  /// As ``rewatch(number:for:)``.
  public func rewatch(
    _ descriptor: borrowing FileDescriptor,
    for readiness: Readiness
  ) throws(SystemError) {
    try rewatch(number: descriptor.number, for: readiness)
  }

  /// Ends the watch.
  ///
  /// On the loop's thread the handler is not called again; from another thread a call that has begun
  /// may still run.
  public func unwatch(_ descriptor: borrowing FileDescriptor) {
    unwatch(number: descriptor.number)
  }

  /// As ``unwatch(_:)``; a number that is not watched is no error.
  public func unwatch(number: CInt) {
    // The handler may own things whose end calls us: let it go outside the lock.
    let removed: Registration? = state.withLock { state in
      guard let token = state.tokens.removeValue(forKey: number) else { return nil }
      let registration = state.registrations.removeValue(forKey: token)
      if registration?.readiness.isEmpty == false {
        _ = clinux_epoll_control(epoll.number, CInt(CLINUX_EPOLL_DELETE), number, 0, 0)
      }
      return registration
    }
    withExtendedLifetime(removed) {}
  }

  func control(
    _ operation: Int,
    _ number: CInt,
    _ readiness: Readiness,
    token: UInt64
  ) throws(SystemError) {
    _ = try retrying("epoll_ctl") {
      clinux_epoll_control(
        epoll.number,
        CInt(operation),
        number,
        readiness.rawValue,
        token
      )
    }
  }
}
