internal import CPCRE2

/// Searches subjects for a pattern; keeps its memory from one to the next, for one thread at a time.
public final class Matcher {
  private let pattern: Pattern
  private let context: OpaquePointer
  private let data: OpaquePointer
  private let stack: OpaquePointer?
  private let deadline = Deadline()

  /// Takes the memory that searches need.
  public init(_ pattern: Pattern) throws(PatternError) {
    guard let context = pcre2_match_context_create_8(nil) else {
      throw .failed(reason: "no memory")
    }
    // Only whether there is a match is asked, not what the groups hold.
    guard let data = pcre2_match_data_create_8(1, nil) else {
      pcre2_match_context_free_8(context)
      throw .failed(reason: "no memory")
    }
    self.pattern = pattern
    self.context = context
    self.data = data
    pcre2_set_heap_limit_8(context, pattern.limits.kibibyteCount)
    // Without a stack of its own the JIT's code has 32 KiB of the thread's.
    stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
    pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
    deadline.install(in: context)
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Whether the pattern matches somewhere in the bytes.
  ///
  /// - Throws: ``PatternError/tooCostly`` if that cannot be told within the limits.
  public func matches(_ bytes: UnsafeRawBufferPointer) throws(PatternError) -> Bool {
    try answer(search(bytes))
  }

  /// Whether the pattern matches somewhere in the bytes.
  ///
  /// - Throws: ``PatternError/tooCostly`` if that cannot be told within the limits.
  public func matches(_ bytes: [UInt8]) throws(PatternError) -> Bool {
    try answer(bytes.withUnsafeBytes { search($0) })
  }

  private func search(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    let limits = pattern.limits
    pcre2_set_match_limit_8(context, UInt32(clamping: Int(limits.stepCount) + 4 * bytes.count))
    deadline.set(in: limits.duration)
    return bytes.withMemoryRebound(to: UInt8.self) { subject in
      // PCRE2 before 10.41 refuses a subject without address.
      withUnsafePointer(to: 0 as UInt8) { nothing in
        let start = subject.baseAddress ?? nothing
        return pcre2_match_8(pattern.code, start, subject.count, 0, 0, data, context)
      }
    }
  }

  private func answer(_ result: Int32) throws(PatternError) -> Bool {
    switch result {
    case PCRE2_ERROR_NOMATCH: return false
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT,
      PCRE2_ERROR_JIT_STACKLIMIT:
      throw .tooCostly
    case ..<0: throw .failed(reason: reason(result))
    default: return true
    }
  }
}

/// Ends a search whose time is over, from the callouts in the pattern.
private final class Deadline {
  /// A look at the clock takes longer than a step.
  private static let interval = 64

  private var end = SuspendingClock.now
  private var untilLook = interval

  /// The context must not outlive this object.
  func install(in context: OpaquePointer) {
    let deadline = Unmanaged.passUnretained(self).toOpaque()
    pcre2_set_callout_8(
      context,
      { _, deadline in
        guard let deadline else { return 0 }
        return Unmanaged<Deadline>.fromOpaque(deadline).takeUnretainedValue().look()
      },
      deadline
    )
  }

  func set(in duration: Duration) {
    end = .now + duration
    untilLook = Self.interval
  }

  private func look() -> Int32 {
    untilLook -= 1
    guard untilLook == 0 else { return 0 }
    untilLook = Self.interval
    return SuspendingClock.now < end ? 0 : PCRE2_ERROR_MATCHLIMIT
  }
}
