internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

// Answering what other programs ask of our selections.
extension Desktop {
  func answer(_ event: XCB.SelectionRequest, _ session: Session) {
    guard let asked = asked(event, session) else {
      session.connection.send(SelectionNotify(answering: event, property: .none))
      return
    }
    let promises = openPromises(of: asked, session)
    guard promises.isEmpty || !answerLater(asked, needing: promises, session) else { return }
    answerNow(asked, session)
  }

  /// Answers with what is there; what is only promised is refused.
  func answerNow(_ asked: AskedQuestion, _ session: Session) {
    let question = asked.question
    // Since it was asked the offer may have been used up by another client.
    let isAllowed = mayRead(question, session)
    let property = isAllowed ? write(asked.answer, question, session) : nil
    session.connection.send(SelectionNotify(answering: asked.event, property: property ?? .none))
  }

  /// What a request is about; `nil` if it is refused.
  private func asked(_ event: XCB.SelectionRequest, _ session: Session) -> AskedQuestion? {
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
    guard let generation = ownerships[selection]?.generation(at: request.time) else { return nil }
    let question = Question(
      selection: selection,
      target: target,
      requestor: event.requestor,
      generation: generation
    )
    guard mayRead(question, session) else { return nil }
    let answer = RequestAnswer(to: request, holding: generation)
    var asked = AskedQuestion(event: event, answer: answer, question: question)
    if case .multiple(on: let property) = answer {
      asked.question.pairs = pairs(on: Atom(property), of: event.requestor, session)
    }
    return asked
  }

  private func mayRead(_ question: Question, _ session: Session) -> Bool {
    guard let restriction = restrictions[question.selection],
      restriction.id == question.generation.id
    else { return true }
    return session.connection.clientNumber(of: question.requestor) == restriction.client
  }

  private func openPromises(
    of asked: AskedQuestion,
    _ session: Session
  ) -> [any PromisedPayload] {
    switch asked.answer {
    case .rendering(let rendering, on: _): return rendering.payload.openPromise.map { [$0] } ?? []
    case .multiple:
      let targets = asked.question.pairs?.conversion.targets ?? []
      let names = try? session.names.names(
        of: targets.map { Atom(rawValue: $0) },
        session.connection
      )
      return (names ?? []).compactMap { name in
        name.flatMap { asked.question.generation.offer.rendering(of: $0)?.payload.openPromise }
      }
    case .refuse, .targets, .timestamp, .null: return []
    }
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
    let growing = rendering.growing
    guard let payload = try growing.map(Payload.file) ?? rendering.content(),
      let byteCount = payload.byteCount
    else { return false }
    let type = try session.names.atom(rendering.replyType, session.connection)
    let sending = Sending(
      payload: payload,
      byteCount: byteCount,
      type: type,
      elementBits: rendering.elementBits,
      selection: question.selection,
      id: question.generation.id,
      target: question.target,
      growing: growing
    )
    guard growing != nil || session.sizes.needsPieces(byteCount: byteCount) else {
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

  /// The pairs that a requestor wrote, read when it asks: it may write others before it is answered.
  private func pairs(on property: Atom, of requestor: Window, _ session: Session) -> Pairs? {
    // One pair more than is answered, so that a list that is too long is seen to be.
    let limit = (MultipleConversion.maximumPairCount + 1) * 8
    guard let list = try? session.connection.property(property, of: requestor, byteCount: limit),
      list.exists,
      let items = list.words ?? (list.byteCount == 0 && list.bytesAfter == 0 ? [] : nil),
      let conversion = MultipleConversion(items: items, elementBits: Int(list.format))
    else { return nil }
    return Pairs(conversion: conversion, type: list.type)
  }

  private func writeMultiple(
    on property: Atom,
    _ question: Question,
    _ session: Session
  ) throws -> Bool {
    guard let pairs = question.pairs else { return false }
    var multiple = pairs.conversion
    var actions = multiple.handle(.start)
    while let action = actions.first {
      actions.removeFirst()
      switch action {
      case .convert(let target, on: let place):
        let isDone = writePair(Atom(rawValue: target), place, question, session)
        actions += multiple.handle(.converted(isDone))
      case .writeBack(let items):
        try session.connection.changeProperty(
          property,
          of: question.requestor,
          type: pairs.type,
          words: items
        )
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
