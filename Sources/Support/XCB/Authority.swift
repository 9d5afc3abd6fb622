internal import CXCB
import Glibc

/// Where the cookie comes from that a server asks of its clients.
///
/// Source: Xsecurity(7); `XauReadAuth`(3).
public enum Authority: Hashable, Sendable {
  /// No cookie: only servers that let everybody of the host in will do.
  case none
  /// A file as `xauth` writes it; the path is bytes. A file that cannot be read is as none.
  case file([UInt8])

  /// The authority that a program inherits from its environment.
  ///
  /// `xauthority` is the value of `XAUTHORITY`, which wins, and `home` that of `HOME`.
  public static func inherited(xauthority: [UInt8]?, home: [UInt8]?) -> Authority {
    if let xauthority, !xauthority.isEmpty { return .file(xauthority) }
    guard let home, !home.isEmpty else { return .none }
    return .file(home + Array("/.Xauthority".utf8))
  }

  static let protocolName = Array("MIT-MAGIC-COOKIE-1".utf8)

  /// The cookie for a server at an address, or `nil`.
  ///
  /// Source: the rules of `XauGetBestAuthByAddr`, which itself reads `XAUTHORITY` from the
  /// process's environment.
  func cookie(family: UInt16, address: [UInt8], number: Int) -> [UInt8]? {
    guard case .file(let path) = self, let file = Self.open(path) else { return nil }
    defer { fclose(file) }
    let number = Array(String(number).utf8)
    while let entry = XauReadAuth(file) {
      defer { XauDisposeAuth(entry) }
      let auth = entry.pointee
      guard
        auth.family == AddressFamily.wild
          || (auth.family == family && Self.bytes(auth.address, auth.address_length) == address)
      else { continue }
      guard auth.number_length == 0 || Self.bytes(auth.number, auth.number_length) == number,
        Self.bytes(auth.name, auth.name_length) == Self.protocolName
      else { continue }
      return Self.bytes(auth.data, auth.data_length)
    }
    return nil
  }

  private static func open(_ path: [UInt8]) -> UnsafeMutablePointer<FILE>? {
    guard !path.contains(0) else { return nil }
    // Non-blocking, so that a pipe in the file's place cannot hold us.
    let descriptor = (path + [0]).withUnsafeBytes { bytes -> CInt in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return Glibc.open(start, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard descriptor >= 0 else { return nil }
    guard let file = fdopen(descriptor, "r") else {
      close(descriptor)
      return nil
    }
    return file
  }

  private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: UInt16) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
  }
}

/// The kinds of address that cookies are filed under.
///
/// Source: `X11/X.h` and `X11/Xauth.h`.
enum AddressFamily {
  static let internet: UInt16 = 0
  static let internet6: UInt16 = 6
  static let local: UInt16 = 256
  static let wild: UInt16 = 65_535
}
