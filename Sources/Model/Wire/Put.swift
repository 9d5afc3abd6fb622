/// The parameters of `Put`.
public struct PutRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var items: [PutItem]
  public var sensitive: Bool?
  /// Milliseconds from now.
  public var expire: Int?
  public var pastes: Int?
  public var restore: Bool?
  public var wait: Bool?
  public var display: String?

  public init(items: [PutItem], board: String? = nil) {
    self.items = items
    self.board = board
  }
}

/// One thing that is put, the richest representation first.
public struct PutItem: Codable, Sendable, Equatable {
  public var name: String?
  public var representations: [PutRepresentation]

  public init(name: String? = nil, representations: [PutRepresentation]) {
    self.name = name
    self.representations = representations
  }
}

/// One rendering that is put; exactly one of the four contents is there.
public struct PutRepresentation: Codable, Sendable, Equatable {
  public var type: String?
  public var text: String?
  /// Base64.
  public var data: String?
  /// The index of a descriptor that came with the message.
  public var descriptor: Int?
  public var path: String?
  public var dropNewline: Bool?

  public init(type: String? = nil, descriptor: Int? = nil, dropNewline: Bool? = nil) {
    self.type = type
    self.descriptor = descriptor
    self.dropNewline = dropNewline
  }

  public init(type: String?, text: String) {
    self.type = type
    self.text = text
  }
}

/// What `Put` answers.
public struct PutReply: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String
  public var changeCount: Int
  /// How the entry's time as the current one ended; only in the last reply of a wait.
  public var outcome: Outcome?

  public enum Outcome: String, Codable, Sendable {
    case pasted, replaced
  }

  public init(entry: String, board: String, changeCount: Int, outcome: Outcome? = nil) {
    self.entry = entry
    self.board = board
    self.changeCount = changeCount
    self.outcome = outcome
  }
}
