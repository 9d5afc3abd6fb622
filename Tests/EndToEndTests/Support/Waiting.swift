internal import Glibc

/// Whether a condition came true before the deadline; it is asked at once and then every so often.
func holds(
  within limit: Duration,
  every milliseconds: CInt = 5,
  _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  var pause: CInt = milliseconds
  while true {
    if try condition() { return true }
    if ContinuousClock.now >= deadline { return false }
    poll(nil, 0, max(1, pause))
    pause = min(pause + 1, 20)
  }
}

extension Duration {
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}

/// The middle one of several times.
func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }
