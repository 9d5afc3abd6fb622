/// Which run of the machine this is: a ``MonotonicTime`` means nothing after the next start.
///
/// Source: random(4), `/proc/sys/kernel/random/boot_id`.
public struct BootID: Hashable, Sendable, CustomStringConvertible {
  /// As the kernel writes it: 32 hexadecimal digits and four dashes.
  public let description: String

  /// One that was written down before.
  public init(_ description: String) { self.description = description }

  /// That of now; `nil` where /proc does not say.
  public static var current: BootID? {
    // Without it no deadline of before can be believed, which is what `nil` says.
    guard let bytes = try? FileSystem.read(Array("/proc/sys/kernel/random/boot_id".utf8)),
      let text = String(validating: bytes.prefix(36), as: UTF8.self), text.utf8.count == 36
    else { return nil }
    return BootID(text)
  }
}
