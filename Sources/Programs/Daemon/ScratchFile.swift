internal import LinuxIO

/// A file on disk that has no name, so that a crash leaves no litter.
///
/// To give back a gigabyte takes the kernel 0.1 s, in which the thread that lets go of the last
/// reference would serve nobody: large files are closed on the loop `disposal` instead.
final class ScratchFile: Sendable {
  /// What is given back in less time than it takes to change threads a few times.
  private static let smallByteCount = 1 << 20

  private let shared: SharedDescriptor
  private let disposal: EventLoop?

  /// An empty file in `directory`; without a `disposal` it is closed wherever it is let go of.
  init(in directory: [UInt8], disposal: EventLoop?) throws(SystemError) {
    shared = SharedDescriptor(try TemporaryFile.create(in: directory))
    self.disposal = disposal
  }

  deinit {
    guard let disposal, let byteCount = try? descriptor.status().byteCount,
      byteCount > Self.smallByteCount,
      // The file lives as long as one descriptor of it, and this one is only closed over there.
      let last = try? FileDescriptor(duplicating: shared.number)
    else { return }
    let number = last.release()
    disposal.perform { _ = FileDescriptor(owning: number) }
  }

  var descriptor: FileDescriptor { _read { yield shared.descriptor } }

  /// The same file with an offset of its own, for somebody who may only read it.
  func reopenedReadOnly() throws(SystemError) -> SharedDescriptor { try shared.reopenedReadOnly() }
}
