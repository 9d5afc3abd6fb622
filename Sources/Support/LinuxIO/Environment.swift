internal import CLinux
internal import Glibc

/// The variables this process was started with.
///
/// Not to be changed while other threads run: ``remove(_:)`` belongs at the start of `main`.
///
/// Source: environ(7).
public enum Environment {
  /// The value as bytes, `nil` if unset.
  public static func value(_ name: String) -> [UInt8]? {
    getenv(name).map { CurrentProcess.bytes(of: $0) }
  }

  /// The value as text, `nil` if unset or not UTF-8.
  public static func string(_ name: String) -> String? {
    value(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Whether it is set to anything but nothing.
  public static func isSet(_ name: String) -> Bool {
    value(name)?.isEmpty == false
  }

  /// All of it, `NAME=VALUE` each.
  public static var all: [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = clinux_environment()
    while let entry = next?.pointee {
      entries.append(CurrentProcess.bytes(of: entry))
      next = next?.advanced(by: 1)
    }
    return entries
  }

  public static func remove(_ name: String) {
    unsetenv(name)
  }

  public static func set(_ name: String, to value: String) {
    setenv(name, value, 1)
  }
}
