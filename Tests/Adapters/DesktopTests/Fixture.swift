import Desktop
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import TestSupport
import UniformTypeIdentifiers
import XCB

/// A server, a loop on a thread of its own, and a desktop on both.
final class Fixture: Sendable {
  let server: XServer
  let loop: EventLoop
  let desktop: Desktop
  /// What the desktop tells, for one reader at a time.
  let events: AsyncStream<DesktopEvent>

  init(_ arguments: [String] = [], limits: DesktopLimits = DesktopLimits()) async throws {
    server = try XServer(arguments)
    loop = try EventLoop()
    try loop.start(name: "desktop")
    let (events, told) = AsyncStream.makeStream(of: DesktopEvent.self)
    self.events = events
    desktop = Desktop(loop: loop, limits: limits) { told.yield($0) }
    try await connect(to: server)
  }

  func connect(to server: XServer) async throws {
    try await desktop.connect(
      display: server.displayName,
      authority: .none,
      timeout: .seconds(10)
    )
  }

  /// Lets go of the display and ends the loop.
  func close() async {
    await desktop.disconnect()
    loop.stop()
  }

  var environment: [String: String?] { ["DISPLAY": server.display] }

  @discardableResult
  func offer(
    _ offer: SelectionOffer,
    id: UInt64 = 1,
    on selection: Selection = .clipboard
  ) async throws -> ServerTime {
    try await desktop.offer(offer, id: id, on: selection)
  }

  func get(
    _ target: TargetName = .utf8String,
    of selection: Selection = .clipboard,
    timeout: Duration = .seconds(5),
    cap: Int = 1 << 30
  ) async throws -> (ConvertedContent, [UInt8], isIncremental: Bool?) {
    let sink = Collector()
    let content = try await desktop.convert(
      selection,
      target: target,
      timeout: timeout,
      cap: cap,
      into: sink
    )
    return (content, sink.bytes, sink.isIncremental)
  }

  /// The next event that fits.
  func event(where fits: @Sendable (DesktopEvent) -> Bool) async -> DesktopEvent? {
    for await event in events where fits(event) { return event }
    return nil
  }
}

/// The error that something ends with.
func failure<Value>(
  of body: () async throws -> Value
) async throws -> DesktopError {
  do {
    _ = try await body()
  } catch let error as DesktopError {
    return error
  }
  throw TestFailure("it worked")
}

/// Keeps what a conversion brings.
final class Collector: ContentSink {
  private let state = Mutex(State())

  struct State {
    var bytes: [UInt8] = []
    var isIncremental: Bool?
  }

  func begin(replyType: TargetName, isIncremental: Bool) {
    state.withLock { $0.isIncremental = isIncremental }
  }

  func append(_ bytes: UnsafeRawBufferPointer) { state.withLock { $0.bytes += bytes } }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  /// Whether the content came in pieces; `nil` until it began.
  var isIncremental: Bool? { state.withLock { $0.isIncremental } }
}

/// Closed until a test opens it.
final class Gate: Sendable {
  private let state = Mutex(false)

  var isOpen: Bool { state.withLock { $0 } }

  func open() { state.withLock { $0 = true } }
}

extension SelectionOffer {
  static func text(_ text: String, isSensitive: Bool = false) -> SelectionOffer {
    bytes(Array(text.utf8), isSensitive: isSensitive)
  }

  static func bytes(
    _ bytes: [UInt8],
    as type: UTType = .utf8PlainText,
    isSensitive: Bool = false
  ) -> SelectionOffer {
    let representation = Representation(type: type, payload: .inline(bytes))
    return SelectionOffer(
      items: [Item(representations: [representation])],
      isSensitive: isSensitive
    )
  }
}
