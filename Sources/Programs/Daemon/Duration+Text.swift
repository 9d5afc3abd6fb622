extension Duration {
  /// From the largest.
  private static var units: [(name: String, duration: Duration)] {
    [
      ("d", .seconds(86_400)), ("h", .seconds(3_600)), ("m", .seconds(60)), ("s", .seconds(1)),
      ("ms", .milliseconds(1)),
    ]
  }

  /// Reads a whole number and its unit: `500ms`, `45s`, `10m`, `2h`, `7d`.
  ///
  /// At most a hundred years, so that a deadline can always be computed.
  init?(text: String) {
    let digits = text.prefix(while: \.isASCIIDigit)
    let name = text[digits.endIndex...]
    guard let unit = Duration.units.first(where: { $0.name == name }), let number = Int(digits),
      number <= 100 * 366 * 86_400_000
    else { return nil }
    let duration = unit.duration * number
    guard duration <= .seconds(100 * 366 * 86_400) else { return nil }
    self = duration
  }

  /// Written with the largest unit that says it exactly; less than a millisecond is dropped.
  var text: String {
    for (name, unit) in Duration.units where self >= unit {
      let count = self / unit
      if unit * Int(count) == self { return "\(Int(count))\(name)" }
    }
    return "\(Int(self / .milliseconds(1)))ms"
  }
}
