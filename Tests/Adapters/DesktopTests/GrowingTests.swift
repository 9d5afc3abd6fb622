import Desktop
import Pasteboards
import Selections
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers
import XCB

/// Content that gets longer, and knows how far it was read.
private final class Growing: PayloadFile {
  private struct State {
    var bytes: [UInt8] = []
    var readCount = 0
  }

  private let state = Mutex(State())

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var byteCount: Int { bytes.count }
  /// Whether all there is was read.
  var isTaken: Bool { state.withLock { $0.readCount == $0.bytes.count } }

  func append(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    let count = try Payload.inline(bytes).read(into: buffer, at: offset)
    state.withLock { $0.readCount = offset + count }
    return count
  }
}

@Suite("Sending what is being made", .serialized, .timeLimit(.minutes(4)))
struct GrowingTests {
  private static func offer(_ type: UTType, _ promise: Promise) -> SelectionOffer {
    let representation = Representation(type: type, payload: .promised(promise))
    return SelectionOffer(items: [Item(representations: [representation])])
  }

  /// A promise of which there is a beginning as soon as somebody asks.
  private static func promise(_ growing: Growing, stopped: Gate = Gate()) -> Promise {
    growing.append([1, 2, 3])
    return Promise { promise in
      promise.stops { stopped.open() }
      promise.begin(with: growing)
    }
  }

  @Test func `what has begun in time comes as it is made, though it is offered no more`()
    async throws
  {
    let fixture = try await Fixture()
    let (growing, stopped) = (Growing(), Gate())
    let promise = Self.promise(growing, stopped: stopped)
    try await fixture.offer(Self.offer(.png, promise))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("image/png").property != .none)
      #expect(try client.read().type == "INCR")
      promise.release()
      startThread {
        for number in 4...6 {
          guard eventually({ growing.isTaken }) else { return }
          growing.append([UInt8](repeating: UInt8(number), count: 100_000))
          promise.grow()
        }
        guard eventually({ growing.isTaken }) else { return }
        promise.settle(.success(.inline(growing.bytes + [7])))
      }
      let taken = try client.takePieces()
      #expect(taken.bytes == growing.bytes + [7])
      #expect(taken.sizes == [3, 100_000, 100_000, 100_000, 1])
      #expect(taken.last.type == "image/png")
    }
    #expect(!stopped.isOpen)
    await fixture.close()
  }

  @Test func `what fails while it is made is never said to be complete`() async throws {
    let fixture = try await Fixture()
    let growing = Growing()
    let promise = Self.promise(growing)
    try await fixture.offer(Self.offer(.png, promise))
    let (server, desktop) = (fixture.server, fixture.desktop)
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("image/png").property != .none)
      #expect(try client.read(delete: true).type == "INCR")
      #expect(try client.piece().bytes == [1, 2, 3])
      #expect(eventually { growing.isTaken })
      promise.settle(.failure(PayloadFailure(reason: "no")))
      #expect(eventually { desktop.activity.transfers == 0 })
      #expect(try client.read().type == nil)
      #expect(try client.convert("image/png").property == .none)
    }
    await fixture.close()
  }

  @Test func `a command that its only reader leaves ends, when it is offered no more`()
    async throws
  {
    let fixture = try await Fixture()
    let (growing, stopped) = (Growing(), Gate())
    let promise = Self.promise(growing, stopped: stopped)
    try await fixture.offer(Self.offer(.png, promise))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("image/png").property != .none)
      promise.release()
      #expect(!stopped.isOpen)
    }
    #expect(await eventually { () async -> Bool in stopped.isOpen })
    await fixture.close()
  }

  @Test func `text that must be looked at is refused when the time is up`() async throws {
    let fixture = try await Fixture()
    try await fixture.offer(Self.offer(.utf8PlainText, Self.promise(Growing())))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("UTF8_STRING").property == .none)
    }
    await fixture.close()
  }
}
