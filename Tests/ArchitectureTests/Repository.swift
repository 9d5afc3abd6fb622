import TestSupport

/// The files of this package as text.
enum Repository {
  /// The folder that has `Package.swift`.
  static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// A Swift file with its path from the root.
  struct Source: Sendable {
    let path: String
    let lines: [Substring]

    var imports: [Import] {
      lines.enumerated().compactMap { number, line in
        let words = line.split(separator: " ").map(String.init)
        guard let index = words.prefix(4).firstIndex(of: "import"), index + 1 < words.count,
          words[..<index].allSatisfy({ $0.allSatisfy { $0.isLetter || "@_".contains($0) } })
        else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        let name = words[(index + 1)...].first { !kinds.contains($0) } ?? ""
        return Import(
          module: String(name.prefix { $0 != "." }),
          modifiers: Array(words[..<index]),
          line: number + 1
        )
      }
    }
  }

  /// An import with the words before `import`.
  struct Import: Sendable {
    let module: String
    let modifiers: [String]
    let line: Int
  }

  /// The Swift files below a folder; there is at least one.
  static func sources(below folder: String) throws -> [Source] {
    let found = try run("find", ["\(root)/\(folder)", "-name", "*.swift", "-type", "f"])
    let sources = try found.text.split(separator: "\n").sorted().map { path in
      Source(
        path: String(path.dropFirst(root.count + 1)),
        lines: try text(String(path)).split(separator: "\n", omittingEmptySubsequences: false)
      )
    }
    guard !sources.isEmpty else { throw TestFailure("no Swift file below \(folder)") }
    return sources
  }

  /// A file of the repository, by its path from the root or a whole path.
  static func text(_ path: String) throws -> String {
    String(decoding: try readFile(path.hasPrefix("/") ? path : "\(root)/\(path)"), as: UTF8.self)
  }

  /// The names in a folder.
  static func names(in folder: String) throws -> [String] {
    let listed = try run("find", ["\(root)/\(folder)", "-mindepth", "1", "-maxdepth", "1"])
    return listed.text.split(separator: "\n").map { path in
      String(path.split(separator: "/").last ?? "")
    }
  }
}
