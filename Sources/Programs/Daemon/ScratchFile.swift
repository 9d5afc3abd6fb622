internal import LinuxIO

/// A file on disk that has no name until somebody gives it one, so that a crash leaves no litter.
///
/// To give back a gigabyte takes the kernel 0.1 s, in which the thread that lets go of the last
/// reference would serve nobody: large files are closed on the loop `disposal` instead.
final class ScratchFile: Sendable {
  /// What is given back in less time than it takes to change threads a few times.
  private static let smallByteCount = 1 << 20

  /// The only reference that lasts, so that whoever releases it closes the file.
  private let file: Unmanaged<UnnamedFile>
  private let disposal: EventLoop?

  /// An empty file in `directory`; without a `disposal` it is closed wherever it is let go of.
  init(in directory: [UInt8], disposal: EventLoop?) throws(SystemError) {
    file = .passRetained(try UnnamedFile(in: directory))
    self.disposal = disposal
  }

  deinit {
    let file = file
    guard let disposal, isLarge else { return file.release() }
    disposal.perform { file.release() }
  }

  var shared: SharedDescriptor { file.takeUnretainedValue().descriptor }

  /// Returns when the content would survive a power failure; on a loop where that may take its time.
  func synchronize() throws(SystemError) {
    try shared.descriptor.synchronizeData()
  }

  /// Gives the file its name in a directory of the same file system, which keeps it.
  ///
  /// - Throws: `EEXIST` if something has the name.
  func name(_ path: [UInt8]) throws(SystemError) {
    try file.takeUnretainedValue().name(path)
  }

  private var isLarge: Bool {
    // Of what cannot be looked at nobody knows that it is small.
    (try? shared.descriptor.status().byteCount).map { $0 > Self.smallByteCount } ?? true
  }
}
