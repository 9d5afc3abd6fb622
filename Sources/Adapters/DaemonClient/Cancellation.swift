internal import LinuxIO
internal import Synchronization

/// Ends a connection from another thread than the one that waits for its answers.
public final class Cancellation: Sendable {
  private struct State {
    var socket: SharedDescriptor?
    var isCancelled = false
  }

  private let state = Mutex(State())

  public init() {}

  /// Has the call that is under way fail as ``ClientError/disconnected``, and every later one as
  /// ``ClientError/unread``.
  ///
  /// A connection that is only being made fails with its first call.
  public func cancel() {
    let socket = state.withLock { state in
      state.isCancelled = true
      return state.socket
    }
    if let socket { Self.end(socket) }
  }

  /// Whether the connection was ended from here.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether a call can be made: nothing has come that nobody waited for, and the daemon is there.
  ///
  /// Also true before there is a connection.
  public var isQuiet: Bool {
    let (socket, isCancelled) = state.withLock { ($0.socket, $0.isCancelled) }
    guard !isCancelled, let socket else { return !isCancelled }
    do {
      return try socket.descriptor.poll(for: .readable, timeout: .zero) == nil
    } catch {
      return false
    }
  }

  /// Takes the socket of the connection, under a number of its own, so that it can be ended when the
  /// connection has closed its own.
  func adopt(_ number: CInt) {
    // Without a number left, a call that is cancelled is waited for.
    let socket = try? SharedDescriptor(FileDescriptor(duplicating: number))
    let isCancelled = state.withLock { state in
      state.socket = socket
      return state.isCancelled
    }
    if isCancelled, let socket { Self.end(socket) }
  }

  private static func end(_ socket: SharedDescriptor) {
    // It fails when the daemon has hung up already, which ends the call as well.
    try? UnixSocket.disconnect(socket.descriptor)
  }
}
