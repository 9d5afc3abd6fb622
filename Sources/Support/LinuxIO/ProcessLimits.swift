internal import CLinux
internal import Glibc

/// What a program that we start, and everything that it starts, may use; there is no way around.
///
/// Also without core files, new rights through setuid programs and readable files for others, and
/// ended when the thread that started it ends.
///
/// Source: setrlimit(2), prctl(2) `PR_SET_NO_NEW_PRIVS` and `PR_SET_PDEATHSIG`.
public struct ProcessLimits: Sendable {
  /// Address space of each process, in bytes.
  public var memoryByteCount = 512 << 20
  /// Open descriptors of each process.
  public var descriptorCount = 64
  /// Processor time of each process, in whole seconds.
  public var processorTime = Duration.seconds(10)
  /// The size of a file that it writes, in bytes.
  public var fileByteCount = 512 << 20
  /// Processes and threads of the user beyond all that there are now on the machine; root's are not
  /// limited.
  public var newTaskCount = 512
  /// By what its processes are found again.
  var mark: ProcessMark?

  public init() {}

  /// The processes and threads of all users.
  ///
  /// Source: proc_loadavg(5), the fourth field.
  private static var taskCount: Int {
    let text = (try? FileSystem.read(Array("/proc/loadavg".utf8), limit: 4096)) ?? []
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    let count = fields.dropFirst(3).first?.split(separator: "/").last
    return count.flatMap { Int($0) } ?? 1 << 20
  }

  var raw: clinux_limits {
    clinux_limits(
      memory: UInt64(max(0, memoryByteCount)),
      descriptors: UInt64(max(0, descriptorCount)),
      processor_seconds: UInt64(max(1, processorTime.components.seconds)),
      file_size: UInt64(max(0, fileByteCount)),
      tasks: UInt64(max(0, newTaskCount) + Self.taskCount),
      // A mark that says nothing is the system's own limit.
      mark: mark?.value ?? .max
    )
  }
}
