/// What windows say of their programs, made fit for people: short, of one line, and always text.
///
/// Source: ICCCM 2.0 §4.1.2 (WM_NAME, WM_CLASS, WM_CLIENT_MACHINE); EWMH 1.5 (_NET_WM_NAME, _NET_WM_PID).
public enum WindowWords {
  /// How many bytes of a property are worth reading for them.
  public static let propertyByteCount = 1024
  /// Longer words are cut.
  static let limit = 255

  /// The class of a `WM_CLASS`, else its instance; `nil` if there is neither.
  public static func className(_ bytes: [UInt8], type: TargetName) -> String? {
    guard type == .string || type == .utf8String else { return nil }
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.dropFirst().prefix(1).lazy.compactMap { word($0, of: type) }.first
      ?? parts.first.flatMap { word($0, of: type) }
  }

  /// The text of a `_NET_WM_NAME` or a `WM_NAME`, of which more may follow; `nil` if there is none.
  public static func title(_ bytes: [UInt8], type: TargetName) -> String? {
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    guard type == .compoundText else { return word(bytes[..<end], of: type) }
    return TextEncoding.utf8(compoundText: Array(bytes[..<end])).flatMap {
      word($0[...], of: .utf8String)
    }
  }

  /// The name of a process or a machine.
  public static func name(_ text: String) -> String? { harmless(text) }

  private static func word(_ bytes: ArraySlice<UInt8>, of type: TargetName) -> String? {
    // Far more than is kept; where it is cut nobody sees.
    let bytes = Array(bytes.prefix(propertyByteCount))
    switch type {
    case .utf8String: return harmless(String(decoding: bytes, as: UTF8.self))
    case .string:
      // Latin-1 by the rules, yet UTF-8 as many programs write it; a piece may end within a character.
      for excess in 0...(bytes.count < propertyByteCount ? 0 : 3) {
        if let text = String(validating: bytes.dropLast(excess), as: UTF8.self) {
          return harmless(text)
        }
      }
      return harmless(String(decoding: TextEncoding.utf8(latin1: bytes), as: UTF8.self))
    default: return nil
    }
  }

  /// One line of so many bytes at most, whole characters of it; `nil` if nothing is left.
  private static func harmless(_ text: String) -> String? {
    var kept = String.UnicodeScalarView()
    var byteCount = 0
    for scalar in text.unicodeScalars {
      let isBreak =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      let next: Unicode.Scalar = isBreak ? " " : scalar
      // What surrounds it says nothing.
      if kept.isEmpty, next == " " { continue }
      byteCount += UTF8.width(next)
      guard byteCount <= limit else { break }
      kept.append(next)
    }
    while kept.last == " " { kept.removeLast() }
    return kept.isEmpty ? nil : String(kept)
  }
}
