import Synchronization
public import XCB

/// A client that asks a selection's owner, in its own manner, on a thread of its own.
public final class RawRequestor: Sendable {
  /// How it behaves once it was answered; `after` counts pieces, the announcement not among them.
  public enum Manner: Sendable {
    case proper
    /// Never deletes the announcement of an answer in pieces.
    case neverDeletes
    /// Deletes the announcement only after ``RawRequestor/proceed()``.
    case deletesWhenTold
    /// Waits so long before it takes each piece.
    case slow(Duration)
    case destroysWindow(after: Int)
    case closesConnection(after: Int)
    /// Is gone as soon as it has asked.
    case destroysWindowAtOnce
    case closesConnectionAtOnce
  }

  /// One request for one target.
  public struct Conversion: Sendable {
    public var target: String
    public var selection: String
    /// The property's name; `nil` asks with None.
    public var property: String?
    public var time: Timestamp
    /// What is written to the property before: for MULTIPLE and other targets with a parameter.
    public var parameter: (type: String, format: UInt8, bytes: [UInt8])?
    public var manner: Manner
    /// Conversions with the same number share a window; `nil` is a window for itself.
    public var sharedWindow: Int?
    /// False counts the bytes only.
    public var keepsBytes: Bool

    public init(
      _ target: String,
      of selection: String = "CLIPBOARD",
      property: String? = "RAW_ANSWER",
      at time: Timestamp = .current,
      parameter: (type: String, format: UInt8, bytes: [UInt8])? = nil,
      manner: Manner = .proper,
      sharedWindow: Int? = nil,
      keepsBytes: Bool = true
    ) {
      self.target = target
      self.selection = selection
      self.property = property
      self.time = time
      self.parameter = parameter
      self.manner = manner
      self.sharedWindow = sharedWindow
      self.keepsBytes = keepsBytes
    }
  }

  /// Everything that a conversion showed.
  public struct Outcome: Sendable {
    /// The owner's answer, as it came; `nil` if none did.
    public var notify: SelectionNotify?
    public var notifyCount = 0
    public var window: Window
    /// How long the answer took.
    public var latency: Duration?
    /// The type of the value, the pieces' if it came in pieces; `nil` if there was none.
    public var type: String?
    public var format: UInt8 = 0
    public var bytes: [UInt8] = []
    public var byteCount = 0
    /// The items of the announcement, if the answer came in pieces.
    public var announcement: [UInt32]?
    public var pieceSizes: [Int] = []
    /// Whether the pieces ended with an empty one.
    public var isTerminated = false
    /// Whether it came to its end, the manner's own included; false if time ran out.
    public var isComplete = false

    public var isRefused: Bool { notify.map { $0.property == .none } ?? false }
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The items of a format-32 value.
    public var words: [UInt32] {
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
    }
  }

  private struct State {
    var mayProceed = false
    var progress: [Outcome] = []
    var result: Result<[Outcome], any Error>?
  }

  private let state = Mutex(State())

  /// Asks for everything at once, and is done when all came to an end or time is up.
  public init(
    _ server: XServer,
    _ conversions: [Conversion],
    within duration: Duration = .seconds(20)
  ) {
    startThread { [self] in
      let result = Result {
        var asking = try RawAsking(server, conversions, within: duration)
        while try asking.step(mayProceed: state.withLock { $0.mayProceed }) {
          let outcomes = asking.progress
          state.withLock { $0.progress = outcomes }
        }
        return asking.outcomes
      }
      state.withLock { $0.result = result }
    }
  }

  /// Lets conversions that wait for it delete the announcement.
  public func proceed() { state.withLock { $0.mayProceed = true } }

  /// What was seen so far, without the bytes.
  public var progress: [Outcome] { state.withLock { $0.progress } }

  /// Whether all is over.
  public var isDone: Bool { state.withLock { $0.result != nil } }

  /// Waits for the end, blocking the calling thread.
  public func outcomes() throws -> [Outcome] {
    try value(within: .seconds(60), "end of the requestor") { state.withLock { $0.result } }.get()
  }

  /// Waits for the end, giving way meanwhile.
  public func outcomes() async throws -> [Outcome] {
    await eventually(within: .seconds(60)) { () async -> Bool in self.isDone }
    guard let result = state.withLock({ $0.result }) else {
      throw TestFailure("no end of the requestor in time")
    }
    return try result.get()
  }

  /// Asks for one target and waits for the outcome, blocking the calling thread.
  public static func ask(
    _ server: XServer,
    _ conversion: Conversion,
    within duration: Duration = .seconds(20)
  ) throws -> Outcome {
    guard let outcome = try RawRequestor(server, [conversion], within: duration).outcomes().first
    else { throw TestFailure("no outcome") }
    return outcome
  }

  /// Asks for one target and waits for the outcome, giving way meanwhile.
  public static func ask(
    _ server: XServer,
    _ conversion: Conversion,
    within duration: Duration = .seconds(20)
  ) async throws -> Outcome {
    let requestor = RawRequestor(server, [conversion], within: duration)
    guard let outcome = try await requestor.outcomes().first else {
      throw TestFailure("no outcome")
    }
    return outcome
  }
}
