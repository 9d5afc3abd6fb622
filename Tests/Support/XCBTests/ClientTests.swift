import Glibc
import TestSupport
import Testing
import XCB

@Suite("Clients and windows", .timeLimit(.minutes(4)))
struct ClientTests {
  @Test func `a server names the process of a client`() throws {
    let client = try Client(try XServer.shared())
    let other = try Client(try XServer.shared())
    let connection = client.connection
    #expect(try connection.canNameProcesses())
    let windows = [client.window, other.window]
    let found = try connection.collect(connection.sendProcessRequest(of: windows))
    let expected = windows.map {
      ClientProcess(client: connection.clientNumber(of: $0), id: getpid())
    }
    #expect(Set(found) == Set(expected) && found.count == 2)
    // Who is gone, or never was, has none.
    let nobody = Window(rawValue: 0x1FFF_FFFF)
    #expect(try connection.collect(connection.sendProcessRequest(of: [nobody])).isEmpty)
    try connection.sync()
  }

  @Test func `a server without the extension says so`() throws {
    let server = try XServer(["-extension", "X-Resource"])
    #expect(try !Client(server).connection.canNameProcesses())
  }

  @Test func `the children of a window are found, and whether they are mapped`() throws {
    let client = try Client(try XServer.shared())
    let connection = client.connection
    try connection.sync()
    let children = try connection.collect(connection.sendChildrenRequest(of: connection.root))
    #expect(children.contains(client.window))
    #expect(try connection.collect(connection.sendChildrenRequest(of: client.window)) == [])
    #expect(try !connection.collect(connection.sendMappingRequest(of: client.window)))
    #expect(try connection.collect(connection.sendMappingRequest(of: connection.root)))
    connection.destroy(client.window)
    let pending = connection.sendChildrenRequest(of: client.window)
    let mapping = connection.sendMappingRequest(of: client.window)
    #expect(throws: XError.self) { try connection.collect(pending) }
    #expect(throws: XError.self) { try connection.collect(mapping) }
  }
}
