internal import CLinux
internal import Glibc
internal import Synchronization

/// How a process ended.
public enum ExitStatus: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)
}

/// A process that we started.
///
/// It gets three descriptors and no other, no blocked and no ignored signals. One that has ended is
/// reaped by ``wait(timeout:)`` or, once the last reference is gone, when another child begins or ends.
///
/// Source: vfork(2), execve(2), pidfd_open(2).
public final class ChildProcess: Sendable {
  public let pid: Int32
  /// Readable when the process has ended: for a loop to watch.
  public let ended: FileDescriptor
  private let status = Mutex<ExitStatus?>(nil)

  private init(pid: Int32, ended: consuming FileDescriptor) {
    self.pid = pid
    self.ended = ended
  }

  deinit {
    let isReaped = status.withLock { $0 != nil }
    if !isReaped { Children.shared.abandon(pid) }
  }

  /// Starts a program.
  ///
  /// There is no search for `path`. The `arguments` begin with the name as which it is called, the
  /// `environment` is `NAME=VALUE` each, ours if `nil`. It gets copies of the three descriptors,
  /// /dev/null for `nil`. A new session has no terminal and a group of its own. The `limits` hold for
  /// it and all its descendants.
  public static func spawn(
    _ path: [UInt8],
    arguments: [[UInt8]],
    environment: [[UInt8]]? = nil,
    standardInput: CInt? = nil,
    standardOutput: CInt? = nil,
    standardError: CInt? = nil,
    newSession: Bool = false,
    workingDirectory: [UInt8]? = nil,
    limits: ProcessLimits? = nil
  ) throws(SystemError) -> ChildProcess {
    let file = try FileSystem.terminated(path)
    let directory = try workingDirectory.map(orNil: FileSystem.terminated)
    let input = try standard(standardInput)
    let output = try standard(standardOutput)
    let error = try standard(standardError)
    let numbers = [input.number, output.number, error.number]
    var pid: pid_t = -1
    let code = Children.shared.add(&pid) { pid in
      withCStrings(arguments) { argv in
        withCStrings(environment ?? Environment.all) { envp in
          withOptionalCString(file) { file in
            withOptionalCString(directory) { directory in
              withOptionalPointer(limits?.raw) { limits in
                clinux_spawn(file, argv, envp, numbers, newSession, directory, limits, &pid)
              }
            }
          }
        }
      }
    }
    guard code == 0 else { throw SystemError(call: "execve", code: code) }
    // Until it is reaped the number cannot belong to another process.
    let pidfd = clinux_pidfd(pid)
    guard pidfd >= 0 else {
      let code = errno
      Children.shared.abandon(pid)
      throw SystemError(call: "pidfd_open", code: code)
    }
    return ChildProcess(pid: pid, ended: FileDescriptor(owning: pidfd))
  }

  /// Waits for the end; `nil` if `timeout` passed before.
  ///
  /// A `timeout` of `nil` waits without end, one of zero only looks.
  public func wait(timeout: Duration? = nil) throws(SystemError) -> ExitStatus? {
    if let known = status.withLock({ $0 }) { return known }
    guard try ended.poll(for: .readable, timeout: timeout) != nil else { return nil }
    return try status.withLock { (status) throws(SystemError) in
      if let status { return status }
      var (code, signal): (CInt, CInt) = (0, 0)
      let result = try retrying("waitpid") { clinux_reap(pid, &code, &signal) }
      guard result > 0 else { return nil }
      Children.shared.remove(pid)
      status = signal == 0 ? .exited(code) : .signalled(signal)
      return status
    }
  }

  /// Sends a signal to the process, if it has not ended.
  public func terminate(_ signal: CInt = Signal.terminate) {
    // ESRCH: it has ended, which is what the caller wants.
    _ = clinux_pidfd_signal(ended.number, signal)
  }

  /// Sends a signal to the process and its descendants, if it was started in a session of its own.
  public func terminateGroup(_ signal: CInt = Signal.terminate) {
    // Under the lock: once it is reaped, the number may name a stranger's group.
    status.withLock { status in
      if status == nil { _ = kill(-pid, signal) }
    }
  }

  // MARK: Preparation

  /// Above 2, so that putting one in place never overwrites another.
  private static func standard(_ number: CInt?) throws(SystemError) -> FileDescriptor {
    guard let number else {
      let null = try FileSystem.open(Array("/dev/null".utf8), .readWrite)
      if null.number > 2 { return null }
      let low = null.number
      return FileDescriptor(owning: try retrying("dup") { clinux_duplicate_above(low, 3) })
    }
    return FileDescriptor(owning: try retrying("dup") { clinux_duplicate_above(number, 3) })
  }
}

extension Optional where Wrapped == [UInt8] {
  fileprivate func map(
    orNil transform: (Wrapped) throws(SystemError) -> Wrapped
  ) throws(SystemError) -> Wrapped? {
    guard let self else { return nil }
    return try transform(self)
  }
}

/// A terminated C string, NULL for `nil`.
private func withOptionalCString<Result>(
  _ bytes: [UInt8]?,
  _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let bytes else { return body(nil) }
  return FileSystem.withCString(bytes) { body($0) }
}

private func withOptionalPointer<Value, Result>(
  _ value: Value?,
  _ body: (UnsafePointer<Value>?) -> Result
) -> Result {
  guard let value else { return body(nil) }
  return withUnsafePointer(to: value) { body($0) }
}

/// An array of C strings that ends with NULL.
private func withCStrings<Result>(
  _ words: [[UInt8]],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = words.map { word in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
    for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[word.count] = 0
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return body(copies + [nil])
}
