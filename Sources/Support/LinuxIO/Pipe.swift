internal import CLinux
internal import Glibc

/// Two ends: what is written to one is read from the other.
///
/// Source: pipe(7).
public struct Pipe: Sendable {
  public let reader: SharedDescriptor
  public let writer: SharedDescriptor

  /// Makes a pipe whose ends are closed on exec and wait, as other programs expect.
  ///
  /// The `capacity` is a wish, in bytes; the system may refuse more than 1 MiB.
  public static func make(capacity: Int? = nil) throws(SystemError) -> Pipe {
    var numbers: [CInt] = [-1, -1]
    _ = try retrying("pipe") { clinux_pipe(&numbers) }
    // A smaller pipe is only slower.
    if let capacity { _ = clinux_set_pipe_size(numbers[1], CInt(clamping: capacity)) }
    return Pipe(
      reader: SharedDescriptor(FileDescriptor(owning: numbers[0])),
      writer: SharedDescriptor(FileDescriptor(owning: numbers[1]))
    )
  }
}
