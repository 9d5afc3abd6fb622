import Arguments

/// An entry as it is named on the command line: by its id, the beginning of it, or its place.
struct EntryName: ArgumentValue, Equatable {
  /// As the daemon takes it.
  let text: String

  static var expected: String { "an id, the first 4 digits or more of one, or a place such as @1" }

  init?(argument: [UInt8]) {
    let word = String(decoding: argument, as: UTF8.self)
    if argument.first == UInt8(ascii: "@") {
      guard let place = Int(argument: Array(argument.dropFirst())), place > 0 else { return nil }
      text = "@\(place)"
    } else {
      guard argument.count >= 4, argument.allSatisfy(Self.isDigit) else { return nil }
      text = word.lowercased()
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// A tag as it is named on the command line.
struct TagName: ArgumentValue, Equatable {
  let text: String

  static var expected: String { "1 to 255 bytes of text without control characters" }

  init?(argument: [UInt8]) {
    guard (1...255).contains(argument.count),
      argument.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let text = String(validating: argument, as: UTF8.self)
    else { return nil }
    self.text = text
  }
}
