import Glibc
import TestSupport
import Testing
import XCB

@Suite("XFIXES", .timeLimit(.minutes(4))) struct XFixesTests {
  private func changes(_ client: Client) throws -> [OwnerChange] {
    try client.drain().compactMap { if case .ownerChange(let change) = $0 { change } else { nil } }
  }

  @Test func `every way to gain and lose a selection is told`() throws {
    let server = try XServer.shared()
    let watcher = try Client(server)
    var owner: Client? = try Client(server)
    let window = try #require(owner?.window)
    let selection = try watcher.atom("WATCHED_\(window.rawValue)")
    let info = try #require(try watcher.connection.enableXFixes())
    #expect(try watcher.connection.queryExtension(Array("XFIXES".utf8)) == info)
    try watcher.connection.selectOwnerChanges(of: selection, window: watcher.window)
    try watcher.connection.sync()

    let time = try #require(try owner?.timestamp())
    owner?.connection.setOwner(window, of: selection, at: time)
    owner?.connection.setOwner(nil, of: selection, at: time)
    let second = try owner?.connection.createInputOnlyWindow(events: [])
    owner?.connection.setOwner(second, of: selection, at: .current)
    if let second { owner?.connection.destroy(second) }
    owner?.connection.setOwner(window, of: selection, at: .current)
    try owner?.connection.sync()
    owner = nil

    var found: [OwnerChange] = []
    try eventually {
      found += try changes(watcher)
      return found.count >= 6
    }
    #expect(
      found.map(\.reason)
        == [.ownerSet, .ownerSet, .ownerSet, .windowDestroyed, .ownerSet, .clientClosed]
    )
    #expect(found.map(\.owner) == [window, nil, second, nil, window, nil])
    #expect(found.first?.selectionTime == time)
    #expect(found.allSatisfy { $0.window == watcher.window && $0.selection == selection })
    #expect(found.allSatisfy { !$0.isSynthetic })
  }

  @Test func `a server without it is no dead connection`() throws {
    let server = try XServer(["-extension", "XFIXES"])
    let connection = try server.connect()
    let window = try connection.createInputOnlyWindow(events: [])
    #expect(try connection.enableXFixes() == nil)
    #expect(try connection.queryExtension(Array("XFIXES".utf8)) == nil)
    #expect(throws: XError(request: "XFixesSelectSelectionInput", kind: .extensionMissing)) {
      try connection.selectOwnerChanges(of: .primary, window: window)
    }
    try connection.sync()
    #expect(connection.failure == nil)
  }

  @Test func `selecting before greeting it is refused here`() throws {
    let connection = try XServer.shared().connect()
    #expect(throws: XError(request: "XFixesSelectSelectionInput", kind: .extensionMissing)) {
      try connection.selectOwnerChanges(of: .primary, window: connection.root)
    }
    #expect(try connection.queryExtension(Array("NO SUCH THING".utf8)) == nil)
    try connection.sync()
  }
}
