/// The names in a `types` file, one a line, found in any case.
///
/// Source: Shared MIME-info Database; update-mime-database writes the lines sorted.
struct TypeNames: Sendable {
  private let bytes: [UInt8]
  /// Where each name begins, sorted by the names in lower case.
  private let starts: [Int32]
  /// The names that are not in lower case.
  let withCapitals: [String]

  private static let end = UInt8(ascii: "\n")

  init(_ bytes: [UInt8] = []) {
    var starts: [Int32] = []
    var withCapitals: [String] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Self.end) ?? bytes.count
      let name = bytes[start..<end]
      if name.isTypeName, let number = Int32(exactly: start) {
        starts.append(number)
        if name.contains(where: \.isCapital) {
          withCapitals.append(String(decoding: name, as: UTF8.self))
        }
      }
      start = end + 1
    }
    // There is little to be done but for capitals.
    self.starts = starts.sorted {
      bytes.span.order(Int($0), bytes.span, Int($1), end: Self.end, isFolding: true) < 0
    }
    self.bytes = bytes
    self.withCapitals = withCapitals
  }

  var isEmpty: Bool { starts.isEmpty }

  /// The name as the file spells it; `nil` if it is not there.
  func spelling(of name: String) -> String? {
    let key = name.utf8.span
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      let start = Int(starts[middle])
      let order = bytes.span.order(start, key, end: Self.end, isFolding: true)
      if order == 0 {
        // A name with a NUL or a line feed in it seems to end there, and is none.
        let spelling = bytes[start...].prefix { $0 != Self.end }
        return spelling.count == key.count ? String(decoding: spelling, as: UTF8.self) : nil
      }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
