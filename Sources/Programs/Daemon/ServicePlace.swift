internal import LinuxIO

/// Where this daemon serves: its socket, and the lock that makes it the only one there.
struct ServicePlace {
  let sockets: [SharedDescriptor]
  /// The path that we made; `nil` for a socket of the service manager, which keeps its own.
  private let path: [UInt8]?
  /// Held as long as the process lives.
  private let lock: FileLock?

  /// Takes the sockets that the service manager holds ready, or makes one.
  ///
  /// `nil` if another daemon serves at the same place.
  static func take() throws -> ServicePlace? {
    let inherited = ServiceManager.inheritedSockets().map(\.descriptor)
    // systemd starts one service a socket, so a lock would only be in its way.
    guard inherited.isEmpty else { return ServicePlace(sockets: inherited, path: nil, lock: nil) }
    let path = try socketPath()
    do {
      // One that was killed holds its lock until the last of its threads is gone.
      let held = try FileLock.lock(path + Array(".lock".utf8), timeout: .milliseconds(500))
      guard let lock = held else { return nil }
      let socket = try UnixSocket.listen(at: path, mode: 0o600)
      return ServicePlace(sockets: [SharedDescriptor(socket)], path: path, lock: lock)
    } catch {
      throw Unusable(path: path, reason: error.reason)
    }
  }

  /// No socket can be made at a path.
  struct Unusable: Error, CustomStringConvertible {
    let path: [UInt8]
    let reason: String

    var description: String { "the socket \(String(decoding: path, as: UTF8.self)): \(reason)" }
  }

  /// Takes the socket's name away, while the lock keeps others from making one of that name.
  ///
  /// The lock's file stays: whoever opened it already would otherwise lock what nobody else sees.
  func leave() {
    // A name that is gone already is what we want.
    if let path { try? FileSystem.remove(path) }
  }

  /// `$XFER_SOCKET`, else `xferd.sock` in a directory of its own that is the user's alone.
  private static func socketPath() throws -> [UInt8] {
    if let path = Environment.value("XFER_SOCKET"), !path.isEmpty { return path }
    let directory = try UserDirectories().sockets()
    try FileSystem.makePrivateDirectory(directory)
    return directory + Array("/xferd.sock".utf8)
  }

  /// Where the directory for content is, or would be.
  static var statePath: [UInt8] { UserDirectories().state + Array("/xfer".utf8) }

  /// The directory for content, which the store makes if it is missing; of a further display one of its
  /// own.
  var stateDirectory: [UInt8] {
    guard let display = path.flatMap(Self.display(ofSocket:)) else { return Self.statePath }
    return Self.statePath + Array("/displays/".utf8) + display
  }

  /// The display that a daemon was started for beside the user's first one: its socket is called
  /// `xferd-DISPLAY.sock`.
  static func display(ofSocket path: [UInt8]) -> [UInt8]? {
    let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    let (prefix, suffix) = (Array("xferd-".utf8), Array(".sock".utf8))
    guard name.starts(with: prefix), name.suffix(suffix.count).elementsEqual(suffix),
      name.count > prefix.count + suffix.count
    else { return nil }
    return Array(name.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
