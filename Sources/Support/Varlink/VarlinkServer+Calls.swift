internal import LinuxIO

extension VarlinkServer {
  /// A larger message is parsed on another thread: it would keep the loop for milliseconds.
  private static var parsingThreshold: Int { 1 << 20 }

  func handle(_ item: InboundQueue.Item, of connection: VarlinkConnection) {
    switch item {
    case .tooLarge: sendError(tooLarge, to: connection)
    case .tooManyDescriptors: sendError(.invalidParameter("descriptors"), to: connection)
    case .message(let bytes, let descriptors) where bytes.count > Self.parsingThreshold:
      parseElsewhere(bytes, descriptors, of: connection)
    case .message(let bytes, let descriptors):
      handle(parse(bytes), descriptors, of: connection)
    }
  }

  private func parseElsewhere(
    _ bytes: [UInt8],
    _ descriptors: [SharedDescriptor],
    of connection: VarlinkConnection
  ) {
    // Its turn is taken meanwhile.
    let serial = takeSerial()
    connection.current = .init(serial: serial, more: false, isParsing: true)
    let id = connection.id
    parsingLoop().perform { [weak self, loop] in
      let result = parse(bytes)
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.resume(id, serial, result, descriptors) }
      }
    }
  }

  /// A thread that is there from the first large message on.
  ///
  /// Not one of the pool, which others may keep; if there is none, the loop has to do.
  private func parsingLoop() -> EventLoop {
    if let parser { return parser }
    guard let parser = try? EventLoop(), (try? parser.start(name: "varlink-parser")) != nil else {
      return loop
    }
    self.parser = parser
    return parser
  }

  private func resume(
    _ id: ConnectionID,
    _ serial: UInt64,
    _ result: Result<JSON, JSONError>,
    _ descriptors: [SharedDescriptor]
  ) {
    guard let connection = connections[id], connection.current?.serial == serial else { return }
    connection.current = nil
    // In the manner of `advance`, so that an answer within the handler does not overtake.
    connection.isAdvancing = true
    handle(result, descriptors, of: connection)
    connection.isAdvancing = false
    advance(connection)
    flush(connection)
  }

  private func handle(
    _ result: Result<JSON, JSONError>,
    _ descriptors: [SharedDescriptor],
    of connection: VarlinkConnection
  ) {
    let message: JSON
    switch result {
    case .success(let json): message = json
    case .failure(let error) where error.isLimit:
      return sendError(.invalidParameter("message"), to: connection)
    case .failure:
      // Answers to what came before are not lost with what comes after.
      _ = try? connection.flush(limit: limits.outputSize)
      return close(connection)
    }
    do {
      let request = try VarlinkRequest(message)
      // Nobody could hear the answer, and so nobody may rely on it.
      if connection.isPeerGone, !request.oneway { return }
      dispatch(request, descriptors, of: connection)
    } catch {
      if !VarlinkRequest.wantsNoAnswer(message) { sendError(error, to: connection) }
    }
  }

  private func dispatch(
    _ request: VarlinkRequest,
    _ descriptors: [SharedDescriptor],
    of connection: VarlinkConnection
  ) {
    let serial = takeSerial()
    if !request.oneway { connection.current = .init(serial: serial, more: request.more) }
    let outlet = CallOutlet { [weak self, loop] answer in
      guard !loop.isOnLoop else {
        self?.assumeIsolated { $0.answer(answer) }
        return
      }
      loop.perform { [weak self] in self?.assumeIsolated { $0.answer(answer) } }
    }
    let call = VarlinkCall(
      request,
      descriptors: descriptors,
      connection: connection.id,
      peer: connection.peer,
      serial: serial,
      outlet: outlet
    )
    guard let (interface, name) = request.interfaceAndName else {
      call.fail(.invalidParameter("method"))
      return
    }
    if interface == ServiceInterface.name { return answerAboutService(call, name) }
    guard let found = interfaces.first(where: { $0.name == interface }) else {
      call.fail(.interfaceNotFound(String(interface)))
      return
    }
    guard found.methods.contains(String(name)) else {
      call.fail(.methodNotFound(request.method))
      return
    }
    handlers.call(call)
    // Half-closed before the call began: there was no event that could have ended it.
    if connection.hasPeerClosed, connection.current?.serial == serial, request.more {
      close(connection)
    }
  }

  private func answerAboutService(_ call: VarlinkCall, _ name: Substring) {
    switch name {
    case "GetInfo":
      let names = [ServiceInterface.name] + interfaces.map(\.name)
      call.reply([
        "vendor": .string(identity.vendor),
        "product": .string(identity.product),
        "version": .string(identity.version),
        "url": .string(identity.url),
        "interfaces": .array(names.map { .string($0) }),
      ])
    case "GetInterfaceDescription":
      guard case .string(let name)? = call.parameters["interface"] else {
        call.fail(.invalidParameter("interface"))
        return
      }
      let known = interfaces.first { $0.name == name }?.description
      guard let text = known ?? (name == ServiceInterface.name ? ServiceInterface.description : nil)
      else {
        call.fail(.interfaceNotFound(name))
        return
      }
      call.reply(["description": .string(text)])
    default: call.fail(.methodNotFound(call.method))
    }
  }

  private func sendError(_ error: VarlinkError, to connection: VarlinkConnection) {
    let reply = VarlinkReply(parameters: error.parameters, error: error)
    send(reply.serialized, to: connection)
  }

  private func takeSerial() -> UInt64 {
    defer { nextSerial += 1 }
    return nextSerial
  }
}

/// Far above the 1,024 representations that one call may name.
private let maximumValueCount = 1 << 18

private func parse(_ bytes: [UInt8]) -> Result<JSON, JSONError> {
  do throws(JSONError) {
    return .success(try JSON(parsing: bytes, valueLimit: maximumValueCount))
  } catch {
    return .failure(error)
  }
}
