import LinuxIO
import Pasteboards
import Synchronization
import TestSupport
import Testing

@testable import Daemon

@Suite("Promises of files that others are handed") struct HandedPromiseTests {
  private let scratch: ScratchDirectory
  private let folder: HandedFolder

  init() throws {
    scratch = try ScratchDirectory()
    let loop = try EventLoop()
    try loop.start(name: "test")
    folder = HandedFolder(in: Array(scratch.path.utf8), on: loop)
  }

  /// Makes a list of a new file at once, and counts.
  private final class Maker: Sendable {
    let count = Mutex(0)
    let failure = Mutex<PayloadFailure?>(nil)
    let folder: HandedFolder

    init(_ folder: HandedFolder) { self.folder = folder }

    func promise() -> Promise {
      Promise { [self] promise in
        count.withLock { $0 += 1 }
        promise.settle(failure.withLock { $0 }.map { .failure($0) } ?? list())
      }
    }

    private func list() -> Promise.Outcome {
      do {
        guard let place = try folder.place(for: 1, limit: 100) else { throw PayloadFailure.notMade }
        let file = place.directory + Array("/file".utf8)
        try FileSystem.open(file, .create).writeAll([1])
        return .success(.file(try HandedList(of: file, in: place)))
      } catch {
        return .failure(PayloadFailure(reason: "\(error)"))
      }
    }
  }

  /// The path that an asker gets.
  private func ask(_ promise: HandedPromise) throws -> [UInt8] {
    promise.keep { _ in }
    let bytes = try #require(promise.kept).bytes()
    let uri = String(decoding: bytes, as: UTF8.self)
    #expect(uri.hasPrefix("file:///") && uri.hasSuffix("/file\r\n"))
    return Array(bytes.dropFirst("file://".utf8.count).dropLast(2))
  }

  @Test func `one file for all who ask`() throws {
    let maker = Maker(folder)
    let promise = HandedPromise(of: .inline([1]), maker.promise)
    #expect(promise.kept == nil && maker.count.withLock { $0 } == 0)
    let file = try ask(promise)
    #expect(try ask(promise) == file)
    #expect(maker.count.withLock { $0 } == 1)
  }

  @Test func `what was taken away or changed is made again`() throws {
    let maker = Maker(folder)
    let promise = HandedPromise(of: .inline([1]), maker.promise)
    let first = try ask(promise)
    try FileSystem.remove(first)
    #expect(promise.kept == nil && promise.failure == nil)
    let second = try ask(promise)
    #expect(first != second)
    try FileSystem.open(second, .append).writeAll([2, 3])
    #expect(promise.kept == nil)
    #expect(try ask(promise) != second)
    #expect(maker.count.withLock { $0 } == 3)
  }

  @Test func `what could not be made is tried again, unless there is no content`() throws {
    let maker = Maker(folder)
    maker.failure.withLock { $0 = PayloadFailure(reason: "the disk is full") }
    let source = Promise { _ in }
    let promise = HandedPromise(of: .promised(source), maker.promise)
    promise.keep { _ in }
    #expect(promise.kept == nil && promise.failure == nil)
    maker.failure.withLock { $0 = nil }
    _ = try ask(promise)
    let failure = PayloadFailure(reason: "withdrawn")
    source.settle(.failure(failure))
    #expect(promise.failure == failure)
  }

  @Test func `who is offered nothing any more keeps no making going`() {
    let stopped = Mutex(0)
    let promise = HandedPromise(of: .inline([1])) {
      Promise { $0.stops { stopped.withLock { $0 += 1 } } }
    }
    let leave = promise.keep { _ in }
    promise.release()
    #expect(stopped.withLock { $0 } == 0)
    leave()
    #expect(stopped.withLock { $0 } == 1)
    let leaveAgain = promise.keep { _ in }
    leaveAgain()
    #expect(stopped.withLock { $0 } == 2)
  }
}
