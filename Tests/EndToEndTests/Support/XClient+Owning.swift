internal import XCB

/// The owner's side, step by step.
extension XClient {
  /// The next request that comes.
  func request(within limit: Duration = .seconds(5)) throws -> SelectionRequest? {
    try event(within: limit) {
      if case .selectionRequest(let request) = $0 { request } else { nil }
    }
  }

  /// The property that a request wants its answer in.
  func property(of request: SelectionRequest) throws -> String {
    try name(request.property == .none ? request.target : request.property)
  }

  func refuse(_ request: SelectionRequest) throws {
    connection.send(SelectionNotify(answering: request, property: .none))
    try connection.flush()
  }

  /// Writes a whole value and says so.
  func reply(
    to request: SelectionRequest,
    type: String? = nil,
    format: UInt8 = 8,
    _ bytes: [UInt8]
  ) throws {
    let type = try type ?? name(request.target)
    try set(property(of: request), on: request.requestor, type: type, format: format, bytes)
    try notify(request)
  }

  /// Says that the answer is written.
  func notify(_ request: SelectionRequest) throws {
    connection.send(SelectionNotify(answering: request, property: try atom(property(of: request))))
    try connection.flush()
  }

  func replyTargets(_ names: [String], to request: SelectionRequest) throws {
    let atoms = try (["TARGETS", "TIMESTAMP"] + names).map { try atom($0).rawValue }
    try reply(to: request, type: "ATOM", format: 32, packed(atoms))
  }

  /// Announces an INCR transfer; `hint` is what the property says, nothing if empty.
  func announce(_ request: SelectionRequest, hint: [UInt32]) throws {
    connection.selectEvents([.propertyChange, .structureNotify], of: request.requestor)
    let property = try property(of: request)
    // The end of an earlier transfer there is no start of this one.
    while try propertyChange(property, .deleted, of: request.requestor, within: .zero) != nil {}
    try set(property, on: request.requestor, type: "INCR", format: 32, packed(hint))
    try notify(request)
  }

  /// Waits until the reader took what is there, then writes the next piece; an empty one is the end.
  @discardableResult
  func send(
    _ piece: [UInt8],
    of request: SelectionRequest,
    type: String? = nil,
    format: UInt8 = 8,
    within limit: Duration = .seconds(5)
  ) throws -> Bool {
    let property = try property(of: request)
    guard
      try propertyChange(property, .deleted, of: request.requestor, within: limit) != nil
    else { return false }
    let type = try type ?? name(request.target)
    try set(property, on: request.requestor, type: type, format: format, piece)
    try connection.flush()
    return true
  }

  /// Serves requests while something runs: TARGETS from `offered`, the rest by `respond`.
  func serve(
    while isRunning: () throws -> Bool,
    offering offered: [String],
    _ respond: (SelectionRequest, String) throws -> Void
  ) throws {
    while try isRunning() {
      guard let request = try request(within: .milliseconds(10)) else { continue }
      let target = try name(request.target)
      if target == "TARGETS" {
        try replyTargets(offered, to: request)
      } else {
        try respond(request, target)
      }
    }
  }
}
