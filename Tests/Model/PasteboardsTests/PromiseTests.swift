import Pasteboards
import Synchronization
import Testing

@Suite("Promises", .timeLimit(.minutes(4)))
struct PromiseTests {
  /// Counts, and keeps what it was told last.
  final class Record: Sendable {
    private let state = Mutex((count: 0, outcome: Promise.Outcome?.none))

    func add(_ outcome: Promise.Outcome? = nil) {
      state.withLock { $0 = ($0.count + 1, outcome) }
    }

    var count: Int { state.withLock { $0.count } }
    var outcome: Promise.Outcome? { state.withLock { $0.outcome } }

    var bytes: [UInt8]? {
      guard case .success(.inline(let bytes)) = outcome else { return nil }
      return bytes
    }
  }

  @Test func `nothing is made before somebody asks, and then once for all`() {
    let (begun, told) = (Record(), Record())
    let promise = Promise { _ in begun.add() }
    #expect(begun.count == 0)
    for _ in 0..<5 { promise.keep { told.add($0) } }
    #expect(begun.count == 1)
    #expect(told.count == 0)
    #expect(promise.settle(.success(.inline([1]))))
    #expect(told.count == 5)
    promise.keep { told.add($0) }
    #expect(told.count == 6)
    #expect(told.bytes == [1])
    #expect(begun.count == 1)
  }

  @Test func `what is kept unasked is never begun`() {
    let (begun, told) = (Record(), Record())
    let promise = Promise { _ in begun.add() }
    promise.settle(.success(.inline([2])))
    promise.keep { told.add($0) }
    #expect(begun.count == 0)
    #expect(told.bytes == [2])
    #expect(promise.isSettled)
  }

  @Test func `the first outcome stays`() {
    let promise = Promise { _ in }
    #expect(promise.settle(.failure(PayloadFailure(reason: "no"))))
    #expect(!promise.settle(.success(.inline([]))))
    #expect(promise.kept == nil)
    #expect(promise.failure == PayloadFailure(reason: "no"))
  }

  @Test func `a promise of a promise is broken`() {
    let promise = Promise { _ in }
    promise.settle(.success(.promised(Promise { _ in })))
    #expect(promise.kept == nil)
    #expect(promise.failure != nil)
  }

  @Test func `one that is kept at once tells so before it returns`() {
    let told = Record()
    Promise { $0.settle(.success(.inline([3]))) }.keep { told.add($0) }
    #expect(told.bytes == [3])
  }

