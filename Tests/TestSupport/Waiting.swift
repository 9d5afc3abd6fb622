import Glibc

/// Looks at a condition again and again until it holds, and says whether it did in time.
///
/// For conditions of other processes, which cannot wake us. Blocks the calling thread.
@discardableResult
public func eventually(
  within duration: Duration = .seconds(10),
  _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + duration
  while true {
    if try condition() { return true }
    guard ContinuousClock.now < end else { return false }
    poll(nil, 0, 2)
  }
}

/// Looks at a condition again and again until it holds, giving way between the looks.
@discardableResult
public func eventually(
  within duration: Duration = .seconds(10),
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now + duration
  while true {
    if try await condition() { return true }
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(2))  // A cancelled test looks once more and ends.
  }
}

/// The first value that is not `nil`.
///
/// - Throws: ``TestFailure`` when none comes in time.
public func value<Value>(
  within duration: Duration = .seconds(10),
  _ what: String,
  _ find: () throws -> Value?
) throws -> Value {
  var found: Value?
  try eventually(within: duration) {
    found = try find()
    return found != nil
  }
  guard let found else { throw TestFailure("no \(what) in time") }
  return found
}
