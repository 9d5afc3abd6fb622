/// A number with so many decimals.
func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return "-" }
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = value.magnitude * scale + 0.5
  guard scaled < 1e15 else { return "-" }
  let digits = String(Int64(scaled))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let sign = value < 0 && scaled >= 1 ? "-" : ""
  guard decimals > 0 else { return sign + padded }
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// Nanoseconds as milliseconds.
func milliseconds(_ nanoseconds: Double) -> String { fixed(nanoseconds / 1e6, 2) }

/// A power of two of bytes, as people write it.
func sizeName(_ byteCount: Int) -> String {
  let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
  for (unit, name) in units where byteCount >= unit && byteCount % unit == 0 {
    return "\(byteCount / unit) \(name)"
  }
  return "\(byteCount) B"
}

extension String {
  func padded(to width: Int, right: Bool) -> String {
    let fill = String(repeating: " ", count: max(0, width - count))
    return right ? fill + self : self + fill
  }
}
