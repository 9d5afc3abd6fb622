import XCB

/// The part of an owner that writes answers, whole and in pieces.
struct RawService {
  private struct Stream {
    let request: SelectionRequest
    let type: String
    let format: UInt8
    let content: RawOwner.Content
    let way: RawOwner.Incremental
    var offset = 0
    var pieces = 0
    var isOver = false
    /// When the next piece goes out; `nil` while the requestor has not taken the last.
    var due: ContinuousClock.Instant?
  }

  let peer: RawPeer
  let claimTime: Timestamp
  let answers: [String: RawOwner.Answer]
  let others: RawOwner.Answer
  private(set) var finished = 0
  /// The script says that the owner is gone by now.
  private(set) var isDead = false
  private var streams: [Stream] = []

  init(
    peer: RawPeer,
    claimTime: Timestamp,
    answers: [String: RawOwner.Answer],
    others: RawOwner.Answer
  ) {
    self.peer = peer
    self.claimTime = claimTime
    self.answers = answers
    self.others = others
  }

  /// How long to wait for an event before looking at other things.
  var patience: Duration {
    streams.contains { $0.due != nil } ? .milliseconds(1) : .milliseconds(5)
  }

  mutating func answer(_ request: SelectionRequest, target: String) throws {
    var notify = SelectionNotify(answering: request, property: request.property)
    switch try script(for: target) {
    case .silence: return
    case .refuse: notify.property = .none
    case .lie: break
    case .whole(let type, let format, let content):
      try peer.write(
        content.piece(from: 0, atMost: .max),
        to: request.property,
        of: request.requestor,
        type: type,
        format: format
      )
    case .pieces(let type, let format, let content, let way):
      if !peer.connection.owns(request.requestor) {
        peer.connection.selectEvents([.propertyChange, .structureNotify], of: request.requestor)
      }
      let announcement = way.announcement ?? [UInt32(clamping: content.count)]
      try peer.write(
        packed(announcement),
        to: request.property,
        of: request.requestor,
        type: "INCR",
        format: 32
      )
      streams.removeAll {
        $0.request.requestor == request.requestor && $0.request.property == request.property
      }
      streams.append(
        Stream(request: request, type: type, format: format, content: content, way: way)
      )
    }
    peer.connection.send(notify)
    try peer.connection.flush()
  }

  /// The requestor took a piece, or the announcement.
  mutating func deleted(_ property: Atom, of window: Window) {
    for index in streams.indices
    where streams[index].request.requestor == window && streams[index].request.property == property
    {
      streams[index].due = .now + streams[index].way.pause
    }
    streams.removeAll { $0.isOver && $0.request.requestor == window }
  }

  mutating func forget(_ window: Window) { streams.removeAll { $0.request.requestor == window } }

  mutating func sendDuePieces() throws {
    for index in streams.indices {
      guard let due = streams[index].due, due <= .now, !streams[index].isOver, !isDead else {
        continue
      }
      var stream = streams[index]
      stream.due = nil
      try sendPiece(&stream)
      streams[index] = stream
    }
  }

  private mutating func sendPiece(_ stream: inout Stream) throws {
    switch stream.way.ending {
    case .stalls(let count) where count <= stream.pieces: return
    case .closesConnection(let count) where count <= stream.pieces:
      isDead = true
      return
    case .destroysWindow(let count) where count <= stream.pieces:
      peer.connection.destroy(peer.window)
      try peer.connection.flush()
      stream.isOver = true
      return
    default: break
    }
    let piece = stream.content.piece(from: stream.offset, atMost: stream.way.pieceSize)
    try peer.write(
      piece,
      to: stream.request.property,
      of: stream.request.requestor,
      type: stream.type,
      format: stream.format
    )
    stream.offset += piece.count
    stream.pieces += 1
    if piece.isEmpty {
      stream.isOver = true
      finished += 1
      if case .completeWithSecondNotify = stream.way.ending {
        peer.connection.send(
          SelectionNotify(answering: stream.request, property: stream.request.property)
        )
      }
    }
    try peer.connection.flush()
  }

  private func script(for target: String) throws -> RawOwner.Answer {
    if let answer = answers[target] { return answer }
    switch target {
    case "TARGETS":
      let names = ["TARGETS", "TIMESTAMP"] + answers.keys.sorted()
      let atoms = try names.map { try peer.atom($0).rawValue }
      return .whole(type: "ATOM", format: 32, .bytes(packed(atoms)))
    case "TIMESTAMP":
      return .whole(type: "INTEGER", format: 32, .bytes(packed([claimTime.rawValue])))
    default: return others
    }
  }
}
