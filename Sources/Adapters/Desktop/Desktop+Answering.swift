internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

// Answering what other programs ask of our selections.
extension Desktop {
  /// What one request, or one pair of it, is about.
  private struct Question {
    let selection: Selection
    let target: TargetName
    let requestor: Window
    let generation: Generation
  }

  func answer(_ event: XCB.SelectionRequest, _ session: Session) {
    // Only the server makes these events; and a request on behalf of one of our own windows would
    // have us tell ourselves of answers that are none.
    guard !event.isSynthetic, !session.connection.owns(event.requestor) else { return }
    let property = property(answering: event, session)
    session.connection.send(SelectionNotify(answering: event, property: property ?? .none))
  }

  /// Writes the answer and says where; `nil` if the request is refused.
  private func property(answering event: XCB.SelectionRequest, _ session: Session) -> Atom? {
    guard event.owner == session.window,
      let selection = session.selection(of: event.selection),
      let targetProperty = PropertyID(rawValue: event.target.rawValue),
      let target = try? session.names.name(of: event.target, session.connection)
    else { return nil }
    let request = Selections.SelectionRequest(
      requestor: WindowID(rawValue: event.requestor.rawValue),
      selection: selection,
      target: target,
      targetProperty: targetProperty,
      property: PropertyID(rawValue: event.property.rawValue),
      time: ServerTime(rawValue: event.time.rawValue)
    )
    guard let generation = ownerships[selection]?.generation(at: request.time),
      mayRead(generation, of: selection, event.requestor, session)
    else { return nil }
    let question = Question(
      selection: selection,
      target: target,
      requestor: event.requestor,
      generation: generation
    )
    return write(RequestAnswer(to: request, holding: generation), question, session)
  }

  private func mayRead(
    _ generation: Generation,
    of selection: Selection,
    _ requestor: Window,
    _ session: Session
  ) -> Bool {
    guard let restriction = restrictions[selection], restriction.id == generation.id
    else { return true }
    return session.connection.clientNumber(of: requestor) == restriction.client
  }

  private func write(
    _ answer: RequestAnswer,
    _ question: Question,
    _ session: Session
  ) -> Atom? {
    let connection = session.connection
    do {
      switch answer {
      case .refuse: return nil
      case .targets(let names, on: let property):
        let atoms = try session.names.atoms(of: names, connection).map(\.rawValue)
        try connection.changeProperty(
          Atom(property),
          of: question.requestor,
          type: .atom,
          words: atoms
        )
        return Atom(property)
      case .timestamp(let time, on: let property):
        try connection.changeProperty(
          Atom(property),
          of: question.requestor,
          type: .integer,
          words: [time.rawValue]
        )
        return Atom(property)
      case .null(on: let property):
        let null = try session.names.atom(.null, connection)
        try connection.changeProperty(
          Atom(property),
          of: question.requestor,
          type: null,
          words: []
        )
        return Atom(property)
      case .rendering(let rendering, on: let property):
        return try write(rendering, on: Atom(property), question, session) ? Atom(property) : nil
      case .multiple(on: let property):
        return try writeMultiple(on: Atom(property), question, session) ? Atom(property) : nil
      }
    } catch {
      // A payload that cannot be read, or a server that has gone: either way there is no answer.
      return nil
    }
  }

  // MARK: - Content

  private func write(
    _ rendering: Rendering,
    on property: Atom,
    _ question: Question,
    _ session: Session
  ) throws -> Bool {
    guard let payload = try rendering.content() else { return false }
    let type = try session.names.atom(rendering.replyType, session.connection)
    let sending = Sending(
      payload: payload,
      type: type,
      elementBits: rendering.elementBits,
      selection: question.selection,
      id: question.generation.id,
      target: question.target
    )
    guard session.sizes.needsPieces(byteCount: payload.byteCount) else {
      let bytes = try payload.bytes()
      let writing = try bytes.span.bytes.withUnsafeBytes { (bytes) throws(XError) in
        try session.connection.sendCheckedChange(
          of: property,
          of: question.requestor,
          type: type,
          format: rendering.elementBits.rawValue,
          bytes: bytes
        )
      }
      // A window that has gone has read nothing, and a server without memory stored nothing.
      try session.connection.collect(writing)
      tellPasted(sending, by: question.requestor, session)
      return true
    }
    return begin(sending, on: property, of: question.requestor, session)
  }

  func tellPasted(_ sending: Sending, by requestor: Window, _ session: Session) {
    let client = session.connection.clientNumber(of: requestor)
    lastReaders[sending.selection] = Reader(id: sending.id, client: client, window: requestor)
    // A clipboard manager reads everything that is copied, which is no paste.
    let manager = (try? session.connection.owner(of: session.clipboardManager)) ?? nil
    let isManager = manager.map { session.connection.clientNumber(of: $0) == client } ?? false
    tell(
      .pasted(
        sending.selection,
        id: sending.id,
        target: sending.target,
        client: client,
        reader: isManager ? .clipboardManager : .program
      )
    )
  }

  // MARK: - Several targets at once

  private func writeMultiple(
    on property: Atom,
    _ question: Question,
    _ session: Session
  ) throws -> Bool {
    let connection = session.connection
    // One pair more than is answered, so that a list that is too long is seen to be.
    let limit = (MultipleConversion.maximumPairCount + 1) * 8
    let list = try connection.property(property, of: question.requestor, byteCount: limit)
    let type = list.type
    guard list.exists,
      let items = list.words ?? (list.byteCount == 0 && list.bytesAfter == 0 ? [] : nil),
      var multiple = MultipleConversion(items: items, elementBits: Int(list.format))
    else { return false }
    var actions = multiple.handle(.start)
    while let action = actions.first {
      actions.removeFirst()
      switch action {
      case .convert(let target, on: let place):
        let isDone = writePair(Atom(rawValue: target), place, question, session)
        actions += multiple.handle(.converted(isDone))
      case .writeBack(let items):
        try connection.changeProperty(property, of: question.requestor, type: type, words: items)
      case .notify: return true
      }
    }
    return false
  }

  private func writePair(
    _ target: Atom,
    _ property: PropertyID,
    _ question: Question,
    _ session: Session
  ) -> Bool {
    guard let name = try? session.names.name(of: target, session.connection) else { return false }
    let answer = RequestAnswer(pairOf: name, on: property, holding: question.generation)
    let pair = Question(
      selection: question.selection,
      target: name,
      requestor: question.requestor,
      generation: question.generation
    )
    return write(answer, pair, session) != nil
  }
}
