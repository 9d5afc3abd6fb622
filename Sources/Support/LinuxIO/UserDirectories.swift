internal import CLinux
internal import Glibc

/// Where this user's files belong.
///
/// Values that are empty or no absolute path count as unset.
///
/// Source: XDG Base Directory Specification 0.8.
public struct UserDirectories: Sendable {
  public let home: [UInt8]
  /// Things to find again after a restart that are not worth a backup.
  public let state: [UInt8]
  public let config: [UInt8]
  /// Of the system, most important first.
  public let configDirs: [[UInt8]]
  public let data: [UInt8]
  /// Of the system, most important first.
  public let dataDirs: [[UInt8]]
  private let givenRuntime: [UInt8]?
  private let userID: UInt32

  public init(
    userID: UInt32 = CurrentProcess.userID,
    environment: (String) -> [UInt8]? = { Environment.value($0) }
  ) {
    func directory(_ name: String) -> [UInt8]? {
      environment(name).flatMap { Self.isAbsolute($0) ? $0 : nil }
    }
    func directories(_ name: String, default defaults: String) -> [[UInt8]] {
      let found = Self.list(environment(name) ?? [])
      return found.isEmpty ? Self.list(Array(defaults.utf8)) : found
    }
    let home = directory("HOME") ?? Self.registeredHome(of: userID)
    self.home = home
    state = directory("XDG_STATE_HOME") ?? home + Array("/.local/state".utf8)
    config = directory("XDG_CONFIG_HOME") ?? home + Array("/.config".utf8)
    configDirs = directories("XDG_CONFIG_DIRS", default: "/etc/xdg")
    data = directory("XDG_DATA_HOME") ?? home + Array("/.local/share".utf8)
    dataDirs = directories("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
    givenRuntime = directory("XDG_RUNTIME_DIR")
    self.userID = userID
  }

  /// Where sockets belong: `$XDG_RUNTIME_DIR`, else `/tmp/xfer-UID`, made if it is missing.
  ///
  /// - Throws: `EPERM` if the latter is not ours alone.
  public func runtime() throws(SystemError) -> [UInt8] {
    if let givenRuntime { return givenRuntime }
    let path = Array("/tmp/xfer-\(userID)".utf8)
    try FileSystem.makePrivateDirectory(path)
    return path
  }

  /// Where xfer's own sockets are: `$XDG_RUNTIME_DIR/xfer`, else `/tmp/xfer-UID`.
  ///
  /// The latter is made if it is missing, since anybody could take the name; the former is left to
  /// whoever listens there.
  ///
  /// - Throws: `EPERM` if `/tmp/xfer-UID` is not ours alone.
  public func sockets() throws(SystemError) -> [UInt8] {
    if let givenRuntime { return givenRuntime + Array("/xfer".utf8) }
    return try runtime()
  }

  private static func isAbsolute(_ path: [UInt8]) -> Bool { path.first == UInt8(ascii: "/") }

  private static func list(_ value: [UInt8]) -> [[UInt8]] {
    value.split(separator: UInt8(ascii: ":")).map { Array($0) }.filter(isAbsolute)
  }

  private static func registeredHome(of userID: UInt32) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let found = clinux_home_of(userID, buffer.baseAddress, buffer.count) else {
        return Array("/nonexistent".utf8)
      }
      return CurrentProcess.bytes(of: found)
    }
  }
}
