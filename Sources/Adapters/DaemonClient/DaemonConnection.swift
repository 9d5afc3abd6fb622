public import LinuxIO
internal import Varlink
public import Wire

/// The daemon as seen by one client: each call waits for its answer.
///
/// The daemon is the one of the caller's display. One is started if there is none and the caller
/// allows it; a daemon without a display is given the caller's. Not to be shared between threads.
///
/// A daemon that says nothing for ten seconds is asked over a second connection whether it is
/// there: a slow input or a slow program is waited for without end, a daemon that hangs is not.
public final class DaemonConnection {
  private let caller: Caller
  /// How long an answer and a sign of life may take.
  private let patience: (answer: Duration, probe: Duration)
  private var location: SocketLocation
  private let cancellation: Cancellation?
  private(set) var exchange: Exchange {
    didSet {
      cancellation?.adopt(exchange.number)
      aside = nil
    }
  }
  /// For what is said while the other one is at a call that goes on.
  private var aside: Exchange?

  /// Connects to the daemon of a caller; the `cancellation` ends the connection from elsewhere.
  public convenience init(
    _ caller: Caller = Caller(),
    cancellation: Cancellation? = nil
  ) throws(ClientError) {
    try self.init(caller, patience: (.seconds(10), .seconds(5)), cancellation: cancellation)
  }

  init(
    _ caller: Caller,
    patience: (answer: Duration, probe: Duration),
    cancellation: Cancellation? = nil
  ) throws(ClientError) {
    self.caller = caller
    self.patience = patience
    self.cancellation = cancellation
    location = try SocketLocation(of: caller)
    exchange = try Exchange.connect(to: location, starting: caller.startsDaemon)
    cancellation?.adopt(exchange.number)
  }

  // MARK: Calls

  /// Puts content on a board; the answer comes when a paste would get it.
  ///
  /// `descriptors` are what the representations name by index; they stay open here. After a put that
  /// waits or promises something, ``news()`` says what becomes of it.
  public func put(
    _ request: PutRequest,
    descriptors: [SharedDescriptor]
  ) throws(ClientError) -> PutReply {
    let goesOn = request.wait == true || request.isPromising
    return try call(.put, request, descriptors: descriptors, more: goesOn)
  }

  /// What became of a put that waits or promises something.
  public enum PutNews: Sendable, Equatable {
    /// Somebody asks for a promise; ``fulfil(_:descriptors:)`` answers.
    case wanted(WantedContent)
    /// The entry has ended, and nothing follows.
    case ended(PutReply.Outcome)
  }

  /// Waits for the next news of a put, without end.
  public func news() throws(ClientError) -> PutNews {
    let reply: PutReply = try exchange.next(timeout: nil)
    if let wanted = reply.wanted { return .wanted(wanted) }
    guard let outcome = reply.outcome else {
      throw .invalidAnswer(reason: "the last answer has no outcome")
    }
    return .ended(outcome)
  }

  /// Keeps or breaks a promise of a put: of this connection, whose ``news()`` go on meanwhile, or of
  /// another one of this program.
  public func fulfil(
    _ request: FulfilRequest,
    descriptors: [SharedDescriptor] = []
  ) throws(ClientError) {
    guard exchange.continues else {
      // The put may have turned to the daemon of our display; what is fulfilled does not name it.
      try turnHome()
      let _: Nothing = try ask(.fulfil, request, descriptors: descriptors)
      return
    }
    let other: Exchange
    if let aside { other = aside } else { other = try .connect(to: location, starting: false) }
    aside = other
    try other.send(
      PasteboardInterface.Method.fulfil.qualifiedName,
      request,
      descriptors: descriptors
    )
    let _: Nothing = try patiently { (_, timeout) throws(ClientError) in
      try other.next(timeout: timeout)
    }
  }

  /// Asks for one representation.
  ///
  /// Content that is not complete yet is a stream; ``end(of:)`` says how it ended.
  public func get(_ request: GetRequest) throws(ClientError) -> Content {
    let reply: GetReply = try call(.get, request, more: true)
    return try Content(reply, descriptors: exchange.descriptors)
  }

  /// Waits for the end of content that has been read to its end, and answers its final description.
  ///
  /// - Throws: ``ClientError/refused(_:)`` if it is not all there.
  public func end(of content: Content) throws(ClientError) -> GetReply {
    if content.reply.complete { return content.reply }
    return try patiently { (exchange, timeout) throws(ClientError) in
      try exchange.next(timeout: timeout)
    }
  }

  /// Names what is on offer.
  public func types(_ request: TypesRequest) throws(ClientError) -> TypesReply {
    try call(.types, request)
  }

  /// Describes content types; those that nobody declared are left out.
  public func describeTypes(_ names: [String]) throws(ClientError) -> [DescribedType] {
    let reply: DescribeTypeReply = try ask(.describeType, DescribeTypeRequest(types: names))
    return reply.types
  }

  /// Calls `body` with each change, until it throws or the daemon ends.
  ///
  /// - Throws: What `body` throws, or ``ClientError``.
  public func watch(_ request: WatchRequest, _ body: (Change) throws -> Void) throws {
    var reply: WatchReply = try call(.watch, request, more: true, isPatient: false)
    while true {
      try body(reply.change)
      reply = try exchange.next(timeout: nil)
    }
  }

