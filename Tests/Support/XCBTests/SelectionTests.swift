import TestSupport
import Testing
import XCB

/// What the server does with selections, as far as we count on it.
///
/// Source: ICCCM 2.0 part 2; the server's own `dix/selection.c`.
@Suite("Selections on the server", .timeLimit(.minutes(4))) struct SelectionTests {
  private let server: XServer
  private let one: Client
  private let two: Client
  private let selection: Atom

  init() throws {
    server = try XServer.shared()
    one = try Client(server)
    two = try Client(server)
    // A selection for each test: the server is shared.
    selection = try one.atom("SELECTION_\(one.window.rawValue)_\(two.window.rawValue)")
  }

  private func clears(_ client: Client) throws -> [SelectionClear] {
    try client.drain().compactMap { if case .selectionClear(let clear) = $0 { clear } else { nil } }
  }

  private func later(_ time: Timestamp, by milliseconds: Int32) -> Timestamp {
    Timestamp(rawValue: time.rawValue &+ UInt32(bitPattern: milliseconds))
  }

  @Test func `a claim with a real time makes an owner, and None ends it`() throws {
    #expect(try one.connection.owner(of: selection) == nil)
    let time = try one.timestamp()
    one.connection.setOwner(one.window, of: selection, at: time)
    #expect(try one.connection.owner(of: selection) == one.window)
    one.connection.setOwner(nil, of: selection, at: time)
    #expect(try one.connection.owner(of: selection) == nil)
    #expect(try clears(one).map(\.owner) == [one.window])
  }

  @Test func `a claim from the future is ignored`() throws {
    one.connection.setOwner(
      one.window,
      of: selection,
      at: later(try one.timestamp(), by: 100_000)
    )
    #expect(try one.connection.owner(of: selection) == nil)
    #expect(try one.drain().isEmpty)
  }

  @Test func `a claim older than the last change is ignored, also when the owner is gone`() throws {
    let time = try one.timestamp()
    one.connection.setOwner(one.window, of: selection, at: time)
    try one.connection.sync()
    two.connection.setOwner(two.window, of: selection, at: later(time, by: -1))
    #expect(try two.connection.owner(of: selection) == one.window)
    one.connection.destroy(one.window)
    #expect(try one.connection.owner(of: selection) == nil)
    two.connection.setOwner(two.window, of: selection, at: later(time, by: -1))
    #expect(try two.connection.owner(of: selection) == nil)
  }

  @Test func `a claim at the same time wins, and the loser is told that time`() throws {
    let time = try one.timestamp()
    one.connection.setOwner(one.window, of: selection, at: time)
    try one.connection.sync()
    two.connection.setOwner(two.window, of: selection, at: time)
    #expect(try two.connection.owner(of: selection) == two.window)
    #expect(
      try clears(one)
        == [SelectionClear(time: time, owner: one.window, selection: selection, isSynthetic: false)]
    )
    #expect(try clears(two).isEmpty)
  }

  @Test func `a release at the time of a lost claim leaves the newer owner`() throws {
    let time = try one.timestamp()
    one.connection.setOwner(one.window, of: selection, at: time)
    try one.connection.sync()
    var newer = try two.timestamp()
    while !newer.isLater(than: time) { newer = try two.timestamp() }
    two.connection.setOwner(two.window, of: selection, at: newer)
    try two.connection.sync()
    one.connection.setOwner(nil, of: selection, at: time)
    #expect(try one.connection.owner(of: selection) == two.window)
  }

  @Test func `claiming again for oneself brings no SelectionClear`() throws {
    let other = try one.connection.createInputOnlyWindow(events: [])
    one.connection.setOwner(one.window, of: selection, at: try one.timestamp())
    one.connection.setOwner(other, of: selection, at: try one.timestamp())
    #expect(try one.connection.owner(of: selection) == other)
    #expect(try clears(one).isEmpty)
  }

  @Test func `clearing at CurrentTime refuses every older claim afterwards`() throws {
    let time = try one.timestamp()
    var now = try one.timestamp()
    while !now.isLater(than: time) { now = try one.timestamp() }
    one.connection.setOwner(nil, of: selection, at: .current)
    one.connection.setOwner(one.window, of: selection, at: time)
    #expect(try one.connection.owner(of: selection) == nil)
  }

  @Test(arguments: [UInt32(0), 1, .max])
  func `a request reaches the owner with its time untouched`(time: UInt32) throws {
    one.connection.setOwner(one.window, of: selection, at: try one.timestamp())
    try one.connection.sync()
    let target = try two.atom("TARGET")
    let property = try two.atom("P")
    two.connection.convert(
      selection,
      to: target,
      property: property,
      requestor: two.window,
      at: Timestamp(rawValue: time)
    )
    try two.connection.sync()
    let request = try one.wait("request") { event -> SelectionRequest? in
      if case .selectionRequest(let request) = event { request } else { nil }
    }
    #expect(
      request
        == SelectionRequest(
          time: Timestamp(rawValue: time),
          owner: one.window,
          requestor: two.window,
          selection: selection,
          target: target,
          property: property
        )
    )
    one.connection.send(SelectionNotify(answering: request, property: property))
    try one.connection.sync()
    let notify = try two.wait("answer") { event -> SelectionNotify? in
      if case .selectionNotify(let notify) = event { notify } else { nil }
    }
    #expect(
      notify
        == SelectionNotify(
          time: Timestamp(rawValue: time),
          requestor: two.window,
          selection: selection,
          target: target,
          property: property,
          isSynthetic: true
        )
    )
  }

  @Test func `the server itself refuses a conversion that nobody can answer`() throws {
    one.connection.convert(
      selection,
      to: .string,
      property: .string,
      requestor: one.window,
      at: Timestamp(rawValue: 77)
    )
    let notify = try one.wait("refusal") { event -> SelectionNotify? in
      if case .selectionNotify(let notify) = event { notify } else { nil }
    }
    #expect(
      notify
        == SelectionNotify(
          time: Timestamp(rawValue: 77),
          requestor: one.window,
          selection: selection,
          target: .string,
          property: .none,
          isSynthetic: false
        )
    )
  }

  @Test func `a requestor that is not there is BadWindow`() throws {
    let sequence = one.connection.convert(
      selection,
      to: .string,
      property: .string,
      requestor: Window(rawValue: 9),
      at: .current
    )
    let (error, found) = try one.waitForError()
    #expect(error.isBadWindow)
    #expect(error.request == "ConvertSelection")
    #expect(found == sequence)
  }

  @Test func `an owner of no selection is BadAtom`() throws {
    let error = #expect(throws: XError.self) {
      try one.connection.owner(of: Atom(rawValue: 0x1FFF_FFFF))
    }
    guard case .protocolError(let code, _, _, _) = error?.kind else { throw TestFailure("kind") }
    #expect(code == 5)
  }
}
