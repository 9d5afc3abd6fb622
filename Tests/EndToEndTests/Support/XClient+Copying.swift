import Testing
internal import XCB

/// The owner as a program that copies: one text after the other, each by a claim of its own.
extension XClient {
  /// Copies texts in their order, every so often, and answers for the last of them meanwhile.
  ///
  /// Returns how many claims came late, since the machine was busy.
  @discardableResult
  func copy(_ texts: [String], every pause: Duration = .zero) throws -> Int {
    let start = ContinuousClock.now
    var late = 0
    for (number, text) in texts.enumerated() {
      try claimQuickly()
      let end = start + pause * (number + 1)
      repeat {
        let left = max(.zero, end - .now)
        if let request = try request(within: left) { try offer(text, to: request) }
      } while ContinuousClock.now < end
      if ContinuousClock.now > end + pause { late += 1 }
    }
    return late
  }

  /// Claims without asking whether that worked.
  func claimQuickly(_ selection: String = "CLIPBOARD") throws {
    try connection.setOwner(window, of: atom(selection), at: now())
    try connection.flush()
  }

  /// Answers a request as an owner of nothing but text.
  func offer(_ text: String, to request: SelectionRequest) throws {
    switch try name(request.target) {
    case "TARGETS": try replyTargets(["UTF8_STRING"], to: request)
    case "UTF8_STRING": try reply(to: request, Array(text.utf8))
    default: try refuse(request)
    }
  }

  /// Answers for some content until a condition holds, and says whether it did.
  @discardableResult
  func serve(
    _ contents: [String: [UInt8]],
    within limit: Duration = .seconds(10),
    until isDone: () throws -> Bool
  ) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    var done = false
    try serve(
      while: {
        done = try isDone()
        return !done && ContinuousClock.now < deadline
      },
      offering: contents.keys.sorted()
    ) { request, target in
      if let content = contents[target] {
        try reply(to: request, content)
      } else {
        try refuse(request)
      }
    }
    return done
  }

  /// Copies one text and answers for it until a condition holds.
  @discardableResult
  func copy(
    _ text: String,
    within limit: Duration = .seconds(10),
    until isDone: () throws -> Bool
  ) throws -> Bool {
    try claim()
    return try serve(["UTF8_STRING": Array(text.utf8)], within: limit, until: isDone)
  }
}

/// What a program does that ends.
extension XClient {
  /// Asks the clipboard manager to keep what is offered, all of it or some targets.
  func askToSave(_ targets: [String]?, into property: String? = "_SAVE") throws {
    if let targets, let property {
      let atoms = try targets.map { try atom($0).rawValue }
      try set(property, type: "ATOM", format: 32, packed(atoms))
    }
    try ask("SAVE_TARGETS", of: "CLIPBOARD_MANAGER", into: property, at: now())
  }

  /// The answer to that; `nil` if there is none yet.
  func saved(within limit: Duration = .zero) throws -> SelectionNotify? {
    let manager = try atom("CLIPBOARD_MANAGER")
    return try event(within: limit) { event in
      guard case .selectionNotify(let notify) = event, notify.selection == manager else {
        return nil
      }
      return notify
    }
  }
}
