extension Unicode.Scalar {
  /// The character as it may be shown: a symbol in place of one that controls a terminal.
  ///
  /// Source: Unicode, block “Control Pictures”.
  public var picture: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: self
    }
  }
}

extension String {
  /// The text with pictures of its control characters.
  public var picture: String {
    String(String.UnicodeScalarView(unicodeScalars.map(\.picture)))
  }
}
