public import UniformTypeIdentifiers

/// Which representation a receiver gets.
public enum Choice {
  /// The indices of `offered` that a receiver may try, best first, each at most once.
  ///
  /// `wanted` decides by its order; for each wanted type, the exact matches come first and then
  /// those that conform, each in the sender's order. All are returned and not only the first,
  /// because a representation that fails is not the end: the next is tried.
  public static func candidates(among offered: [UTType], wanted: [UTType]) -> [Int] {
    var found: [Int] = []
    func take(where matches: (UTType) -> Bool) {
      for (index, type) in offered.enumerated() where !found.contains(index) && matches(type) {
        found.append(index)
      }
    }
    for type in wanted {
      take { $0 == type }
      take { $0.isSubtype(of: type) }
    }
    return found
  }

  /// What a receiver without wishes tries: plain text, other text, then the sender's order.
  ///
  /// What is no text is named only for a receiver that takes the `richest`.
  public static func candidates(among offered: [UTType], richest: Bool) -> [Int] {
    let text = candidates(among: offered, wanted: [.utf8PlainText, .plainText, .text])
    guard richest else { return text }
    return text + offered.indices.filter { !text.contains($0) }
  }

  /// What becomes a file when nobody says as what: the sender's order, types that are declared first.
  ///
  /// An image that comes without plain text is what was copied, whatever was said of it before: browsers
  /// put HTML that names it in front. Where a file is comes last: that is its path, not what is in it.
  public static func candidatesForFile(among offered: [UTType]) -> [Int] {
    let isText = offered.contains { $0.conforms(to: .plainText) }
    let images = isText ? [] : offered.indices.filter { offered[$0].conforms(to: .image) }
    let places = offered.indices.filter { offered[$0].conforms(to: .fileURL) }
    let rest = offered.indices.filter { !images.contains($0) && !places.contains($0) }
    let declared = rest.filter { offered[$0].isDeclared }
    return images + declared + rest.filter { !offered[$0].isDeclared } + places
  }
}
