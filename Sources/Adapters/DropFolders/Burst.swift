import LinuxIO

/// What has landed and is held back to be reported together.
struct Burst {
  private var order: [[UInt8]] = []
  private var files: [[UInt8]: LandedFile] = [:]
  private var first: MonotonicTime?
  private var last: MonotonicTime?

  var count: Int { files.count }
  var names: some Collection<[UInt8]> { files.keys }

  func contains(_ name: [UInt8]) -> Bool { files[name] != nil }

  /// A file that is there already keeps its place.
  mutating func add(_ file: LandedFile, at now: MonotonicTime) {
    if files.updateValue(file, forKey: file.name) == nil { order.append(file.name) }
    first = first ?? now
    last = now
  }

  mutating func remove(_ name: [UInt8]) {
    files[name] = nil
    if files.isEmpty { self = Burst() }
  }

  /// When it is to be reported at the latest; `nil` if it is empty.
  func deadline(_ limits: DropLimits) -> MonotonicTime? {
    guard let first, let last else { return nil }
    if files.count >= limits.burstCount { return last }
    return min(first + limits.burstDuration, last + limits.burstRest)
  }

  /// All of it, in order.
  mutating func take() -> [LandedFile] {
    defer { self = Burst() }
    // One that was removed and came again has two places, of which the second is right.
    var taken: [LandedFile] = []
    for name in order.reversed() {
      if let file = files.removeValue(forKey: name) { taken.append(file) }
    }
    return taken.reversed()
  }
}
