import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("Notification socket", .timeLimit(.minutes(4)))
struct NotificationSocketTests {
  /// Runs a shell line that has the socket's address in `NOTIFY_SOCKET`.
  static func service(_ script: String, _ socket: NotificationSocket) throws -> ChildProcess {
    try ChildProcess.spawn(
      Array("/bin/sh".utf8),
      arguments: ["sh", "-c", script].map { Array($0.utf8) },
      environment: Environment.all + [Array("NOTIFY_SOCKET=\(socket.address)".utf8)]
    )
  }

  static let sending = """
    python3 -c '
    import os, socket
    address = os.environ["NOTIFY_SOCKET"].replace("@", chr(0), 1)
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    peer.sendto(b"READY=1\\nSTATUS=Serving\\n", address)
    peer.sendto(b"STOPPING=1", address)'
    """

  @Test func `what a service says is heard in its order`() throws {
    let socket = try NotificationSocket()
    #expect(try socket.next() == nil)
    let service = try Self.service(Self.sending, socket)
    #expect(try service.wait(timeout: .seconds(30)) == .exited(0))
    #expect(try socket.next() == ["READY=1", "STATUS=Serving"])
    #expect(try socket.next() == ["STOPPING=1"])
    #expect(try socket.next() == nil)
  }

  @Test func `a service that ends in silence ends the wait`() throws {
    let socket = try NotificationSocket()
    let service = try Self.service("exit 3", socket)
    try socket.wait(or: service.ended, timeout: .seconds(30))
    #expect(try service.wait(timeout: .zero) == .exited(3))
    #expect(try socket.next() == nil)
  }

  @Test func `two sockets have two names`() throws {
    #expect(try NotificationSocket().address != NotificationSocket().address)
  }

  @Test func `an interrupted program ends as a shell would say it`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.exitOnInterrupt()
      // To the process: the threads that tests run on block signals.
      kill(getpid(), SIGINT)
      poll(nil, 0, 20_000)
    }
  }

  @Test func `an interrupt that was ignored stays so`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGINT, SIG_IGN)
      Interruption.exitOnInterrupt()
      kill(getpid(), SIGINT)
      exit(7)
    }
  }

  @Test func `a path is followed to its file`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write([1], to: "a")
    try run("ln", ["-s", "a", scratch.path("link")])
    let found = try FileSystem.resolved(Array(scratch.path("./link").utf8))
    #expect(found == Array(scratch.path("a").utf8))
    let error = #expect(throws: SystemError.self) {
      try FileSystem.resolved(Array(scratch.path("none").utf8))
    }
    #expect(error?.code == SystemError.notFound)
  }
}
