extension EventLoop {
  /// What the threads share; `Mutex` orders them.
  struct State: Sendable {
    var work: [Work] = []
    var hooks: [@Sendable () -> Void] = []
    var registrations: [UInt64: Registration] = [:]
    /// The registration that each number has now.
    var tokens: [CInt: UInt64] = [:]
    var nextToken: UInt64 = Token.first
    var timers = TimerQueue()
    /// What the timerfd is set to.
    var armed: MonotonicTime?
    /// From the last look at ``work`` to the end of the wait, unless a wake-up is on its way.
    var isWaiting = false
    var isStopping = false
    var thread: UInt?
  }

  enum Work: Sendable {
    case job(UnownedJob)
    case action(@Sendable () -> Void)
  }

  struct Registration: Sendable {
    let number: CInt
    var readiness: Readiness
    let handler: @Sendable (Readiness) -> Void
  }

  /// What epoll gives back with an event; never a number, which the system uses again.
  enum Token {
    static let wakeUp: UInt64 = 0
    static let timer: UInt64 = 1
    static let first: UInt64 = 2
  }
}
