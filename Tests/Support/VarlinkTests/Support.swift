import Glibc
import LinuxIO
import Synchronization
import Testing
import Varlink

/// What the service of the tests was told.
final class Log: Sendable {
  enum Entry: Equatable, Sendable {
    case closed
    case refused(UInt32)
    case called(String)
  }

  let entries: AsyncStream<Entry>
  private let continuation: AsyncStream<Entry>.Continuation
  let pending = Mutex<[VarlinkCall]>([])
  let elsewhere: EventLoop

  init() throws {
    (entries, continuation) = AsyncStream.makeStream()
    elsewhere = try EventLoop()
    try elsewhere.start(name: "elsewhere")
  }

  func add(_ entry: Entry) { continuation.yield(entry) }

  /// The first entry that is not another one.
  func next(_ wanted: Entry) async -> Bool {
    for await entry in entries where entry == wanted { return true }
    return false
  }
}

/// Runs the clients of a test on a thread of their own.
///
/// They wait in system calls, and would keep the threads that the service's tasks need.
private actor Clients {
  nonisolated let thread: EventLoop

  init() throws {
    thread = try EventLoop()
    try thread.start(name: "clients")
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func run(
    _ body: @Sendable (TestService) async throws -> Void,
    _ service: TestService
  ) async throws {
    try await body(service)
    // Without this the closure may as well have run elsewhere.
    #expect(thread.isOnLoop)
  }
}

/// A service with methods that answer in every way there is.
struct TestService {
  static let text = """
    interface org.example.test
    method Echo(text: ?string) -> (text: ?string)
    method Count(to: int) -> (number: int)
    method Hold() -> ()
    method Drop() -> ()
    method Read() -> (text: string)
    method Give(count: int) -> ()
    method Flood() -> (text: string)
    method Twice() -> ()
    """

  let loop: EventLoop
  let server: VarlinkServer
  let log: Log
  let path: String

  static func with(
    limits: VarlinkServer.Limits = .init(),
    user: UInt32 = CurrentProcess.userID,
    _ body: @Sendable (TestService) async throws -> Void
  ) async throws {
    // Hostile clients write to those who have closed.
    SignalWatch.ignoreBrokenPipe()
    let loop = try EventLoop()
    let log = try Log()
    defer { log.elsewhere.stop() }
    let path = "@xfer-varlink-\(CurrentProcess.id)-\(UInt64.random(in: 0 ... .max))"
    var handlers = VarlinkServer.Handlers { call in Self.answer(call, log) }
    handlers.connectionClosed = { _ in log.add(.closed) }
    handlers.peerRefused = { log.add(.refused($0.uid)) }
    let server = VarlinkServer(
      listening: [SharedDescriptor(try UnixSocket.listen(at: path))],
      on: loop,
      identity: .init(vendor: "V", product: "P", version: "1", url: "https://example.org"),
      interfaces: [VarlinkInterface(name: "org.example.test", description: text)],
      permittedUser: user,
      limits: limits,
      tooLarge: VarlinkError("org.example.test.TooLarge"),
      handlers: handlers
    )
    try server.start()
    try loop.start(name: "varlink")
    defer { loop.stop() }
    let clients = try Clients()
    defer { clients.thread.stop() }
    try await clients.run(
      body,
      TestService(loop: loop, server: server, log: log, path: path)
    )
  }

  func client() throws -> VarlinkClient { try VarlinkClient(connectedTo: path) }

  /// Bytes as a hostile client sends them.
  func raw() throws -> RawClient { RawClient(try UnixSocket.connect(to: path)) }

  private static func answer(_ call: VarlinkCall, _ log: Log) {
    log.add(.called(String(call.name)))
    switch call.name {
    case "Echo": call.reply(call.parameters)
    case "Count":
      let last = call.parameters["to"]?.integerValue ?? 0
      for number in 0..<last {
        guard call.reply(["number": .integer(number)], continues: true) else { return }
      }
      call.reply(["number": .integer(last)])
    case "Hold": log.pending.withLock { $0.append(call) }
    case "Drop": break
    case "Read":
      // Far from the loop, as real handlers do.
      log.elsewhere.perform {
        let content = try? call.descriptors.first?.descriptor.readToEnd(limit: 1000)
        call.reply(["text": .string(String(decoding: content ?? [], as: UTF8.self))])
      }
    case "Give": give(call)
    case "Flood":
      let text = JSON.string(String(repeating: "x", count: 1 << 20))
      for _ in 0..<80 { call.reply(["text": text], continues: true) }
    case "Twice":
      let first = call.reply(["number": 1])
      let second = call.reply(["number": 2]) || call.fail(.permissionDenied)
      if !first || second { log.add(.called("answered twice")) }
    default: call.fail(.methodNotImplemented(call.method))
    }
  }

  private static func give(_ call: VarlinkCall) {
    do {
      let count = call.parameters["count"]?.integerValue ?? 0
      let files = try (0..<count).map { number in
        SharedDescriptor(
          try MemoryFile.create(name: "test", content: [UInt8(truncatingIfNeeded: number)])
        )
      }
      call.reply(descriptors: files)
    } catch {
      call.fail(.permissionDenied)
    }
  }
}

extension VarlinkClient {
  /// One call and its one answer.
  func ask(
    _ method: String,
    _ parameters: JSON = .object([]),
    descriptors: [SharedDescriptor] = []
  ) throws -> VarlinkReply {
    try call("org.example.test.\(method)", parameters: parameters, descriptors: descriptors)
    return try nextReply(timeout: .seconds(20))
  }
}

/// A client that keeps to no rule.
struct RawClient: ~Copyable {
  let socket: FileDescriptor

  init(_ socket: consuming FileDescriptor) {
    self.socket = socket
  }

  func send(_ text: String) throws { try socket.writeAll(Array(text.utf8)) }

  func send(_ bytes: [UInt8], descriptors: [SharedDescriptor]) throws {
    let result = try bytes.withUnsafeBytes {
      try UnixSocket.send($0, descriptors: descriptors, on: socket)
    }
    #expect(result == .bytes(bytes.count))
  }

  /// All that comes until the other end closes, or until there is `count` times NUL.
  func receive(untilCount count: Int? = nil) throws -> String {
    var bytes: [UInt8] = []
    let deadline = MonotonicTime.now + .seconds(30)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while count.map({ wanted in bytes.count { $0 == 0 } < wanted }) ?? true {
      guard try socket.poll(for: .readable, timeout: deadline - .now) != nil else {
        Issue.record("nothing came")
        break
      }
      let result: FileDescriptor.ReadResult
      do throws(SystemError) {
        result = try socket.readAll(into: &buffer)
      } catch {
        guard error.code == SystemError.connectionReset else { throw error }
        break
      }
      guard case .bytes(let got) = result else { break }
      bytes += buffer[..<got]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FileDescriptor {
  fileprivate func readAll(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
    var span = buffer.mutableSpan
    return try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try readAvailable(into: bytes)
    }
  }
}

/// How many sockets, files in memory and loops the process has open.
///
/// Not all descriptors: the test library opens and closes some of its own at any time.
func openKindsCount() throws -> Int {
  try FileSystem.names(in: Array("/proc/self/fd".utf8)).count { name in
    let path = "/proc/self/fd/" + String(decoding: name, as: UTF8.self)
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &buffer, buffer.count)
    let target = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    return target.hasPrefix("socket:") || target.hasPrefix("/memfd:")
      || target.hasPrefix("anon_inode:")
  }
}
