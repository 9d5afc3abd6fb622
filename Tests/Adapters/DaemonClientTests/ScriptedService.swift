import LinuxIO
import DaemonClient
import Synchronization
import Varlink
import Wire

/// The real server with answers by script: for what no daemon in good health does.
final class ScriptedService: Sendable {
  typealias Script = @Sendable (VarlinkCall, _ index: Int) -> Void

  let path: [UInt8]
  private let loop: EventLoop
  private let server: VarlinkServer
  private let log: Log

  /// A call that came.
  struct Seen: Sendable {
    let method: Substring
    let parameters: JSON
    let descriptorCount: Int
  }

  /// Listens at `path`; `script` gets each call and its number, from 0.
  convenience init(at path: [UInt8], _ script: @escaping Script) throws {
    try self.init(at: path, script: { call, index, _ in script(call, index) })
  }

  /// Listens at `path`; `script` also gets the loop, to answer later.
  init(
    at path: [UInt8],
    script: @escaping @Sendable (VarlinkCall, Int, EventLoop) -> Void
  ) throws {
    self.path = path
    loop = try EventLoop()
    let loop = loop
    let listener = SharedDescriptor(try UnixSocket.listen(at: path))
    let log = Log()
    self.log = log
    server = VarlinkServer(
      listening: [listener],
      on: loop,
      identity: VarlinkIdentity(vendor: "xfer", product: "test", version: "0", url: ""),
      interfaces: [
        VarlinkInterface(
          name: PasteboardInterface.name,
          description: PasteboardInterface.description
        )
      ],
      handlers: .init { call in
        script(call, log.add(call), loop)
      }
    )
    try server.start()
    try loop.start(name: "service")
  }

  deinit {
    loop.stop()
    try? FileSystem.remove(path)
  }

  /// The calls so far.
  var calls: [Seen] { log.calls }

  private final class Log: Sendable {
    private let seen = Mutex<[Seen]>([])

    var calls: [Seen] { seen.withLock { $0 } }

    func add(_ call: VarlinkCall) -> Int {
      seen.withLock { seen in
        seen.append(
          Seen(
            method: call.name,
            parameters: call.parameters,
            descriptorCount: call.descriptors.count
          )
        )
        return seen.count - 1
      }
    }
  }

  /// A caller of this service, given by name or as the one under a runtime directory.
  func caller(display: String? = nil) -> Caller {
    var caller = Caller { _ in nil }
    caller.socket = path
    caller.display = display
    caller.startsDaemon = false
    return caller
  }
}

extension VarlinkCall {
  /// Answers with an error of the interface.
  func fail(_ error: PasteboardError) throws {
    let (name, parameters) = error.message
    fail(name, parameters: try MessageEncoder.encode(parameters))
  }

  /// Answers with a message.
  func answer(
    _ message: some Encodable,
    descriptors: [SharedDescriptor] = [],
    continues: Bool = false
  ) throws {
    reply(try MessageEncoder.encode(message), descriptors: descriptors, continues: continues)
  }
}

/// A thread of a test.
final class TestThread {
  private let loop: EventLoop
  private let end: Pipe

  init(_ body: @escaping @Sendable () -> Void) throws {
    loop = try EventLoop()
    end = try Pipe.make()
    let writer = end.writer
    try loop.start(name: "test")
    loop.perform {
      body()
      // The reader waits with a deadline and says what is missing.
      try? writer.descriptor.writeAll([1])
    }
  }

  /// Waits for the end; `false` if it does not come.
  func join() -> Bool {
    defer { loop.stop() }
    let ready = try? end.reader.descriptor.poll(for: .readable, timeout: .seconds(30))
    return ready != nil
  }
}
