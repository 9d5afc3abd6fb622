public import LinuxIO

/// Starting a daemon that outlives us and holds nothing of ours.
///
/// One at a time: starters queue at a lock and look again when they have it. A daemon that somebody
/// else started meanwhile is as good as ours.
struct DaemonStart {
  private let location: SocketLocation
  private let deadline = MonotonicTime.now + .seconds(10)

  init(at location: SocketLocation) { self.location = location }

  /// Answers a connection to the daemon, started by us or by others.
  func connection() throws(ClientError) -> FileDescriptor {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let notifications: NotificationSocket
    do {
      notifications = try NotificationSocket()
    } catch {
      throw .startFailed(reason: error.description)
    }
    // Again and again, because the one that ours made way for may have been on its way out.
    while MonotonicTime.now < deadline {
      if let connected = try Self.connect(to: location) { return connected }
      let process = try spawn(notifying: notifications.address)
      if let connected = try wait(for: process, saying: notifications) { return connected }
    }
    throw .startFailed(reason: "another one is in its way and does not answer")
  }

  /// Connects, or answers `nil` if there is no daemon.
  static func connect(to location: SocketLocation) throws(ClientError) -> FileDescriptor? {
    do {
      let socket = try UnixSocket.connect(to: location.path)
      // An abstract name, or one in a directory of others, may have been taken by anybody.
      if try UnixSocket.peer(of: socket).uid == CurrentProcess.userID { return socket }
    } catch {
      switch error.code {
      case SystemError.notFound, SystemError.connectionRefused: return nil
      case SystemError.timedOut: throw .silent
      default: throw .unreachable(reason: "its socket: \(error.reason)")
      }
    }
    throw .notOurs
  }

  private func lock() throws(ClientError) -> FileLock {
    let lock: FileLock?
    do {
      if !location.isGiven { try FileSystem.makePrivateDirectory(location.directory) }
      lock = try FileLock.lock(location.startLock, timeout: .seconds(10))
    } catch {
      guard error.code != SystemError.notPermitted else { throw .notOurs }
      throw .unreachable(reason: "the directory of its socket: \(error.reason)")
    }
    guard let lock else { throw .startFailed(reason: "another program is at it for ten seconds") }
    return lock
  }

  // MARK: The process

  private func spawn(notifying address: String) throws(ClientError) -> ChildProcess {
    let environment = environment(notifying: address)
    for path in DaemonProgram.candidates {
      do {
        return try ChildProcess.spawn(
          path,
          arguments: [Array("xferd".utf8)],
          environment: environment,
          newSession: true,
          workingDirectory: Array("/".utf8)
        )
      } catch {
        guard DaemonProgram.isMissing(error) else { throw .startFailed(reason: error.description) }
      }
    }
    throw .unreachable(reason: "there is no xferd beside xfer or on the PATH")
  }

  /// Ours, less what is meant for us alone.
  private func environment(notifying address: String) -> [[UInt8]] {
    let replaced = [
      "NOTIFY_SOCKET=", "LISTEN_FDS=", "LISTEN_PID=", "LISTEN_FDNAMES=", "XFER_SOCKET=",
    ]
    var environment = Environment.all.filter { entry in
      !replaced.contains { entry.starts(with: $0.utf8) }
    }
    environment.append(Array("NOTIFY_SOCKET=\(address)".utf8))
    environment.append(Array("XFER_SOCKET=".utf8) + location.path)
    return environment
  }

  // MARK: Readiness

  /// `nil` if it ended because there is another one, which does not answer.
  private func wait(
    for process: ChildProcess,
    saying notifications: NotificationSocket
  ) throws(ClientError) -> FileDescriptor? {
    var news = News()
    while MonotonicTime.now < deadline {
      do throws(SystemError) {
        try notifications.wait(or: process.ended, timeout: deadline - MonotonicTime.now)
        try news.gather(from: process, notifications)
      } catch {
        throw .startFailed(reason: error.description)
      }
      if news.isReady || news.end != nil, let connected = try Self.connect(to: location) {
        return connected
      }
      if news.end == .exited(0) { return try another(notifications) }
      if news.end != nil { throw .startFailed(reason: news.complaint ?? "it ended at once") }
    }
    throw .startFailed(reason: news.complaint ?? "it was not ready after ten seconds")
  }

  /// The other one may still be on its way up.
  private func another(
    _ notifications: NotificationSocket
  ) throws(ClientError) -> FileDescriptor? {
    let patience = min(deadline, MonotonicTime.now + .milliseconds(200))
    while MonotonicTime.now < patience {
      if let connected = try Self.connect(to: location) { return connected }
      do throws(SystemError) {
        try notifications.wait(timeout: .milliseconds(10))
      } catch {
        throw .startFailed(reason: error.description)
      }
    }
    return nil
  }
}

/// What is known of a daemon that was started.
private struct News {
  var isReady = false
  var complaint: String?
  var end: ExitStatus?

  mutating func gather(
    from process: ChildProcess,
    _ notifications: NotificationSocket
  ) throws(SystemError) {
    // The end first: what it said before is then there to be read.
    end = try process.wait(timeout: .zero)
    while let message = try notifications.next() {
      for assignment in message {
        if assignment == "READY=1" { isReady = true }
        if assignment.hasPrefix("STATUS=") {
          complaint = Self.line(assignment.dropFirst("STATUS=".count))
        }
      }
    }
  }

  /// Anybody may have sent it: one short line without control characters.
  private static func line(_ text: Substring) -> String {
    String(
      decoding: text.utf8.prefix(300).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 },
      as: UTF8.self
    )
  }
}

/// Where the program of the daemon may be.
public enum DaemonProgram {
  /// Beside our own program, then along `PATH`.
  public static var candidates: [[UInt8]] {
    let name = Array("/xferd".utf8)
    var directories: [ArraySlice<UInt8>] = []
    // Without /proc there is still the PATH.
    if let own = try? CurrentProcess.executablePath(),
      let slash = own.lastIndex(of: UInt8(ascii: "/"))
    {
      directories.append(own[..<slash])
    }
    directories += (Environment.value("PATH") ?? []).split(separator: UInt8(ascii: ":"))
    return directories.map { Array($0) + name }
  }

  /// Whether a failed start says that nothing that can be run is at the path.
  public static func isMissing(_ error: SystemError) -> Bool {
    error.code == SystemError.notFound || error.code == SystemError.notDirectory
      || error.code == SystemError.accessDenied
  }
}
