internal import Declarations
internal import LinuxIO
internal import Varlink

/// How `xfer type` writes: tables on a terminal, tabs off it, or an object a line.
struct TypeCheckText {
  let isTerminal: Bool
  let isJSON: Bool

  func list(_ types: [TypeFacts]) -> TypeCheck.Result {
    guard !isJSON else { return objects(types) }
    let rows = types.map { (type: TypeFacts) -> [String] in
      let extensions = type.extensions.joined(separator: ",")
      let origin = type.origin.joined(separator: ",")
      return [
        type.identifier, type.mimeTypes.first ?? "", extensions, type.description ?? "", origin,
      ]
    }
    return table(["TYPE", "MIME TYPE", "EXTENSIONS", "DESCRIPTION", "DECLARED IN"], rows)
  }

  func files(_ rows: [TypeCheck.FileRow]) -> TypeCheck.Result {
    guard !isJSON else { return objects(rows) }
    return table(
      ["FILE", "TYPE", "MIME TYPE"],
      rows.map { [$0.path, $0.type, $0.mimeType ?? ""] }
    )
  }

  func answer(_ answer: Bool, _ type: String, _ supertype: String) -> TypeCheck.Result {
    struct Answer: Encodable {
      let type: String
      let supertype: String
      let conforms: Bool
    }
    if isJSON { return objects([Answer(type: type, supertype: supertype, conforms: answer)]) }
    // For programs the exit code is the answer.
    guard isTerminal else { return TypeCheck.Result() }
    return output("\(type) \(answer ? "conforms" : "does not conform") to \(supertype)\n")
  }

  func tree(_ lines: [TypeTree.Line]) -> TypeCheck.Result {
    guard !isJSON else { return objects(lines) }
    let text = lines.map { line in
      let indent = String(repeating: isTerminal ? "  " : "\t", count: line.depth)
      return indent + shown(line.identifier) + (line.isRepeated ? " …" : "") + "\n"
    }
    return output(text.joined())
  }

  func report(
    _ problems: [DeclarationProblem],
    typeCount: Int,
    of name: String
  ) -> TypeCheck.Result {
    struct Problem: Encodable {
      let file: String
      let line: Int
      let column: Int
      let message: String
    }
    struct Report: Encodable {
      let valid: Bool
      let types: Int
      let problems: [Problem]
    }
    if isJSON {
      let list = problems.map { problem in
        Problem(
          file: problem.file,
          line: problem.line,
          column: problem.column,
          message: problem.message
        )
      }
      return objects([Report(valid: problems.isEmpty, types: typeCount, problems: list)])
    }
    guard problems.isEmpty else {
      return output(problems.map { shown("\($0)") + "\n" }.joined())
    }
    let types = typeCount == 1 ? "1 type" : "\(typeCount) types"
    return output("\(shown(name)): ok, \(types)\n")
  }

  func facts(_ facts: TypeFacts) -> TypeCheck.Result {
    guard !isJSON else { return objects([facts]) }
    var lines: [(String, String)] = [("identifier", facts.identifier)]
    func add(_ name: String, _ values: [String]) { lines += values.map { (name, $0) } }
    add("description", facts.description.map { [$0] } ?? [])
    add("declared in", facts.origin.isEmpty ? ["nobody declares it"] : facts.origin)
    if facts.imported { add("owner", ["somebody else: the declaration is imported"]) }
    add("conforms to", facts.conformsTo)
    add("supertype", facts.supertypes.filter { !facts.conformsTo.contains($0) })
    add("MIME type", facts.mimeTypes)
    add("extension", facts.extensions)
    add("X11 target", facts.targets)
    add("also had as", facts.representations.map(words))
    add("required", facts.required)
    add("action", facts.actions.map { "\($0.id): \($0.title)" })
    add("reference", facts.referenceURL.map { [$0] } ?? [])
    return output(lines.map(field).joined())
  }

  private func words(_ representation: TypeFacts.Representation) -> String {
    guard let command = representation.command else {
      return "\(representation.type), by a template"
    }
    let name = command.first ?? ""
    let state = representation.available ? "by" : "not now: there is no program"
    return "\(representation.type), \(state) \(name)"
  }

  // MARK: Forms

  private func field(_ name: String, _ value: String) -> String {
    guard isTerminal else { return "\(name)\t\(shown(value))\n" }
    return name + String(repeating: " ", count: max(1, 13 - name.count)) + shown(value) + "\n"
  }

  private func table(_ heading: [String], _ rows: [[String]]) -> TypeCheck.Result {
    let cells = rows.map { $0.map(shown) }
    guard isTerminal else {
      return output(cells.map { $0.joined(separator: "\t") + "\n" }.joined())
    }
    let lines = [heading] + cells
    let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { line in
      let padded = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      let row = padded.joined(separator: "  ")
      return row.prefix(row.count - row.reversed().prefix { $0 == " " }.count) + "\n"
    }
    return output(text.joined())
  }

  private func objects(_ values: [some Encodable]) -> TypeCheck.Result {
    var bytes: [UInt8] = []
    for value in values {
      // Texts, numbers and lists of them: every one has a JSON form.
      guard case .object(let members)? = try? MessageEncoder.encode(value) else { continue }
      let schema = JSON.Member("schema", .integer(1))
      bytes += JSON.object([schema] + members).serialized() + [UInt8(ascii: "\n")]
    }
    return TypeCheck.Result(output: bytes)
  }

  private func output(_ text: String) -> TypeCheck.Result {
    TypeCheck.Result(output: Array(text.utf8))
  }

  /// A name that somebody else chose, with its control characters made visible.
  func shown(_ text: String) -> String { text.picture }
}