  /// Asks how the daemon is.
  public func status() throws(ClientError) -> StatusReply {
    try turnHome()
    return try ask(.status, Nothing())
  }

  /// Has the configuration read again.
  public func reload() throws(ClientError) {
    try turnHome()
    let _: Nothing = try ask(.reload, Nothing())
  }

  /// Ends the daemon, and returns when it is gone.
  public func stop() throws(ClientError) {
    do throws(ClientError) {
      try turnHome()
      let _: Nothing = try ask(.stop, Nothing())
      let _: Nothing = try exchange.next(timeout: .seconds(10))
    } catch {
      // Its end may come before its answer, and before our question.
      guard [.disconnected, .unread, .nobody].contains(error) else { throw error }
      return
    }
    throw .invalidAnswer(reason: "it ends and goes on speaking")
  }

  /// Gives a daemon without a display one.
  public func attachDisplay(
    _ display: String,
    authority: String?
  ) throws(ClientError) -> AttachDisplayReply {
    try ask(.attachDisplay, AttachDisplayRequest(display: display, authority: authority))
  }

  // MARK: Displays

  /// Calls in the name of the caller's display, and sees to it that it is the daemon's.
  func call<Reply: Decodable>(
    _ method: PasteboardInterface.Method,
    _ request: some DisplayRequest,
    descriptors: [SharedDescriptor] = [],
    more: Bool = false,
    isPatient: Bool = true
  ) throws(ClientError) -> Reply {
    var request = request
    request.display = caller.display
    var hasTurned = false
    var hasAttached = false
    while true {
      do throws(ClientError) {
        return try ask(
          method,
          request,
          descriptors: descriptors,
          more: more,
          isPatient: isPatient
        )
      } catch {
        switch (error, caller.display) {
        case (.refused(.noDisplay(display: nil, reason: _)), let display?) where !hasAttached:
          _ = try attachDisplay(display, authority: caller.authority)
          hasAttached = true
        case (.refused(.wrongDisplay(let other)), let display?) where !hasTurned:
          guard !location.isGiven else { throw .servesOtherDisplay(other) }
          location = location.serving(display)
          exchange = try Exchange.connect(to: location, starting: caller.startsDaemon)
          (hasTurned, hasAttached) = (true, false)
        default: throw error
        }
      }
    }
  }

  /// Calls the daemon that answered before, and leaves the answer to ``answer()``.
  func send(
    _ method: PasteboardInterface.Method,
    _ request: some DisplayRequest
  ) throws(ClientError) {
    var request = request
    request.display = caller.display
    try exchange.send(method.qualifiedName, request, descriptors: [], more: false)
  }

  /// Waits for the answer to what was sent.
  func answer<Reply: Decodable>() throws(ClientError) -> Reply {
    try patiently { (exchange, timeout) throws(ClientError) in
      try exchange.next(timeout: timeout)
    }
  }

  /// Turns to the daemon of the caller's display, if one answers there.
  ///
  /// For calls that are about the daemon itself and name no display.
  private func turnHome() throws(ClientError) {
    guard !location.isGiven, let display = caller.display else { return }
    let home = location.serving(display)
    let reply: StatusReply = try ask(.status, Nothing())
    guard let served = reply.display, location != home,
      !DisplayName.canonical(served).utf8.elementsEqual(DisplayName.canonical(display).utf8),
      let other = try Exchange.find(at: home)
    else { return }
    (location, exchange) = (home, other)
  }

  // MARK: Patience

  /// Calls; a daemon that was going away and has not read the call gives way to the next one.
  ///
  /// One that is killed listens until the last of its threads is gone, and one that ends, until the
  /// process does. What the other end has not read, it has not done, so the call is made once more;
  /// a call that was read and not answered may have been carried out, and is not.
  func ask<Reply: Decodable>(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable,
    descriptors: [SharedDescriptor] = [],
    more: Bool = false,
    isPatient: Bool = true
  ) throws(ClientError) -> Reply {
    func askOnce() throws(ClientError) -> Reply {
      try exchange.send(method.qualifiedName, request, descriptors: descriptors, more: more)
      guard isPatient else { return try exchange.next(timeout: nil) }
      return try patiently { (exchange, timeout) throws(ClientError) in
        try exchange.next(timeout: timeout)
      }
    }
    do throws(ClientError) {
      return try askOnce()
    } catch {
      guard error == .unread, cancellation?.isCancelled != true else { throw error }
      exchange = try Exchange.connect(to: location, starting: caller.startsDaemon)
      return try askOnce()
    }
  }

  /// Waits as long as the daemon answers others.
  func patiently<Reply>(
    _ next: (Exchange, Duration) throws(ClientError) -> Reply
  ) throws(ClientError) -> Reply {
    while true {
      do throws(ClientError) {
        return try next(exchange, patience.answer)
      } catch {
        guard error == .silent else { throw error }
        try Exchange.connect(to: location, starting: false).probe(timeout: patience.probe)
      }
    }
  }
}
