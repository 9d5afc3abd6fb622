internal import TOML
internal import UniformTypeIdentifiers

// What stands below a type: representations, validation and actions.
extension TypeStatement {
  mutating func readRepresentation(
    _ table: TableReader.Placed<TOMLTable>,
    _ reader: inout TableReader
  ) {
    var inner = reader.inside(table)
    defer { reader.take(inner) }
    inner.refuseKeys(except: ["type", "template", "command"])
    let target = inner.string("type")
    if target == nil, inner.table["type"] == nil { inner.note("the key 'type' is missing") }
    let production: DeclaredRepresentation.Production
    switch (inner.table["template"] != nil, inner.table["command"] != nil) {
    case (true, false):
      guard let template = inner.string("template") else { return }
      checkTemplate(template, &inner)
      production = .template(template.value)
    case (false, true): production = .command(command(&inner).map(\.value))
    case (true, true): return inner.note("a representation has a template or a command, not both")
    case (false, false): return inner.note("a representation needs a template or a command")
    }
    guard let target else { return }
    guard target.value.asciiLowercased != type.declaration.identifier.asciiLowercased else {
      return inner.note("a type is no representation of itself", at: target.place)
    }
    type.representations.append(.init(type: target.value, production: production))
    places.representations.append(target.place)
  }

  /// The words of `command`, of which the first is the program.
  private func command(_ reader: inout TableReader) -> [TableReader.Placed<String>] {
    let words = reader.strings("command")
    if let node = reader.table["command"], words.first?.value.isEmpty ?? true {
      reader.note("'command' must name a program first", at: node.position)
    }
    for word in words where word.value.utf8.contains(0) {
      reader.note("a word of 'command' holds a NUL", at: word.place)
    }
    return words
  }

  private mutating func checkTemplate(
    _ template: TableReader.Placed<String>,
    _ reader: inout TableReader
  ) {
    do throws(FieldTemplate.Mistake) {
      if try FieldTemplate(template.value).hasFields {
        places.field = places.field ?? template.place
      }
    } catch {
      switch error {
      case .unclosed: reader.note("'{{' without '}}'", at: template.place)
      case .noPath(let text): refusePath(text, at: template.place, &reader)
      }
    }
  }

  private func refusePath(_ text: String, at place: TOMLPosition, _ reader: inout TableReader) {
    let advice = "write the names of fields with dots between them, as in author.name"
    reader.note("\(text.quoted) is no path to a field; \(advice)", at: place)
  }

  // MARK: Validation and actions

  mutating func readValidation(_ reader: inout TableReader) {
    guard var inner = reader.inner("validate") else { return }
    defer { reader.take(inner) }
    inner.refuseKeys(except: ["required"])
    for text in inner.strings("required") {
      places.field = places.field ?? text.place
      if let path = FieldPath(text.value) {
        type.required.append(path)
      } else {
        refusePath(text.value, at: text.place, &inner)
      }
    }
  }

  mutating func readAction(
    _ table: TableReader.Placed<TOMLTable>,
    _ reader: inout TableReader
  ) {
    var inner = reader.inside(table)
    defer { reader.take(inner) }
    inner.refuseKeys(except: ["id", "title", "edge", "role", "allowsFullSwipe", "command"])
    for key in ["id", "title", "command"] where inner.table[key] == nil {
      inner.note("the key '\(key)' is missing")
    }
    let words = command(&inner)
    for word in words { checkTemplate(word, &inner) }
    let edge: DeclaredAction.Edge? = choice("edge", &inner)
    let role: DeclaredAction.Role? = choice("role", &inner)
    guard let id = inner.string("id"), let title = inner.string("title") else { return }
    if id.value.isEmpty { inner.note("an 'id' is not empty", at: id.place) }
    if type.actions.contains(where: { $0.id == id.value }) {
      inner.note("the action \(id.value.quoted) is there twice", at: id.place)
    }
    type.actions.append(
      DeclaredAction(
        id: id.value,
        title: title.value,
        edge: edge ?? .trailing,
        role: role,
        allowsFullSwipe: inner.flag("allowsFullSwipe") ?? true,
        command: words.map(\.value)
      )
    )
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    _ reader: inout TableReader
  ) -> Choice? {
    guard let word = reader.string(key) else { return nil }
    if let choice = Choice(rawValue: word.value) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    reader.note("'\(key)' must be \(words)", at: word.place)
    return nil
  }
}
