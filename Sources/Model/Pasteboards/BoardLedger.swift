/// What happened to the boards: who holds each, how often it changed, and in what order.
///
/// Holds no content and no clock.
public struct BoardLedger: Sendable {
  /// Who answers for a board.
  public enum Holder: Sendable, Equatable {
    case ours(Entry.ID)
    /// Another program; with the entry that was made of what it copied, if one was.
    case foreign(Entry.ID?)
    case nobody

    /// Whether another program does.
    public var isForeign: Bool { if case .foreign = self { true } else { false } }
  }

  /// One board as its last change left it.
  public struct State: Sendable, Equatable {
    public let board: BoardName
    /// How often the board changed since the daemon started.
    public let changeCount: Int
    /// The number of its last change among those of all boards.
    public let sequence: Int
    public let holder: Holder
    /// Seconds since 1970 of the last change.
    public let time: Double

    public init(board: BoardName, changeCount: Int, sequence: Int, holder: Holder, time: Double) {
      self.board = board
      self.changeCount = changeCount
      self.sequence = sequence
      self.holder = holder
      self.time = time
    }

    /// A state in which another program has the board, with the entry that was made of its copy.
    public init(_ state: State, foreignEntry entry: Entry.ID?) {
      self.init(
        board: state.board,
        changeCount: state.changeCount,
        sequence: state.sequence,
        holder: .foreign(entry),
        time: state.time
      )
    }
  }

  /// Forgets a board that is no more.
  public mutating func forget(_ board: BoardName) { states[board] = nil }

  private var states: [BoardName: State] = [:]
  /// The number of the last change.
  public private(set) var sequence: Int

  /// - Parameter sequence: The number before the first change; numbers only rise from there.
  public init(sequence: Int = 0) { self.sequence = sequence }

  /// Takes up what is known from before; whatever has happened since then comes after it.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last change then.
  ///   - former: The boards then; those that have changed since stay what they are.
  public mutating func resume(after sequence: Int, _ former: [State]) {
    for (board, state) in states {
      states[board] = State(
        board: board,
        changeCount: state.changeCount,
        sequence: sequence + state.sequence,
        holder: state.holder,
        time: state.time
      )
    }
    for state in former where states[state.board] == nil { states[state.board] = state }
    self.sequence += sequence
  }

  /// Every board that ever changed, by name, and the bound ones.
  public var all: [State] {
    let names = Set(states.keys).union(BoardName.bound)
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { self[$0] }
  }

  /// Whether a board ever changed.
  public func isKnown(_ board: BoardName) -> Bool { states[board] != nil }

  /// A board's state; one that never changed is held by nobody.
  public subscript(_ board: BoardName) -> State {
    states[board] ?? State(board: board, changeCount: 0, sequence: 0, holder: .nobody, time: 0)
  }

  /// Records a change and answers the board's new state.
  @discardableResult
  public mutating func record(_ holder: Holder, on board: BoardName, at time: Double) -> State {
    sequence += 1
    let state = State(
      board: board,
      changeCount: self[board].changeCount + 1,
      sequence: sequence,
      holder: holder,
      time: time
    )
    states[board] = state
    return state
  }

  /// Notes the entry that was made of what another program copied, if the board is still as then.
  public mutating func note(_ entry: Entry.ID, of state: State) {
    guard states[state.board]?.sequence == state.sequence else { return }
    states[state.board] = State(state, foreignEntry: entry)
  }

  /// The boards that changed after `sequence`, the earliest change first.
  public func changes(since sequence: Int, of boards: [BoardName]) -> [State] {
    states.values
      .filter { $0.sequence > sequence && (boards.isEmpty || boards.contains($0.board)) }
      .sorted { $0.sequence < $1.sequence }
  }
}
