internal import Glibc

/// Where the programs under test and the foreign programs are.
enum Programs {
  static let xfer = built("xfer")
  static let xferd = built("xferd")
  static let xferImage = built("xfer-image")
  static let ticketBoard = built("ticket-board")
  static let swiftPeer = built("swift-peer")

  /// The directory of the test bundle, which is that of all that was built with it.
  static let buildDirectory: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ownPath()
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()

  /// A script beside these tests.
  static func peer(_ name: String) -> String { testsDirectory + "/Peers/" + name }

  /// The directory of these tests, and that of the package.
  private static let testsDirectory = ancestor(2)
  static let packageDirectory = ancestor(4)

  /// Debian's Python, which has GTK and Qt; others on the path may not.
  static let python = "/usr/bin/python3"

  private static func ancestor(_ count: Int) -> String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(count)
      .joined(separator: "/")
  }

  private static func built(_ name: String) -> String { buildDirectory + "/" + name }

  private static func ownPath() -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
