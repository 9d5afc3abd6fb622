/// How a program ended and what it wrote.
public struct Completed: Sendable {
  /// The exit status, or 128 and the signal's number.
  public let status: CInt
  public let output: [UInt8]
  public let errors: [UInt8]

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Runs a program to its end, blocking the calling thread.
///
/// - Throws: ``TestFailure`` if it is not installed or does not end in time.
@discardableResult
public func run(
  _ program: String,
  _ arguments: [String] = [],
  input: ChildProgram.Input = .none,
  environment: [String: String?] = [:],
  within duration: Duration = .seconds(20)
) throws -> Completed {
  let child = try ChildProgram(program, arguments, input: input, environment: environment)
  let status = try child.waitForExit(within: duration)
  return Completed(status: status, output: child.output, errors: child.errors)
}

/// Runs a program to its end, giving way meanwhile.
///
/// - Throws: ``TestFailure`` if it is not installed or does not end in time.
@discardableResult
public func run(
  _ program: String,
  _ arguments: [String] = [],
  input: ChildProgram.Input = .none,
  environment: [String: String?] = [:],
  within duration: Duration = .seconds(20)
) async throws -> Completed {
  let child = try ChildProgram(program, arguments, input: input, environment: environment)
  let status = try await child.waitForExit(within: duration)
  return Completed(status: status, output: child.output, errors: child.errors)
}
