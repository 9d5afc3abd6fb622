internal import Pasteboards

/// The parameters of `Put`.
public struct PutRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var items: [PutItem]
  /// Whether whoever pastes the files that it refers to is to move them.
  public var cut: Bool?
  /// What people know the entry by; made of its content, if `nil`.
  public var title: String?
  public var tags: [String]?
  public var pinned: Bool?
  public var sensitive: Bool?
  /// Milliseconds from now.
  public var expire: Int?
  public var pastes: Int?
  public var restore: Bool?
  public var wait: Bool?
  /// Where commands run: an absolute path.
  public var directory: String?
  public var display: String?

  public init(items: [PutItem], board: String? = nil) {
    self.items = items
    self.board = board
  }

  /// Whether the client is to be asked for some of it.
  public var isPromising: Bool {
    items.contains { item in item.representations.contains { $0.promised == true } }
  }
}

/// One thing that is put, the richest representation first.
public struct PutItem: Codable, Sendable, Equatable {
  /// What a file of it should be called.
  public var name: String?
  /// The same where it is no UTF-8, with ``PercentEncoding``; it then counts.
  public var encodedName: String?
  /// Whether that is the name of the file that the content was in; `nil` means no.
  public var isFileName: Bool?
  public var representations: [PutRepresentation]

  public init(name: String? = nil, representations: [PutRepresentation]) {
    self.name = name
    self.representations = representations
  }

  /// One that has the name of the file that it is.
  public init(fileName: [UInt8], representations: [PutRepresentation]) {
    self.init(representations: representations)
    isFileName = true
    encodedName = PercentEncoding.encodeUnlessText(fileName)
    if encodedName == nil { name = String(decoding: fileName, as: UTF8.self) }
  }

  /// The bytes of the name, if there is one that can be decoded.
  public var fileName: [UInt8]? {
    encodedName.map(PercentEncoding.decode) ?? name.map { Array($0.utf8) }
  }
}

/// One rendering that is put; exactly one of the contents is there, or one of the ways to make it.
public struct PutRepresentation: Codable, Sendable, Equatable {
  public var type: String?
  public var text: String?
  /// Base64.
  public var data: String?
  /// The index of a descriptor that came with the message.
  public var descriptor: Int?
  public var path: String?
  public var dropNewline: Bool?
  /// A shell command that prints the content, run when somebody first asks for it.
  public var command: String?
  /// Whether the client makes the content when a reply wants it.
  public var promised: Bool?
  public var visibility: Visibility?

  public init(type: String? = nil, descriptor: Int? = nil, dropNewline: Bool? = nil) {
    self.type = type
    self.descriptor = descriptor
    self.dropNewline = dropNewline
  }

  public init(type: String?, text: String) {
    self.type = type
    self.text = text
  }

  /// Content that a shell command prints when somebody first asks for it.
  public init(type: String, command: String) {
    self.type = type
    self.command = command
  }

  /// Content that the client makes when a reply wants it.
  public static func promise(of type: String) -> PutRepresentation {
    var representation = PutRepresentation(type: type)
    representation.promised = true
    return representation
  }
}

/// Who sees a rendering.
public enum Visibility: String, Codable, Sendable {
  /// Everybody.
  case all
  /// This user's clients of the daemon, and nobody over X.
  case user
}

/// What `Put` answers.
public struct PutReply: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String
  public var changeCount: Int
  /// How the entry's time as the current one ended; only in the last reply of a wait.
  public var outcome: Outcome?
  /// The promise that somebody asks for.
  public var wanted: WantedContent?
  /// The first type that looks like an identifier and that nobody declares; only in the first reply.
  public var undeclared: UndeclaredType?

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

/// A type that looks like an identifier and that nobody declares: it was taken for an X11 target.
public struct UndeclaredType: Codable, Sendable, Equatable {
  public var name: String
  /// The declared type whose name is spelled most like it, if one is close.
  public var nearest: String?
  /// The first mistake in the files of declarations, which may be the reason.
  public var mistake: String?

  public init(name: String, nearest: String?, mistake: String? = nil) {
    (self.name, self.nearest, self.mistake) = (name, nearest, mistake)
  }
}

/// One promise of a put, by its places there, counted from 0.
public struct WantedContent: Codable, Sendable, Hashable {
  public var item: Int
  public var representation: Int

  public init(item: Int, representation: Int) {
    self.item = item
    self.representation = representation
  }
}
