import Arguments

/// A representation that is named on the command line.
enum AddedRepresentation: Equatable {
  case file(RepresentationFile)
  case command(RepresentationCommand)

  var type: String {
    switch self {
    case .file(let added): added.type
    case .command(let added): added.type
    }
  }

  var isStandardInput: Bool {
    if case .file(let added) = self { added.isStandardInput } else { false }
  }

  var isCommand: Bool {
    if case .command = self { true } else { false }
  }
}

/// The value of `-r`: a type and a file that holds it.
struct RepresentationFile: ArgumentValue, Equatable {
  let type: String
  let file: [UInt8]

  static var expected: String { "TYPE=FILE" }

  init?(argument: [UInt8]) {
    guard let (type, file) = divided(argument) else { return nil }
    (self.type, self.file) = (type, Array(file))
  }

  var isStandardInput: Bool { file == Put.dash }
}

/// The value of `--promise`: a type and a shell command that prints it.
struct RepresentationCommand: ArgumentValue, Equatable {
  let type: String
  let command: String

  static var expected: String { "TYPE=COMMAND" }

  init?(argument: [UInt8]) {
    guard let (type, command) = divided(argument),
      let text = String(validating: command, as: UTF8.self)
    else { return nil }
    (self.type, self.command) = (type, text)
  }
}

/// Divides at the first `=` that does not belong to a parameter of a MIME type, as in
/// `text/plain;charset=utf-8=FILE`; both sides hold something.
private func divided(_ word: [UInt8]) -> (type: String, rest: ArraySlice<UInt8>)? {
  var isInParameter = false
  for (index, byte) in word.enumerated() {
    if byte == UInt8(ascii: ";") { isInParameter = true }
    guard byte == UInt8(ascii: "=") else { continue }
    if isInParameter {
      isInParameter = false
      continue
    }
    guard index > 0, index + 1 < word.count,
      let type = String(validating: word[..<index], as: UTF8.self)
    else { return nil }
    return (type, word[(index + 1)...])
  }
  return nil
}
