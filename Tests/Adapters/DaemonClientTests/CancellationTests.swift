import LinuxIO
import Testing
import Varlink
import Wire

@testable import DaemonClient

@Suite("Ending a connection from elsewhere", .timeLimit(.minutes(4)))
struct CancellationTests {
  @Test func `a call that is waited for fails at once`() throws {
    let cancellation = Cancellation()
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { _, _ in
      // The service never answers; somebody else loses patience.
      cancellation.cancel()
    }
    let connection = try DaemonConnection(service.caller(), cancellation: cancellation)
    #expect(cancellation.isQuiet)
    #expect(throws: ClientError.disconnected) { try connection.types(TypesRequest()) }
    #expect(!cancellation.isQuiet)
    #expect(throws: ClientError.self) { try connection.types(TypesRequest()) }
  }

  @Test func `a connection that is made later fails with its first call`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let service = try ScriptedService(at: DaemonConnectionTests.path()) { call, _ in
      try? call.answer(TypesReply(types: []))
    }
    let connection = try DaemonConnection(service.caller(), cancellation: cancellation)
    #expect(throws: ClientError.self) { try connection.types(TypesRequest()) }
  }

  @Test func `a connection that the daemon has left is not quiet`() throws {
    let cancellation = Cancellation()
    var service: ScriptedService? = try ScriptedService(at: DaemonConnectionTests.path()) {
      call,
      _ in
      try? call.answer(TypesReply(types: []))
    }
    let caller = try #require(service?.caller())
    let connection = try DaemonConnection(caller, cancellation: cancellation)
    _ = try connection.types(TypesRequest())
    #expect(cancellation.isQuiet)
    service = nil
    let deadline = MonotonicTime.now + .seconds(10)
    while cancellation.isQuiet, MonotonicTime.now < deadline {}
    #expect(!cancellation.isQuiet)
  }
}
