import LinuxIO
import Synchronization
import Testing

@testable import Daemon

@Suite("A call of the desktop", .timeLimit(.minutes(4)))
struct DesktopCallTests {
  @Test func `an early result does not overtake what was queued before it`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "main")
    defer { loop.stop() }
    let order = Mutex<[String]>([])
    let home = Home(loop)
    await home.wait(
      for: DesktopCall<Int>(desktopLoop: loop, mainLoop: loop, patience: .seconds(30))
    ) {
      word in order.withLock { $0.append(word) }
    }
    #expect(order.withLock { $0 } == ["queued", "answered"])
  }

  private actor Home {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func wait(for call: DesktopCall<Int>, _ note: @escaping @Sendable (String) -> Void) async {
      _ = await withCheckedContinuation { continuation in
        loop.perform { note("queued") }
        // As if the desktop had been done before this thread went on.
        call.end(.success(1))
        call.begin(continuation, loop.task(in: self) { _ in })
      }
      note("answered")
    }
  }
}
