/// A program that makes content out of content, within limits.
///
/// It reads standard input and writes standard output, in a session of its own, with no other
/// descriptors. It ends when its first process ends: what that leaves running is killed, wherever it
/// went, unless it is to go on.
public struct LimitedCommand: Sendable {
  public enum Input: Sendable {
    case nothing
    case bytes([UInt8])
    /// A file, from its current offset on, which is shared with whoever else has the descriptor.
    case file(SharedDescriptor)
  }

  /// The program's file; there is no search for it.
  public var path: [UInt8]
  /// Begins with the name as which it is called.
  public var arguments: [[UInt8]]
  /// `NAME=VALUE` each; ours if `nil`.
  public var environment: [[UInt8]]?
  public var workingDirectory = Array("/".utf8)
  public var input = Input.nothing
  public var limits = Limits()
  /// Whether an error tells what the program said, which may be part of the input.
  public var quotesErrors = true
  /// What its first process leaves running when it ends goes on among these; `nil` ends it.
  ///
  /// As after a shell's command. Nothing that such a command prints is read.
  public var background: BackgroundPrograms?

  public init(path: [UInt8], arguments: [[UInt8]]) {
    self.path = path
    self.arguments = arguments
  }

  public struct Limits: Sendable {
    public var total = Duration.seconds(10)
    public var outputByteCount = 64 << 20
    /// How many processes it may be at a time, looked at again and again.
    public var processCount = 64
    public var process = ProcessLimits()

    public init() {}
  }

  /// Takes a piece of output; `false` if there is no use for more.
  public typealias Sink = @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Why a command gave nothing: what is said after its name, in one line.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    case notFound
    case notStarted(SystemError)
    /// With a status other than 0; `said` is the last line on standard error.
    case exited(CInt, said: String?)
    case signalled(CInt, said: String?)
    case timedOut(Duration, hadOutput: Bool)
    case tooMuchOutput(limit: Int)
    case tooManyProcesses(limit: Int)
    /// It left something running, and so did as many before it.
    case tooManyLeft(limit: Int)
    /// The sink took no more.
    case refused
    case cancelled

    public var description: String {
      switch self {
      case .notFound: "is not installed"
      case .notStarted(let error): "cannot be started: \(error.reason)"
      case .exited(let status, let said): "exited with status \(status)\(Self.quoting(said))"
      case .signalled(let signal, let said): "was ended by signal \(signal)\(Self.quoting(said))"
      case .timedOut(let time, true): "did not end within \(time)"
      case .timedOut(let time, false): "gave no output within \(time)"
      case .tooMuchOutput(let limit): "gave more than \(limit) bytes"
      case .tooManyProcesses(let limit): "started more than \(limit) processes"
      case .tooManyLeft(let limit):
        "left a program running, which was ended: \(limit) commands have done so already"
      case .refused: "gave output that could not be kept"
      case .cancelled: "was given up"
      }
    }

    private static func quoting(_ said: String?) -> String {
      said.map { ": \($0)" } ?? ""
    }
  }
}
