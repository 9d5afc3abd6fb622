internal import LinuxIO
internal import Pasteboards
internal import Synchronization
internal import Wire

/// What is in a file that somebody refers to, read when it is asked for.
///
/// It is no copy, but of a file that another machine or program answers for: the file is opened, and
/// handed out as it is. Whoever asks a second later gets what is in it, or in its place, by then.
final class FileContent: PromisedPayload {
  /// As long a paste takes to ask what there is and then for it.
  private static let patience = Duration.seconds(1)

  private let path: [UInt8]
  private let loop: EventLoop
  private let intake: Intake
  private let opened = Mutex<Payload?>(nil)

  init(of path: [UInt8], in intake: Intake, from loop: EventLoop) {
    (self.path, self.intake, self.loop) = (path, intake, loop)
  }

  var kept: Payload? { opened.withLock { $0 } }

  @discardableResult
  func keep(_ then: @escaping @Sendable (Result<Payload, PayloadFailure>) -> Void) -> Leave {
    if let kept {
      then(.success(kept))
      return {}
    }
    let task = loop.task(in: intake) { [path, loop] intake in
      do throws(PayloadFailure) {
        let content = try await intake.content(ofFile: path)
        self.opened.withLock { $0 = content }
        loop.schedule(after: Self.patience) { [weak self] in self?.opened.withLock { $0 = nil } }
        if !Task.isCancelled { then(.success(content)) }
      } catch {
        if !Task.isCancelled { then(.failure(error)) }
      }
    }
    return task.cancel
  }
}

/// A regular file that somebody else may change: its content is what it was when it was opened, or ends
/// with an error.
final class OpenedFile: PayloadFile {
  let descriptor: SharedDescriptor
  let byteCount: Int

  /// Which file it is, whatever becomes of its name.
  let identity: FileIdentity

  /// Opens what is at `path`, without a wait for anybody who would have to write there.
  ///
  /// - Throws: Why it cannot be read, also if it is no regular file.
  init(_ path: [UInt8], followingLinks: Bool = true) throws(PayloadFailure) {
    let status: FileStatus
    do throws(SystemError) {
      // To wait for the writer of a named pipe would stop everybody else as well.
      descriptor = SharedDescriptor(
        try FileSystem.open(path, followingLinks: followingLinks, waits: false)
      )
      status = try descriptor.descriptor.status()
    } catch {
      throw PayloadFailure(reason: "the file: \(error.reason)")
    }
    guard status.kind == .regular else { throw PayloadFailure(reason: "it is no regular file") }
    (byteCount, identity) = (status.byteCount, status.identity)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(byteCount - offset))
    do throws(SystemError) {
      let count = try descriptor.descriptor.pread(into: wanted, at: offset)
      if count > 0 || wanted.isEmpty { return count }
    } catch {
      throw PayloadFailure(reason: "the file: \(error.reason)")
    }
    throw PayloadFailure(reason: "the file was cut while it was read")
  }
}
