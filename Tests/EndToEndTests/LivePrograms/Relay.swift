internal import Wire
internal import XCB
import Testing

/// Programs that hand a copy on: each pastes what the one before it copied, copies, and ends.
///
/// So each is started once for both. Between two of them nobody but xferd can have the content.
struct Relay {
  /// How programs end.
  enum Ending {
    /// As their users end them; toolkits then ask a clipboard manager to save what they offer.
    case closed
    case killed
  }

  let programs: [Program]
  let ending: Ending
  var matter = Matter.text

  /// Runs from the first program to the last, which pastes only.
  func run(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let session = try Session()
    let person = try Person(at: session)
    let reader = try XClient(in: session)
    var offer: Offer?
    for (place, program) in programs.enumerated() {
      let live = try program.start(with: person)
      if let offer {
        let comment = "\(program.rawValue) pastes from \(programs[place - 1].rawValue)"
        try live.paste(offer).expect(offer, comment, sourceLocation: sourceLocation)
      }
      if place == programs.count - 1 { break }
      offer = try hand(live, program, reader, session, sourceLocation)
    }
  }

  /// Has a program copy and end; gives what is offered then.
  private func hand(
    _ live: any LiveProgram,
    _ program: Program,
    _ reader: XClient,
    _ session: Session,
    _ sourceLocation: SourceLocation
  ) throws -> Offer {
    // Something else on top: what was there before may be copied again, and is then the same entry.
    let other = try WireClient(session).put("something else", on: "clipboard")
    let before = try reader.owner()
    try live.copy(matter)
    let owned = try offer(readBy: reader, by: program, in: session) { $0 != before }
    let missing = Set(program.essentials(of: matter)).subtracting(owned.targets)
    let offered = "\(program.rawValue) offers \(owned.targets)"
    #expect(missing.isEmpty, "\(offered)", sourceLocation: sourceLocation)
    let isSeen = try holds(within: .seconds(10)) {
      try WireClient(session).list("clipboard").first?.entry != other
    }
    #expect(isSeen, "\(program.rawValue): not on top", sourceLocation: sourceLocation)
    try ending == .closed ? live.close() : live.kill()
    let left = try offer(readBy: reader, by: program, in: session) { $0 != owned.owner }
    owned.expectAll(
      in: left,
      isRemade: live.isRemade,
      "\(program.rawValue), \(ending)",
      sourceLocation: sourceLocation
    )
    return left
  }

  /// What is offered once the owner of CLIPBOARD is the one that is waited for.
  private func offer(
    readBy reader: XClient,
    by program: Program,
    in session: Session,
    from isWanted: (Window) -> Bool
  ) throws -> Offer {
    var offer: Offer?
    let isThere = try holds(within: .seconds(10)) {
      guard let owner = try reader.owner(), isWanted(owner) else { return false }
      offer = try Offer(readBy: reader)
      return offer.map { isWanted($0.owner) } == true
    }
    guard isThere, let offer else {
      let owner = try reader.owner().map { "\($0)" } ?? "nobody"
      let boards = try session.xfer("status", "--json").text
      throw HarnessError(
        "nobody offers what \(program.rawValue) copied: \(owner) owns, \(boards), \(session.log)"
      )
    }
    return offer
  }
}
