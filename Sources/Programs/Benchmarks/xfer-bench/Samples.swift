/// What the runs of one contender took, in one unit.
struct Samples {
  private(set) var sorted: [Double] = []

  mutating func add(_ value: Double) {
    let place = sorted.firstIndex { $0 > value } ?? sorted.count
    sorted.insert(value, at: place)
  }

  var isEmpty: Bool { sorted.isEmpty }
  var count: Int { sorted.count }
  var minimum: Double { sorted.first ?? .nan }
  var maximum: Double { sorted.last ?? .nan }

  var median: Double {
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest sample that at least this share of all does not exceed.
  func percentile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let exact = share * Double(sorted.count)
    let rank = Int(exact) + (exact > Double(Int(exact)) ? 1 : 0)
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
