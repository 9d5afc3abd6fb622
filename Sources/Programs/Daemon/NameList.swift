internal import Pasteboards
internal import TOML
internal import UniformTypeIdentifiers

/// A list of words in the configuration.
struct NameList: ConfigurationValue, Equatable {
  var all: [String]

  init(_ all: [String] = []) { self.all = all }

  init(reading container: any SingleValueDecodingContainer) throws {
    all = try container.decode([String].self)
  }

  var written: TOMLValue { .array(all.map { TOMLNode(.string($0), at: TOMLPosition(file: "")) }) }

  /// Words with commas between them.
  static func value(of word: String) -> TOMLValue {
    NameList(word.split(separator: ",").map(String.init)).written
  }
}

/// A list of content types in the configuration, by their identifiers.
struct TypeList: ConfigurationValue, Equatable {
  var names: NameList

  init(_ all: [String] = []) { names = NameList(all) }

  init(reading container: any SingleValueDecodingContainer) throws {
    names = try NameList(reading: container)
    let unknown = names.all.first { UTType(identifier: $0, allowUndeclared: true) == nil }
    if let unknown {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "\"\(unknown)\" is no identifier such as \"public.image\""
        )
      )
    }
  }

  var written: TOMLValue { names.written }

  static func value(of word: String) -> TOMLValue { NameList.value(of: word) }

  /// Understood when they are used: the user's types may not be read yet when the file is.
  var types: [UTType] { names.all.compactMap { UTType(identifier: $0, allowUndeclared: true) } }
}