  @Test func `it is made once when many threads ask at the same time`() async throws {
    let (begun, told) = (Record(), Record())
    let promise = Promise { promise in
      begun.add()
      promise.settle(.success(.inline([4])))
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { promise.keep { told.add($0) } } }
    }
    #expect(begun.count == 1)
    #expect(told.count == 64)
  }

  @Test func `what is made of a broken promise is broken, and what was made of a kept one stays`() {
    let source = Promise { _ in }
    let made = Promise(madeOf: .promised(source)) { _ in }
    #expect(Payload.promised(made).openPromise === made)
    source.settle(.failure(PayloadFailure(reason: "no")))
    #expect(made.failure == PayloadFailure(reason: "no"))
    #expect(Payload.promised(made).openPromise == nil)
    let kept = Promise(madeOf: .promised(source)) { _ in }
    kept.settle(.success(.inline([])))
    #expect(kept.failure == nil)
  }

  // MARK: Nobody waits

  @Test func `who leaves is told nothing, and it goes on for those who ask again`() {
    let (stopped, told, later) = (Record(), Record(), Record())
    let promise = Promise { promise in promise.stops { stopped.add() } }
    let leave = promise.keep { told.add($0) }
    #expect(promise.waiterCount == 1)
    leave()
    leave()
    #expect(promise.waiterCount == 0)
    #expect(stopped.count == 0)
    promise.keep { later.add($0) }
    promise.settle(.success(.inline([7])))
    #expect(told.count == 0)
    #expect(later.bytes == [7])
  }

  @Test func `once it is released it is made only for those who wait`() {
    let stopped = Record()
    let promise = Promise { promise in promise.stops { stopped.add() } }
    let leaves = (0..<2).map { _ in promise.keep { _ in } }
    promise.release()
    leaves[0]()
    #expect(stopped.count == 0)
    leaves[1]()
    #expect(stopped.count == 1)
    #expect(promise.failure != nil)
    #expect(!promise.settle(.success(.inline([]))))
  }

  @Test func `one that nobody waits for ends when it is released`() {
    let stopped = Record()
    let promise = Promise { promise in promise.stops { stopped.add() } }
    promise.keep { _ in }()
    promise.release()
    #expect(stopped.count == 1)
    promise.stops { stopped.add() }
    #expect(stopped.count == 2, "what is begun too late ends at once")
  }

  @Test func `one that cannot be ended may still be kept`() {
    let promise = Promise { _ in }
    promise.keep { _ in }()
    promise.release()
    #expect(promise.settle(.success(.inline([]))))
  }

  @Test func `one that nobody waits for when it says how it is ended ends`() {
    let stopped = Record()
    let promise = Promise { _ in }
    promise.keep { _ in }()
    promise.release()
    promise.stops { stopped.add() }
    #expect(stopped.count == 1)
  }

  @Test func `one that was never asked can still be, after it is released`() {
    let (begun, told) = (Record(), Record())
    let promise = Promise { promise in
      begun.add()
      promise.settle(.success(.inline([8])))
    }
    promise.release()
    #expect(begun.count == 0)
    promise.keep { told.add($0) }
    #expect(told.bytes == [8])
  }

  // MARK: While it is made

  @Test func `who waits for more is told when there is more than that, or all`() throws {
    let (near, far, left) = (Record(), Record(), Record())
    let promise = Promise { _ in }
    promise.whenLonger(than: 0) { near.add() }
    promise.whenLonger(than: 2) { far.add() }
    promise.whenLonger(than: 0) { left.add() }()
    #expect(promise.beginning == nil && GrowingPayload(promise) == nil)
    promise.begin(with: Fixed([1, 2]))
    promise.grow()
    #expect([near, far, left].map(\.count) == [1, 0, 0])
    promise.whenLonger(than: 1) { near.add() }
    #expect(near.count == 2, "there is more already")
    let growing = try #require(GrowingPayload(promise))
    #expect(growing.byteCount == 2 && !growing.isComplete)
    promise.settle(.success(.inline([1, 2, 3])))
    #expect([near, far, left].map(\.count) == [2, 1, 0])
    #expect(growing.byteCount == 3 && growing.isComplete)
    #expect(promise.beginning == nil)
  }

  @Test func `of what fails nothing is seen any more`() throws {
    let told = Record()
    let promise = Promise { _ in }
    promise.begin(with: Fixed([1]))
    let growing = try #require(GrowingPayload(promise))
    promise.whenLonger(than: 1) { told.add() }
    promise.settle(.failure(PayloadFailure(reason: "no")))
    #expect(told.count == 1)
    var bytes: [UInt8] = [0]
    #expect(throws: PayloadFailure(reason: "no")) {
      try bytes.withUnsafeMutableBytes { try growing.read(into: $0, at: 0) }
    }
  }

  /// Content as it was at one time.
  private final class Fixed: PayloadFile {
    private let payload: Payload
    let byteCount: Int

    init(_ bytes: [UInt8]) { (payload, byteCount) = (.inline(bytes), bytes.count) }

    func read(
      into buffer: UnsafeMutableRawBufferPointer,
      at offset: Int
    ) throws(PayloadFailure) -> Int {
      try payload.read(into: buffer, at: offset)
    }
  }

  // MARK: As a payload

  @Test func `a promised payload is the kept one once it is there`() throws {
    let promise = Promise { _ in }
    let payload = Payload.promised(promise)
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(payload.byteCount == nil)
    #expect(payload.kept == nil)
    #expect(payload.openPromise === promise)
    #expect(throws: PayloadFailure.notMade) {
      try bytes.withUnsafeMutableBytes { try payload.read(into: $0, at: 0) }
    }
    promise.settle(.success(.inline([5, 6])))
    #expect(payload.byteCount == 2)
    #expect(payload.openPromise == nil)
    #expect(try bytes.withUnsafeMutableBytes { try payload.read(into: $0, at: 1) } == 1)
    #expect(bytes[0] == 6)
  }

  @Test func `a broken one says why`() {
    let promise = Promise { _ in }
    promise.settle(.failure(PayloadFailure(reason: "gone")))
    let payload = Payload.promised(promise)
    #expect(payload.openPromise == nil)
    #expect(payload.failure == PayloadFailure(reason: "gone"))
    var bytes: [UInt8] = [0]
    #expect(throws: PayloadFailure(reason: "gone")) {
      try bytes.withUnsafeMutableBytes { try payload.read(into: $0, at: 0) }
    }
  }
}
