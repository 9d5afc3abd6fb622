internal import CPCRE2

/// A compiled regular expression in Perl's notation, for subjects of any bytes.
///
/// Bytes that are no UTF-8 match nothing, not even `.`; letters and digits are Unicode's.
///
/// Source: pcre2pattern(3), pcre2unicode(3) on `PCRE2_MATCH_INVALID_UTF`.
public final class Pattern: Sendable {
  /// The longest text that is compiled.
  public static let byteLimit = 4096

  private static let nestingLimit: UInt32 = 100

  /// The costs of a search; the pattern itself can only lower them.
  public let limits: Limits

  // Written in `init` and freed in `deinit`; in between matchers on any thread only read it, which
  // pcre2api(3), "Multithreading", allows since the JIT compiler ran before.
  nonisolated(unsafe) let code: OpaquePointer

  /// Compiles a pattern.
  public init(
    _ text: String,
    ignoresCase: Bool = false,
    limits: Limits = .default
  ) throws(PatternError) {
    let text = Array(text.utf8)
    guard text.count <= Self.byteLimit else {
      throw .tooLong(byteCount: text.count, limit: Self.byteLimit)
    }
    var options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_MATCH_INVALID_UTF)
    // \C would cut characters in the middle.
    options |= UInt32(PCRE2_NEVER_BACKSLASH_C)
    if ignoresCase { options |= UInt32(PCRE2_CASELESS) }
    let plain = try Self.compile(text, options)
    defer { pcre2_code_free_8(plain) }
    guard !Self.hasCallouts(plain) else {
      throw .malformed(reason: "callouts are not supported", offset: 0)
    }
    // A callout before each item of the pattern is where a search sees that its time is over.
    code = try Self.compile(text, options | UInt32(PCRE2_AUTO_CALLOUT))
    // Without a JIT compiler, or memory that may be executed, the interpreter does the work.
    pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    self.limits = limits
  }

  deinit {
    pcre2_code_free_8(code)
  }

  private static func compile(
    _ text: [UInt8],
    _ options: UInt32
  ) throws(PatternError) -> OpaquePointer {
    guard let context = pcre2_compile_context_create_8(nil) else {
      throw .failed(reason: "no memory")
    }
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_parens_nest_limit_8(context, nestingLimit)
    var error: Int32 = 0
    var offset = 0
    // The 0 is for a text of no bytes, which has no address.
    let code = (text + [0]).withUnsafeBufferPointer {
      pcre2_compile_8($0.baseAddress, text.count, options, &error, &offset, context)
    }
    guard let code else { throw .malformed(reason: reason(error), offset: offset) }
    return code
  }

  private static func hasCallouts(_ code: OpaquePointer) -> Bool {
    // The first ends the enumeration.
    pcre2_callout_enumerate_8(code, { _, _ in 1 }, nil) != 0
  }
}
