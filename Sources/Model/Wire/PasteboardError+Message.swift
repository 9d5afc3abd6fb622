extension PasteboardError {
  /// The parameters of every error in one flat shape; each error uses those that its row names.
  public struct Parameters: Codable, Sendable, Equatable {
    public var board: String?
    public var entry: String?
    public var wanted: [String]?
    public var offered: [String]?
    public var stage: String?
    public var reason: String?
    public var what: String?
    public var limit: Int?
    public var type: String?
    public var position: String?
    public var parameter: String?
    public var display: String?

    public init() {}
  }

  /// The error's name with the interface in front, and its parameters.
  public var message: (name: String, parameters: Parameters) {
    var parameters = Parameters()
    let name = fill(&parameters)
    return ("\(PasteboardInterface.name).\(name)", parameters)
  }

  private func fill(_ parameters: inout Parameters) -> String {
    switch self {
    case .noSuchBoard(let board):
      parameters.board = board
      return "NoSuchBoard"
    case .noSuchEntry(let entry):
      parameters.entry = entry
      return "NoSuchEntry"
    case .noSuchType(let wanted, let offered):
      (parameters.wanted, parameters.offered) = (wanted, offered)
      return "NoSuchType"
    case .empty(let board):
      parameters.board = board
      return "Empty"
    case .peerTimeout(let stage):
      parameters.stage = stage
      return "PeerTimeout"
    case .claimLost(let board):
      parameters.board = board
      return "ClaimLost"
    case .tooLarge(let what, let limit):
      (parameters.what, parameters.limit) = (what, limit)
      return "TooLarge"
    case .invalidPayload(let type, let reason, let position):
      (parameters.type, parameters.reason, parameters.position) = (type, reason, position)
      return "InvalidPayload"
    case .invalidRequest(let parameter, let reason):
      (parameters.parameter, parameters.reason) = (parameter, reason)
      return "InvalidRequest"
    case .noDisplay(let display, let reason):
      (parameters.display, parameters.reason) = (display, reason)
      return "NoDisplay"
    case .wrongDisplay(let display):
      parameters.display = display
      return "WrongDisplay"
    case .peerProtocol(let reason): return fill(&parameters, "PeerProtocol", reason)
    case .peerFailed(let reason): return fill(&parameters, "PeerFailed", reason)
    case .inputFailed(let reason): return fill(&parameters, "InputFailed", reason)
    case .notPermitted(let reason): return fill(&parameters, "NotPermitted", reason)
    case .invalidConfiguration(let reason):
      return fill(&parameters, "InvalidConfiguration", reason)
    case .storageFailed(let reason): return fill(&parameters, "StorageFailed", reason)
    case .stopping: return "Stopping"
    }
  }

  private func fill(_ parameters: inout Parameters, _ name: String, _ reason: String) -> String {
    parameters.reason = reason
    return name
  }

  /// The error of a name and parameters; `nil` if the interface has no error of that name.
  public init?(name: String, parameters: Parameters) {
    let prefix = PasteboardInterface.name + "."
    guard name.hasPrefix(prefix) else { return nil }
    let reason = parameters.reason ?? ""
    switch name.dropFirst(prefix.count) {
    case "NoSuchBoard": self = .noSuchBoard(board: parameters.board ?? "")
    case "NoSuchEntry": self = .noSuchEntry(entry: parameters.entry ?? "")
    case "NoSuchType":
      self = .noSuchType(wanted: parameters.wanted ?? [], offered: parameters.offered ?? [])
    case "Empty": self = .empty(board: parameters.board ?? "")
    case "PeerTimeout": self = .peerTimeout(stage: parameters.stage ?? "")
    case "PeerProtocol": self = .peerProtocol(reason: reason)
    case "PeerFailed": self = .peerFailed(reason: reason)
    case "ClaimLost": self = .claimLost(board: parameters.board ?? "")
    case "TooLarge": self = .tooLarge(what: parameters.what ?? "", limit: parameters.limit ?? 0)
    case "InvalidPayload":
      self = .invalidPayload(
        type: parameters.type ?? "",
        reason: reason,
        position: parameters.position
      )
    case "InvalidRequest":
      self = .invalidRequest(parameter: parameters.parameter ?? "", reason: reason)
    case "InputFailed": self = .inputFailed(reason: reason)
    case "NotPermitted": self = .notPermitted(reason: reason)
    case "NoDisplay": self = .noDisplay(display: parameters.display, reason: reason)
    case "WrongDisplay": self = .wrongDisplay(display: parameters.display ?? "")
    case "InvalidConfiguration": self = .invalidConfiguration(reason: reason)
    case "StorageFailed": self = .storageFailed(reason: reason)
    case "Stopping": self = .stopping
    default: return nil
    }
  }
}
